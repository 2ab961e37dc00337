"""Pages made from the code when the documentation is built: one for each game, and the reference."""

from __future__ import annotations

import importlib
import inspect
import random
import re
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import expedition
from expedition._networks import card

# What is documented besides the names of the package itself. The adapters and the training need libraries of their own
# and have guides instead.
MODULES = (
    "analysis.distributed", "analysis.frames", "analysis.statistics", "envs.aec", "envs.opponents", "envs.parallel",
    "envs.single", "envs.spaces", "envs.vector", "pettingzoo", "play.replay", "play.session", "play.web", "show",
    "testing",
)  # fmt: skip


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add to the navigation what is generated, and the studies there are."""
    docs = Path(config.docs_dir)
    games = ["games/index.md", *(f"games/{name}.md" for name in expedition.games())]
    studies = [path.relative_to(docs).as_posix() for path in sorted((docs / "studies").glob("*.md"))]
    nav: list[Any] = config.nav or []
    here = next(i for i, entry in enumerate(nav) if "Guides" in entry) + 1
    nav[here:here] = [{"Games": games}, *([{"Studies": studies}] if studies else [])]
    strength = ["networks.md", "cards.md", *(["ladder.md"] if (docs / "ladder.md").exists() else [])]
    nav[here + 1 : here + 1] = [{"Networks": strength}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages and pictures."""
    pages = {"games/index.md": _games(), "reference.md": _reference(), "cards.md": _cards()}
    for name in expedition.games():
        pages[f"games/{name}.md"] = _game(name)
        pages[f"games/{name}.svg"] = _position(name)
        pages[f"games/{name}_components.svg"] = expedition.Game(name).to_svg()
    for path, content in pages.items():
        files.append(File.generated(config, path, content=content))
    return files


