"""Lost Ruins of Arnak: sites, research track, card row, supplies and player boards."""

from __future__ import annotations

from typing import Any

from .._engine import Game
from . import arnak_board as board
from . import arnak_pieces as pieces
from .arnak_pieces import CARD, GOODS, MINI, NONE, Card, Tables
from .svg import Scene, group, heading, panel, paragraph, rect, seat_chip, stack, text
from .view import View, points

_HELP = (112.0, 58.0)
_ROW = _HELP[1] + 3
_PLAYER = 465.0
_SECRET = ("keep one", "return to top", "keep hand cards")


def hide(state: dict[str, Any], viewer: int, players: int, over: bool) -> dict[str, Any]:
    """Leave of the others' cards what is public: how many are in hand, and which are in hand and deck together."""
    shown = {**state, "players": []}
    for seat, player in enumerate(state["players"]):
        known = _counted(state, seat, player)
        if seat != viewer:
            known = {**known, "hand": None, "hand_fear": None, "sees": None}
        shown["players"].append(known)
    if not state["temple_seen"] >> viewer & 1:
        shown["temple_kinds"] = None
    if not state["rescue_seen"] >> viewer & 1:
        shown["rescue"] = state["rescue"][:1]
        shown["rescue_below"] = state["rescue_below"] + len(state["rescue"][1:])
    for secret in ("keys", "seen", "seen_fear", "stack", "hidden_assistants", "market"):
        shown.pop(secret, None)
    return shown


def _counted(state: dict[str, Any], seat: int, player: dict[str, Any]) -> dict[str, Any]:
    """A player's cards as people count them."""
    looks = state["seat"] == seat and state["phase"] != "over"
    seen = state["seen"] if looks else []
    seen_fear = sum(state["seen_fear"]) if looks else 0
    tops = [top["card"] for top in player["private_tops"]]
    identified = [card for card in tops if card < 79]
    fear = sum(player["hand_fear"]) + sum(player["deck_fear"]) + seen_fear + len(tops) - len(identified)
    keep = {k: v for k, v in player.items() if k not in ("deck", "deck_fear", "private_tops", "basic_keys")}
    return {
        **keep,
        "hand": sorted(player["hand"]),
        "hand_fear": sum(player["hand_fear"]),
        "hand_size": len(player["hand"]) + sum(player["hand_fear"]),
        "deck_size": len(player["deck"]) + sum(player["deck_fear"]) + len(tops),
        "owned": sorted({*player["hand"], *player["deck"], *identified, *seen}),
        "owned_fear": fear,
        "sees": sorted(seen),
    }


def _state(view: View) -> dict[str, Any]:
    """The state with players as people count them, whoever looks."""
    if view.viewer is not None:
        return view.state
    return {
        **view.state,
        "players": [_counted(view.state, seat, player) for seat, player in enumerate(view.state["players"])],
    }


# ---------------------------------------------------------------- the players


def _title(seat: int, words: str, acts: bool, height: float) -> str:
    out = panel(_PLAYER, height, "", "", seat if acts else None) + group(seat_chip(seat, 10), at=(20, 19))
    return out + text(38, 24, words, 12.5, bold=acts, width=420)


def _goods(amounts: tuple[int, ...], idols: int, slots: int, figures: int) -> str:
    out = ""
    for i, (name, amount) in enumerate(zip(GOODS, amounts, strict=True)):
        out += group(pieces.good(name), at=(8 + i * 44, 0)) + text(20 + i * 44, 5, str(amount), 12.5, bold=True)
    out += group(pieces.idol(), at=(232, 0)) + text(242, 5, str(idols), 12.5, bold=True)
    for i in range(4):
        out += rect(264 + i * 18, -8, 16, 16, "purple" if slots >> i & 1 else "inset", "line", r=3)
    return out + text(
        344, 5, f"{figures} {'figure' if figures == 1 else 'figures'} at home", 10.5, fill="soft", width=105
    )


