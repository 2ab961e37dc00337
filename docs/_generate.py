"""Pages generated from the code when the documentation is built: one for each game, and the reference."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import expedition
from expedition._networks import card
from expedition.analysis import benchmarks

# The modules documented besides the package itself.
MODULES = (
    "analysis.benchmarks", "analysis.dataset", "analysis.distributed", "analysis.effects", "analysis.frames",
    "analysis.review", "analysis.review_report", "analysis.review_search", "analysis.speed", "analysis.statistics",
    "analysis.style", "envs.aec", "envs.opponents", "envs.parallel", "envs.single", "envs.spaces", "envs.vector",
    "pettingzoo", "play.explore", "play.replay", "play.reviewed", "play.session", "play.web", "schemas", "show",
    "testing",
)  # fmt: skip
# Modules that need libraries missing when the documentation is built, so they are parsed instead of imported.
READ = (
    "adapters.openspiel", "adapters.puffer", "adapters.rllib", "adapters.sb3", "adapters.torchrl", "torch", "train.az",
    "train.config", "train.curriculum", "train.export", "train.network", "train.ppo", "train.presets",
)  # fmt: skip


TURNS = {
    "agartha": """Six rounds. In each, players put their tokens 1, 2 and 3 face down one at a time, into the action zone
of a tile or into its auction. Then the tiles are resolved from left to right: an action zone gives its owner an action,
an auction gives its cards to the highest sum. The winner places them on a board, where they activate each other.""",
    "arnak": """Five rounds. In turn each player takes one main action (dig, discover, overcome, buy, play a card,
research or pass) and as many free actions as it likes; a player who has passed is out until the next round. The round
ends when all have passed.""",
    "kathmandu": """In turn each player with cards takes one action: place tokens, take a personality, use a special
one, or remove a dig that it controls and can pay for. When nobody can act the round ends and the digs grow.""",
    "subterra": """One turn for every explorer: two action points (a third for a hit point) to reveal, move, explore,
heal, handle objects, attack, run or dig, then a hazard roll. After all of them the Guardians act twice and the volcano
comes nearer. The team wins or loses together.""",
    "toy": """The seat to act leads the rope down by one, two or three steps. Whoever makes the last step takes the
lantern.""",
}
NOTEBOOKS = {
    "agartha": ("03_agartha_bidding", "How to bid"),
    "arnak": ("02_arnak_analysis", "Which cards and openings win"),
    "kathmandu": ("05_kathmandu_control", "When to stop placing and start buying"),
    "subterra": ("04_subterra_difficulty", "How hard it is, which team wins, at what pace"),
    "toy": ("06_train_your_agent", "Train an agent on it"),
}
_LABELS = 6
"""Number of labels listed in a feature's row."""
MEANINGS = tomllib.loads((Path(__file__).parent / "observations.toml").read_text(encoding="utf-8"))
"""The meaning of each number of an observation, by game and feature."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the generated pages and the studies to the navigation."""
    docs = Path(config.docs_dir)
    games = ["games/index.md", *(f"games/{name}.md" for name in expedition.games())]
    studies = [path.relative_to(docs).as_posix() for path in sorted((docs / "studies").glob("*.md"))]
    nav: list[Any] = config.nav or []
    here = next(i for i, entry in enumerate(nav) if "Guides" in entry) + 1
    nav[here:here] = [{"Games": games}, {"Studies": studies}]
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
    """Return the picture of a game well under way, drawn by `tools/pictures.py`, or of a new game's beginning."""
    drawn = Path(__file__).parent / "pictures" / f"{name}.svg"
    return drawn.read_text(encoding="utf-8") if drawn.exists() else expedition.Game(name).episode(seed=3).to_svg()


def _cards() -> str:
    """Return the page of the shipped networks, from the facts in their files."""
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
    about = "The facts stored in each file. [Networks](networks.md) describes the format and the use of networks."
    lines = ["# Shipped networks", "", about, "", _table(["name", "game", "players", "strength"], rows), ""]
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
        [f"`{f.name}`", f.offset, " x ".join(map(str, f.shape)), f"{f.low:g} to {f.high:g}", _meaning(game.name, f)]
        for f in game.layout
    ]
    return _table(["feature", "from", "floats", "values", "each float"], rows)


def entry(feature: str) -> str:
    """Return the key of a feature in the table of meanings, which is one for all seats, tiles and so on."""
    return re.sub(r"_\d+\.", ".", feature)


def _meaning(game: str, feature: expedition.Feature) -> str:
    """Return the meaning of a feature's floats, with their labels."""
    words = str(MEANINGS.get(game, {}).get(entry(feature.name), ""))
    if not feature.labels:
        return words
    more = len(feature.labels) - _LABELS
    labels = ", ".join(feature.labels[:_LABELS]) + (f" and {more} more" if more > 0 else "")
    return f"{words} ({labels})" if words else labels