def _position(name: str) -> str:
    """Draw the middle of a random game."""
    ep, stream = expedition.Game(name).episode(seed=3), random.Random(3)
    while not ep.is_over:
        ep.play(int(stream.choice(ep.legal_actions())))
    record = ep.record()
    return record.replay(len(record) // 2).to_svg()


def _cards() -> str:
    """Return the page of the shipped networks, from what their files say."""
    shipped = expedition.networks()
    rows: list[list[object]] = [
        [
            f"[{each['name']}](#{each['name']})",
            f"`{each['game']}`",
            ", ".join(map(str, each["players"])),
            each["strength"],
        ]
        for each in shipped
    ]
    told = "What each file says of itself. [Networks](networks.md) has the format and how they are used."
    lines = ["# Shipped networks", "", told, "", _table(["name", "game", "players", "strength"], rows), ""]
    return "\n".join([*lines, *(card(each) for each in shipped)])


def _title(rules: str) -> str:
    return rules.lstrip("# ").split("\n", 1)[0].split("(")[0].split(":")[0].strip()


def _cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def _table(head: list[str], rows: list[list[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(_cell, row)) + " |" for row in rows])


def _games() -> str:
    rows = []
    for name in expedition.games():
        game = expedition.Game(name)
        rows.append(
            [f"[{_title(game.rules)}]({name}.md)", f"`{name}`", game.version, game.num_actions, game.observation_size]
        )
    return "# The games\n\n" + _table(["game", "id", "version", "actions", "floats (default options)"], rows) + "\n"


def _actions(game: expedition.Game) -> str:
    verbs: dict[str, list[Any]] = {}
    for action in range(game.num_actions):
        fields = game.action_fields(action)
        entry = verbs.setdefault(fields["verb"], [action, 0, game.action_name(action), ", ".join(fields["arguments"])])
        entry[1] += 1
    rows = [
        [f"`{verb}`", first, count, arguments or "none", f"`{name}`"]
        for verb, (first, count, name, arguments) in verbs.items()
    ]
    return _table(["verb", "first id", "actions", "arguments", "for example"], rows)


def _observation(game: expedition.Game) -> str:
    rows = [
        [f"`{f.name}`", f.offset, f.size, "x".join(map(str, f.shape)), f"{f.low:g} to {f.high:g}"] for f in game.layout
    ]
    return _table(["feature", "from", "floats", "shape", "values"], rows)


def _game(name: str) -> str:
    game = expedition.Game(name)
    options = [[f"`{o['name']}`", o["takes"], f"`{o['default']!r}`", o["help"]] for o in game.option_help]
    rules = re.sub(r"^(#+) ", lambda m: "#" + m[1] + " ", game.rules.split("\n", 1)[1], flags=re.M)
    return f"""# {_title(game.rules)}

Id `{name}`, version {game.version}, {game.num_actions} actions, {game.observation_size} floats per observation with the
default options, at most {game.max_decisions:,} decisions a game, {game.state_bytes:,} bytes a state.

![A position]({name}.svg)

## Options

{_table(["option", "takes", "default", "meaning"], options)}

## Actions

One step is one decision. Ids are the same for every option of the game; names are unique and stable.

{_actions(game)}

## Observation

What a seat may know, its own seat first, with the default options. `game.explain` turns an observation back into names.

{_observation(game)}

## Rewards

`reward="outcome"`: at the end the winners share +1 and the others share -1 (a co-operative game gives all seats
the same value). `reward="score"`: the change of the seat's points at each step, scaled to about -1 to 1 a game.

## Components

![The components]({name}_components.svg)

## Rules

{rules}
"""


class _Bare(str):
    """An annotation that prints without quotation marks."""

    def __repr__(self) -> str:
        return str(self)


def _bare(annotation: Any) -> Any:
    return _Bare(annotation) if isinstance(annotation, str) else annotation


def _signature(thing: Any) -> str:
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return "(...)"
    parameters = [p.replace(annotation=_bare(p.annotation)) for p in found.parameters.values()]
    found = found.replace(parameters=parameters, return_annotation=_bare(found.return_annotation))
    return str(found).replace("(self, /", "(self").replace("($self, /", "(self")


def _doc(thing: Any) -> str:
    text = inspect.getdoc(thing) or ""
    # Examples become code blocks.
    return re.sub(
        r"((?:^>>> .*\n?|^\.\.\. .*\n?)(?:^.+\n?)*)", lambda m: f"```pycon\n{m[1].rstrip()}\n```\n", text, flags=re.M
    )


def _member(owner: str, name: str, thing: Any) -> str:
    if isinstance(thing, property) or inspect.isgetsetdescriptor(thing) or inspect.ismemberdescriptor(thing):
        return f"#### `{owner}.{name}`\n\n{_doc(thing)}\n"
    return f"#### `{owner}.{name}{_signature(thing)}`\n\n{_doc(thing)}\n"


def _function(level: str, name: str, thing: Any) -> str:
    """Return a heading with the name alone, then how it is called."""
    call = textwrap.fill(name.rsplit(".", 1)[-1] + _signature(thing), 84, subsequent_indent="    ")
    return f"{level} `{name}`\n\n```python\n{call}\n```\n\n{_doc(thing)}\n"


def _public(module: ModuleType) -> list[str]:
    """Return what a module offers: its ``__all__``, or what is defined in it."""
    own = [n for n, v in vars(module).items() if getattr(v, "__module__", None) == module.__name__]
    names = getattr(module, "__all__", own)
    return sorted(n for n in names if not n.startswith("_") and not inspect.ismodule(getattr(module, n)))


def _reference() -> str:
    out = ["# Reference\n\nEvery public name, from the code itself.\n"]
    for name in sorted(
        n for n in expedition.__all__ if not n.startswith("_") and not inspect.ismodule(getattr(expedition, n))
    ):
        thing = getattr(expedition, name)
        if inspect.isclass(thing):
            out.append(f"## `{name}`\n\n{_doc(thing)}\n")
            members = [(m, v) for m, v in vars(thing).items() if not m.startswith("_")]
            out += [_member(name, m, v.__func__ if isinstance(v, staticmethod) else v) for m, v in sorted(members)]
        else:
            out.append(_function("##", name, thing))
    for module in MODULES:
        loaded = importlib.import_module(f"expedition.{module}")
        out.append(f"## `expedition.{module}`\n\n{_doc(loaded)}\n")
        for name in _public(loaded):
            thing = getattr(loaded, name)
            if inspect.isclass(thing):
                out.append(f"### `{module}.{name}`\n\n{_doc(thing)}\n")
                members = [
                    (m, v)
                    for m, v in vars(thing).items()
                    if not m.startswith("_") and (callable(v) or isinstance(v, (property, classmethod)))
                ]
                out += [_member(name, m, v.__func__ if isinstance(v, classmethod) else v) for m, v in sorted(members)]
            else:
                out.append(_function("###", f"{module}.{name}", thing))
    return "\n".join(out)