def _helper_rows(scene: Scene, view: View, player: dict[str, Any], seat: int, at: tuple[float, float]) -> float:
    """Assistants and guardians of a player; the height they take."""
    tables, (x, y) = pieces.tables_of(view), at
    boxes: list[tuple[str, tuple[Any, ...], str]] = []
    for square, number in enumerate(player["assistants"]):
        if number != NONE:
            name, silver, gold = tables.assistants[number]
            side = "gold" if player["gold"] >> square & 1 else "silver"
            used = not player["ready"] >> square & 1
            boxes.append(("assistant", (name, silver, gold, side, None, _HELP, used), f"seat {seat} {name}"))
    for number in range(15):
        if player["guardians"] >> number & 1:
            name, _, boon = tables.guardians[number]
            used = bool(player["used_boons"] >> number & 1)
            boxes.append(("guardian", (name, boon, used), f"seat {seat} {name}"))
    for i, (kind, args, target) in enumerate(boxes):
        where = (x + (i % 4) * (_HELP[0] + 1), y + (i // 4) * _ROW)
        scene.add(pieces.assistant if kind == "assistant" else _overcome, *args, at=where, target=target)
    return -(-len(boxes) // 4) * _ROW


def _overcome(name: str, boon: str, used: bool) -> str:
    out = rect(0, 0, *_HELP, "inset" if used else "rose", "line", r=4, dash="4 3" if used else "")
    out += group(pieces.guardian_sign(), at=(13, 14))
    words = name.replace("_", " ") + (" · used" if used else "")
    out += text(26, 14, words, 9.5, fill="soft", width=_HELP[0] - 30, least=0.7)
    return out + paragraph(6, 23, boon, 9, _HELP[0] - 12, 34)


def _hand(view: View, player: dict[str, Any]) -> list[Card] | None:
    if player["hand"] is None:
        return None
    tables = pieces.tables_of(view)
    return [*(tables.cards[card] for card in player["hand"]), *([tables.fear] * player["hand_fear"])]


def _named(view: View, cards: list[int], fear: int) -> str:
    tables = pieces.tables_of(view)
    words = [tables.cards[card].name for card in cards] + ([f"{fear} Fear"] if fear else [])
    return ", ".join(words) or "nothing"


def _lines(label: str, words: str) -> str:
    return text(0, 10, label, 10.5, bold=True, width=86) + paragraph(96, 1, words, 10, 349, 26, fill="soft", least=7.5)


def _height(view: View, player: dict[str, Any]) -> float:
    hand = _hand(view, player)
    cards = 48.0 if hand is None else max(1, -(-len(hand) // 3)) * (MINI[1] + 3)
    helpers = sum(a != NONE for a in player["assistants"]) + bin(player["guardians"]).count("1")
    return float(62 + cards + -(-helpers // 4) * _ROW + 68)


def _player(scene: Scene, view: View, state: dict[str, Any], seat: int, at: tuple[float, float], height: float) -> None:
    player, (x, y) = state["players"][seat], at
    notes = [points(view.scores[seat]), f"hand {player['hand_size']}", f"deck {player['deck_size']}"]
    if state["start"] == seat:
        notes.append("start marker")
    if state["passed"] >> seat & 1:
        notes.append("passed")
    scene.add(_title, seat, " · ".join(notes), seat == view.seat, height, at=at)
    home = 2 - bin(player["figures"]).count("1")
    scene.add(
        _goods,
        tuple(player["goods"]),
        player["crates"],
        player["slots"],
        home,
        at=(x + 10, y + 46),
        target=f"seat {seat} goods",
    )
    y += 62
    hand = _hand(view, player)
    if hand is None:
        scene.add(pieces.card_back, player["hand_size"], at=(x + 10, y), title="cards in hand")
        y += 48
    else:
        for i, card in enumerate(hand):
            where = (x + 9 + (i % 3) * (MINI[0] + 3), y + (i // 3) * (MINI[1] + 3))
            scene.add(pieces.mini_card, card, at=where, target=f"seat {seat} card {card.id}")
        y += max(1, -(-len(hand) // 3)) * (MINI[1] + 3)
    y += _helper_rows(scene, view, player, seat, (x + 9, y))
    scene.add(_lines, "Hand and deck", _named(view, player["owned"], player["owned_fear"]), at=(x + 10, y + 3))
    tiles = f", {player['fear_tiles']} fear tiles" if player["fear_tiles"] else ""
    scene.add(
        _lines,
        "Play area",
        _named(view, player["play"], player["play_fear"]) + tiles,
        at=(x + 10, y + 34),
        target=f"seat {seat} play",
    )


def _rival(number: int, magnifier: str, guardians: int, idols: int, pile: int, cards: str) -> str:
    out = panel(_PLAYER, 96, "Rival", f"{number} tiles to come") + text(
        10, 40, f"magnifying glass at {magnifier} · guardians {guardians}", 11, width=440
    )
    out += text(10, 57, f"idols {idols}, {pile} in the pile", 11) + paragraph(
        10, 64, f"cards: {cards}", 10, 445, 28, fill="soft"
    )
    return out


def _open(view: View, state: dict[str, Any]) -> str:
    """What is being paid, and the icons left over."""
    words = []
    payment = state["payment"]
    if any(payment["cost"]):
        cost, paid = (_icon_words(payment[key]) for key in ("cost", "committed"))
        words.append(f"to pay {cost}, paid {paid or 'nothing'}")
    if any(state["pool"]):
        words.append(f"left over {_icon_words(state['pool'])}")
    return "; ".join(words)


def _icon_words(amounts: list[int]) -> str:
    return " ".join(f"{n} {pieces.ICONS[i]}" for i, n in enumerate(amounts) if n)


def draw(view: View, scene: Scene) -> None:
    """Draw a position."""
    state = _state(view)
    if view.players == 1:
        view.memo["rival"] = True
    turn = "; ".join(filter(None, [view.turn, _open(view, state) if not view.is_over else ""]))
    scene.add(heading, 940, f"Lost Ruins of Arnak · round {state['round']} of 5", turn, at=(10, 10))
    y = board.row(scene, view, state, 38.0)
    below = board.sites(scene, view, state, y)
    y = max(below, board.research(scene, view, state, y))
    y = board.supplies(scene, view, state, y)
    if state["exile"]:
        scene.add(_exile, _named(view, state["exile"], 0), at=(10, y))
        y += 30
    seats = view.own_first()
    for pair in (seats[i : i + 2] for i in range(0, len(seats), 2)):
        height = max(_height(view, state["players"][seat]) for seat in pair)
        for column, seat in enumerate(pair):
            at = (10 + column * (_PLAYER + 10), y)
            _player(scene, view, state, seat, at, height)
            scene.area(f"seat {seat}", *at, _PLAYER, height)
        if view.players == 1:
            rival = state["rival"]
            spaces = view.content[f"research_{view.options['board']}"]["spaces"]
            where = "the start" if rival["magnifier"] == NONE else spaces[rival["magnifier"]]["id"]
            counts = (
                bin(rival["left"]).count("1"),
                where,
                bin(rival["guardians"]).count("1"),
                bin(rival["idols"]).count("1"),
                rival["pile"],
            )
            scene.add(_rival, *counts, _named(view, rival["cards"], 0), at=(20 + _PLAYER, y))
        y += height + 10
    scene.grow(y)


def _exile(names: str) -> str:
    return text(0, 12, "Exiled", 10.5, bold=True) + paragraph(52, 2, names, 10, 880, 25, fill="soft", least=7.5)


# ---------------------------------------------------------------- components


def components(game: Game, scene: Scene) -> None:
    """Draw all cards, site tiles, guardians and assistants."""
    tables = Tables(game, game.content)
    scene.add(heading, 940, "Lost Ruins of Arnak", "components", at=(10, 10))
    y = 38.0
    for kind, title in (("item", "Items"), ("artifact", "Artifacts"), ("basic", "Basic cards and Fear")):
        cards = [card for card in tables.cards if card.kind == kind] + ([tables.fear] if kind == "basic" else [])
        scene.add(_section, title, at=(10, y))
        y += 22
        for card, (dx, dy) in zip(cards, stack([CARD] * len(cards), 944, 7), strict=True):
            scene.add(pieces.card, card, at=(10 + dx, y + dy))
        y += -(-len(cards) // 6) * (CARD[1] + 7) + 8
    scene.add(_section, "Site tiles", at=(10, y))
    y += 22
    for (name, effect), (dx, dy) in zip(tables.tiles, stack([(150, 76)] * len(tables.tiles), 944, 7), strict=True):
        scene.add(pieces.site, name, effect, "", (), None, (150.0, 76.0), at=(10 + dx, y + dy))
    y += -(-len(tables.tiles) // 6) * 83 + 8
    scene.add(_section, "Guardians", at=(10, y))
    y += 22
    for (name, cost, boon), (dx, dy) in zip(
        tables.guardians, stack([(184, 62)] * len(tables.guardians), 944, 5), strict=True
    ):
        scene.add(_guardian, name, cost, boon, at=(10 + dx, y + dy))
    y += -(-len(tables.guardians) // 5) * 67 + 8
    scene.add(_section, "Assistants", at=(10, y))
    y += 22
    size = (230.0, 78.0)
    for (name, silver, gold), (dx, dy) in zip(
        tables.assistants, stack([size] * len(tables.assistants), 944, 6), strict=True
    ):
        scene.add(pieces.assistant, name, silver, gold, "", None, size, False, at=(10 + dx, y + dy))
    scene.grow(y + -(-len(tables.assistants) // 4) * 84 + 8)


def _section(title: str) -> str:
    return text(0, 14, title, 13, bold=True)


def _guardian(name: str, cost: str, boon: str) -> str:
    signs, _ = pieces.priced(cost)
    out = rect(0, 0, 184, 62, "rose", "line", r=4) + group(pieces.guardian_sign(), at=(16, 15))
    return (
        out
        + group(signs, at=(32, 14))
        + text(178, 18, name.replace("guardian_", "#"), 10, fill="soft", anchor="end")
        + paragraph(10, 29, boon, 10, 166, 30)
    )


# ---------------------------------------------------------------- actions


def targets(view: View, name: str) -> list[str]:
    """Return the parts of the picture an action is about."""
    state, seat = _state(view), view.seat
    verb, _, what = name.partition(" ")
    tables = pieces.tables_of(view)
    if seat is None:
        return []
    player = state["players"][seat]
    hand = {card.id for card in _hand(view, player) or []}
    row = {
        tables.cards[c].id
        for c in [*state["artifact_row"][: state["round"]], *state["item_row"][: 6 - state["round"]]]
        if c != NONE
    }
    match verb:
        case "play" if what in hand:
            return [f"seat {seat} card {what}"]
        case "pick":
            if what in ("fear_in_play", "fear_tile"):
                return [f"seat {seat} play"]
            found = [f"seat {seat} card {what}"] if what in hand else []
            return found + ([f"card {what}"] if what in row else [])
        case "space":
            return [f"site {what[:-1] if what.startswith('camp_') else what}"]
        case "site":
            return [name]
        case "magnifier" | "notebook":
            return _research_target(view, player[verb], int(what))
        case "temple":
            return [name]
        case "use" | "boon":
            return [f"seat {seat} {what}"]
        case "assistant":
            own = [tables.assistants[a][0] for a in player["assistants"] if a != NONE]
            supply = [tables.assistants[a][0] for a in [*state["supply"], *_rescue(view, state)] if a != NONE]
            return [f"seat {seat} {what}"] if what in own else [name] if what in supply else []
        case "slot" | "free_slot" | "pilot":
            return [f"seat {seat} goods"]
        case _:
            return []


def _rescue(view: View, state: dict[str, Any]) -> list[int]:
    return state["rescue"] if view.options["board"] == "snake" else []


def _research_target(view: View, at: int, column: int) -> list[str]:
    spaces = view.content[f"research_{view.options['board']}"]["spaces"]
    row = 1 if at == NONE else spaces[at]["row"] + 1
    return [f"research {space['id']}" for space in spaces if space["row"] == row and space["col"] == column]


def whispered(view: View, name: str) -> str:
    """Others do not see which card of the hand or deck is kept."""
    return "pick a card" if name.startswith("pick ") and view.decision in _SECRET else name