def _strength(name: str) -> str:
    """Return a game's rows of the ladder and of the leaderboard."""
    ladder = (Path(__file__).parent / "strength.md").read_text(encoding="utf-8").splitlines()
    mine = [
        [cell.strip() for cell in line.strip("| ").split(" | ")] for line in ladder if line.startswith(f"| {name} ")
    ]
    tasks = [f"`{task}`" for task, what in benchmarks.tasks().items() if what.game == name]
    parts = []
    if mine:
        rows: list[list[object]] = [[row[1], row[2], row[3] if len(row) > 3 else ""] for row in mine]
        parts.append(_table(["agent", "Elo (95 %)", "against the next below (95 %)"], rows))
    elif (heading := f"## {expedition.Game(name).title}") in ladder:
        # A team that wins or loses together has no rating: its ladder is a table of its own.
        section = ladder[ladder.index(heading) + 1 :]
        end = next((i for i, line in enumerate(section) if line.startswith("## ")), len(section))
        parts.append("\n".join(line for line in section[:end] if line.startswith("|")))
    parts.append("[How strong the agents are](../strength.md) has the ladders of all games.")
    board = (Path(__file__).parent / "benchmarks.md").read_text(encoding="utf-8").partition("## Leaderboard")[2]
    lines = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in board.splitlines()]
    results: list[list[object]] = [list(line) for line in lines if line[0] in tasks and len(line) == 5]
    if results:
        head = ["task", "agent", "won (95 %)", "points", "mean score"]
        parts.append(f"On the fixed tasks of the [benchmarks](../benchmarks.md):\n\n{_table(head, results)}")
    return "\n\n".join(parts)


def _notebook(name: str) -> str:
    """Return a link to the game's notebook, if it has one."""
    if name not in NOTEBOOKS:
        return ""
    page, words = NOTEBOOKS[name]
    return f"\nA study: [{words}](../notebooks/{page}.md).\n"


def _game(name: str) -> str:
    game = expedition.Game(name)
    options = [[f"`{o['name']}`", o["takes"], f"`{o['default']!r}`", o["help"]] for o in game.option_help]
    rules = re.sub(r"^(#+) ", lambda m: "#" + m[1] + " ", game.rules.split("\n", 1)[1], flags=re.M)
    return f"""# {_title(game.rules)}

Id `{name}`, version {game.version}, {game.num_actions} actions, {game.observation_size} floats per observation with the
default options, at most {game.max_decisions:,} decisions a game, {game.state_bytes:,} bytes a state.

![A position]({name}.svg)

## How a turn goes

{TURNS.get(name, "See the rules below.")}
{_notebook(name)}
## Options

{_table(["option", "takes", "default", "meaning"], options)}

## Actions

One step is one decision. Ids are the same for every option of the game; names are unique and stable.

{_actions(game)}

## Observation

What a seat may know, its own seat first, with the default options. `game.explain` translates an observation into words.

{_observation(game)}

## Rewards

`reward="outcome"`: at the end the winners share +1 and the others share -1 (a co-operative game gives all seats
the same value). `reward="score"`: the change of the seat's points at each step, scaled to about -1 to 1 a game.

## How strong the agents are

{_strength(name)}

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
    return _examples(inspect.getdoc(thing) or "")


def _examples(text: str) -> str:
    """Return a docstring with its examples as code blocks."""
    return re.sub(
        r"((?:^>>> .*\n?|^\.\.\. .*\n?)(?:^.+\n?)*)", lambda m: f"```pycon\n{m[1].rstrip()}\n```\n", text, flags=re.M
    )


def _member(owner: str, name: str, thing: Any) -> str:
    if isinstance(thing, property) or inspect.isgetsetdescriptor(thing) or inspect.ismemberdescriptor(thing):
        return f"#### `{owner}.{name}`\n\n{_doc(thing)}\n"
    return f"#### `{owner}.{name}{_signature(thing)}`\n\n{_doc(thing)}\n"


def _function(level: str, name: str, thing: Any) -> str:
    """Return a heading with the name alone, the signature, and the docstring."""
    call = textwrap.fill(name.rsplit(".", 1)[-1] + _signature(thing), 84, subsequent_indent="    ")
    return f"{level} `{name}`\n\n```python\n{call}\n```\n\n{_doc(thing)}\n"


def _public(module: ModuleType) -> list[str]:
    """Return the public names of a module: its ``__all__``, or those defined in it."""
    own = [n for n, v in vars(module).items() if getattr(v, "__module__", None) == module.__name__]
    names = getattr(module, "__all__", own)
    return sorted(n for n in names if not n.startswith("_") and callable(getattr(module, n)))


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
    return "\n".join([*out, *(_read(module) for module in READ)])


def _read(module: str) -> str:
    """Return the documentation of a module, parsed from its source."""
    path = Path(expedition.__file__).parent / f"{module.replace('.', '/')}.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    out = [f"## `expedition.{module}`\n\n{_examples(ast.get_docstring(tree) or '')}\n"]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            out.append(f"### `{module}.{node.name}`\n\n{_examples(ast.get_docstring(node) or '')}\n")
            methods = (one for one in node.body if isinstance(one, ast.FunctionDef) and one.name[0] != "_")
            out += [f"#### `{node.name}.{one.name}{_call(one)}`\n\n{_docstring(one)}\n" for one in methods]
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            call = textwrap.fill(node.name + _call(node), 84, subsequent_indent="    ")
            out.append(f"### `{module}.{node.name}`\n\n```python\n{call}\n```\n\n{_docstring(node)}\n")
    return "\n".join(out)


def _docstring(node: ast.FunctionDef) -> str:
    return _examples(ast.get_docstring(node) or "")


def _call(node: ast.FunctionDef) -> str:
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"({ast.unparse(node.args)}){returns}"
