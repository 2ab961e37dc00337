"""The log of a training run: a CSV table, TensorBoard events, and a bar on the terminal."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import shutil
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .._extras import install_line
from .._files import write_text

if TYPE_CHECKING:
    from .ppo import Config, Trainer

FIRST = ("update", "decisions", "minutes", "cpu_minutes", "decisions_per_second")
WORK = ("environment", "network", "update", "teacher")
"""The timed parts of a run."""


class Log:
    """Writes one row per update. A resumed run drops the rows after its checkpoint."""

    def __init__(self, folder: Path | None, config: Config, against: tuple[str, ...], update: int) -> None:
        self.folder = folder
        self.names = [
            *FIRST, *(f"{what}_{name}" for name in against for what in ("against", "points", "score")), "policy_loss",
            "value_loss", "entropy", "kl", "epochs", "clipped", "explained", "agreed", "episodes", "learning_rate",
            "scale", "lesson_share", *(f"share_{part}" for part in WORK),
        ]  # fmt: skip
        self.latest: dict[str, float] = {}
        self._events = None
        self._shown = sys.stderr.isatty()
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / "config.json", json.dumps(dataclasses.asdict(config), indent=2) + "\n")
        self._path = folder / "log.csv"
        kept = []
        if update and self._path.exists():
            with self._path.open(newline="") as file:
                kept = [row for row in csv.DictReader(file) if int(row["update"]) <= update]
        begun = io.StringIO(newline="")
        table = csv.DictWriter(begun, self.names, extrasaction="ignore")
        table.writeheader()
        table.writerows(kept)
        write_text(self._path, begun.getvalue())
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            print(
                f"TensorBoard is not installed, so log.csv alone is written: {install_line('train')}",
                file=sys.stderr,
            )
        else:
            self._events = SummaryWriter(str(folder), purge_step=update + 1 if update else None)

    def write(self, run: Trainer, row: dict[str, Any]) -> None:
        """Add the row of an update."""
        working = sum(run.spent[name] for name in WORK)
        row = row | {
            "update": run.update,
            "decisions": run.decisions,
            "minutes": round(run.seconds / 60, 3),
            "cpu_minutes": round(run.cpu / 60, 3),
            "decisions_per_second": round(run.decisions / max(run.seconds, 1e-9)),
        }
        row |= {f"share_{name}": run.spent[name] / max(working, 1e-9) for name in WORK}
        self.latest |= {name: value for name, value in row.items() if name.startswith("against_")}
        if self.folder is not None:
            with self._path.open("a", newline="") as file:
                short = {k: f"{v:.5g}" if isinstance(v, float) else v for k, v in row.items()}
                csv.DictWriter(file, self.names, extrasaction="ignore").writerow(short)
        if self._events is not None:
            for name in self.names[1:]:
                if name in row:
                    self._events.add_scalar(name, row[name], run.update)
        self._bar(run, row)

    def _bar(self, run: Trainer, row: dict[str, Any]) -> None:
        text = f"{run.decisions:,} decisions, {row['decisions_per_second']:,}/s"
        rates = {name[8:]: value for name, value in self.latest.items() if name.startswith("against_")}
        text += "".join(f", {value:.0%} against {name}" for name, value in rates.items())
        shares = ", ".join(f"{name} {row[f'share_{name}']:.0%}" for name in WORK if run.spent[name])
        text += f" ({shares}); {_left(run)} left"
        if self._shown:
            width = max(10, min(30, shutil.get_terminal_size().columns - len(text) - 20))
            done = min(run.done(), 1.0)
            sys.stderr.write(f"\r\x1b[2K{run.game.name}  {'█' * round(width * done):·<{width}} {done:4.0%}  {text}")
            sys.stderr.flush()
        elif any(name.startswith("against_") for name in row):
            print(
                f"{run.game.name}: update {run.update}, {run.seconds / 60:.1f} min, {text}", file=sys.stderr, flush=True
            )

    def __enter__(self) -> Log:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._events is not None:
            self._events.close()
        if self._shown:
            sys.stderr.write("\n")


def _left(run: Trainer) -> str:
    """Return the time left at the pace so far, in words."""
    done = run.done()
    seconds = run.seconds * (1 - done) / done if done > 0 else 0.0
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"
