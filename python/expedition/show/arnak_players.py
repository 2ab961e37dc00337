"""The players of Arnak: goods, hand, assistants, guardians, play area."""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import arnak_pieces as pieces
from .arnak_pieces import GOODS, MINI, Card
from .svg import Scene, group, measure, panel, paragraph, rect, seat_chip, seat_panel, text, wrap
from .view import View, points

_WIDE = 465.0
_HELP = 148.0
_TEXT = 349.0


def _goods(amounts: tuple[int, ...], idols: int, slots: tuple[bool, ...], at_home: int, seat: int) -> str:
    out = ""
    for i, (name, amount) in enumerate(zip(GOODS, amounts, strict=True)):
        out += rect(i * 47, -11, 44, 22, "card", "line", r=11)
        out += group(pieces.small(pieces.good(name), 1.05), at=(12 + i * 47, 0))
        out += text(25 + i * 47, 5, str(amount), 13, bold=True, fill="ink" if amount else "soft")
    out += rect(240, -11, 44, 22, "card", "line", r=11) + group(pieces.idol(), at=(252, 0))
    out += text(265, 5, str(idols), 13, bold=True, fill="ink" if idols else "soft")
    for i, filled in enumerate(slots):
        out += rect(294 + i * 20, -9, 18, 18, "purple" if filled else "inset", "line", r=4)
        out += group(pieces.small(pieces.idol(), 0.7), at=(303 + i * 20, 0)) if filled else ""
    for i in range(at_home):
        out += group(pieces.figure(seat), at=(392 + i * 24, 4))
    return out


def _hand(view: View, player: dict[str, Any]) -> list[Card] | None:
    if player["hand"] is None:
        return None
    tables = pieces.tables_of(view)
    return [tables.card(name) for name in player["hand"]]


def _names(names: list[str]) -> str:
    """Return names with their counts: ``Exploration, 2 Fear``."""
    plain = Counter(name.partition(" (")[0] for name in names)
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in plain.items()) or "nothing"


def _lines(label: str, words: str, rows: int) -> str:
    return text(0, 10, label, 10, bold=True, width=92) + paragraph(
        98, 1, words, 10, _TEXT, 12.0 * rows, fill="soft", least=9
    )


def _rows(words: str) -> int:
    return max(1, len(wrap(words, 10, _TEXT)))


class _Board:
    """One player's board, measured before it is drawn so that neighbouring boards are equally high."""

    def __init__(self, view: View, state: dict[str, Any], seat: int) -> None:
        self.view, self.state, self.seat = view, state, seat
        self.player = state["players"][seat]
        self.hand = _hand(view, self.player)
        self.cards = [pieces.mini_height(card) for card in self.hand or []]
        rows = [self.cards[i : i + 3] for i in range(0, len(self.cards), 3)]
        self.row_heights = [max(row) for row in rows]
        self.helpers: list[tuple[str, tuple[Any, ...], str, float]] = []
        for one in self.player["assistants"]:
            high = 28 + pieces.gain_height(one["effect"], 9.5, _HELP - 12)
            args = ((one["name"],), one["effect"], one["effect"], one["side"])
            self.helpers.append(("assistant", (args, not one["ready"]), f"seat {seat} {one['id']}", high))
        for one in self.player["guardians"]:
            high = 28 + pieces.gain_height(one["boon"], 9.5, _HELP - 12)
            self.helpers.append(
                ("guardian", (one["name"], one["boon"], one["boon_used"]), f"seat {seat} {one['id']}", high)
            )
        heights = [helper[3] for helper in self.helpers]
        self.helper_rows = [max(heights[i : i + 3]) for i in range(0, len(heights), 3)]
        tiles = self.player["fear_tiles"]
        owned = self.player["in_hand_or_deck"]
        self.texts: list[tuple[str, str, str | None]] = [("Hand and deck", _names(owned), None)]
        play = _names(self.player["play_area"]) + (
            f", {tiles} fear {'tile' if tiles == 1 else 'tiles'}" if tiles else ""
        )
        self.texts.append(("Play area", play, f"seat {seat} play"))

    @property
    def height(self) -> float:
        """The height that the board needs."""
        backs = 52.0 if self.hand is None and self.player["hand_size"] else 0.0
        cards = backs + sum(self.row_heights) + 5 * len(self.row_heights)
        helpers = sum(self.helper_rows) + 4 * len(self.helper_rows)
        return 72 + cards + helpers + sum(12 * _rows(words) + 6 for _, words, _ in self.texts) + 6

    def draw(self, scene: Scene, at: tuple[float, float], height: float) -> None:
        """Draw the board."""
        (x, y), seat, player, state = at, self.seat, self.player, self.state
        notes = [player["name"], f"{player['hand_size']} in hand", f"{player['deck_size']} in the deck"]
        if state["start_player"] == player["name"]:
            notes.append("start player")
        if seat in self.view.winners:
            notes.append("won")
        elif player["passed"]:
            notes.append("passed")
        acts = self.view.framed(seat)
        title = (_WIDE, height, seat, " · ".join(notes), str(player["points"]), acts)
        scene.add(seat_panel, *title, at=at, title=points(player["points"]))
        amounts = tuple(player["resources"][name] for name in GOODS)
        figures = 2 - len(player["archaeologists_at"])
        parts = (amounts, player["idols_in_crates"], tuple(player["slots"]), figures, seat)
        scene.add(_goods, *parts, at=(x + 10, y + 50), target=f"seat {seat} goods")
        y += 70
        if self.hand is None and player["hand_size"]:
            scene.add(pieces.card_back, player["hand_size"], at=(x + 12, y + 4), title="cards in hand")
            y += 52
        for i, card in enumerate(self.hand or []):
            column, row = i % 3, i // 3
            top = y + sum(self.row_heights[:row]) + 5 * row
            where = (x + 8 + column * (MINI + 3), top)
            scene.add(pieces.mini_card, card, self.row_heights[row], at=where, target=f"seat {seat} card {card.id}")
        y += sum(self.row_heights) + 5 * len(self.row_heights)
        for i, (kind, args, target, _) in enumerate(self.helpers):
            row = i // 3
            size = (_HELP, self.helper_rows[row])
            where = (x + 8 + (i % 3) * (_HELP + 3), y + sum(self.helper_rows[:row]) + 4 * row)
            if kind == "assistant":
                scene.add(pieces.assistant, *args[0], size, args[1], at=where, target=target)
            else:
                scene.add(pieces.overcome, *args, size, at=where, target=target)
        y += sum(self.helper_rows) + 4 * len(self.helper_rows)
        for label, words, aimed in self.texts:
            scene.add(_lines, label, words, _rows(words), at=(x + 10, y + 3), target=aimed)
            y += 12 * _rows(words) + 6


def _rival(rival: dict[str, Any], cards: str, height: float) -> str:
    out = panel(_WIDE, height) + group(seat_chip(pieces.RIVAL, 11, "R"), at=(21, 20))
    tiles = len(rival["tiles_to_come"])
    note = f"The rival · {tiles} {'tile' if tiles == 1 else 'tiles'} to come"
    out += text(40, 25, note, 12.5, width=_WIDE - 98) + rect(_WIDE - 50, 7, 42, 25, "sun", "gold", r=6, pen=1.5)
    out += text(_WIDE - 29, 25, str(rival["points"]), 15, anchor="middle", bold=True)
    counts = (
        (pieces.guardian_sign(), len(rival["guardians"]), "guardian", "guardians"),
        (pieces.idol(), rival["idols"], "idol", "idols"),
        (pieces.idol(), rival["idols_in_the_pile"], "idol to come", "idols to come"),
    )
    x = 10.0
    for sign, amount, one, many in counts:
        label = f"{amount} {one if amount == 1 else many}"
        wide = 32 + measure(label, 11)
        out += rect(x, 39, wide, 22, "card", "line", r=11) + group(pieces.small(sign, 0.9), at=(x + 14, 50))
        out += text(x + 26, 54, label, 11, fill="ink" if amount else "soft")
        x += wide + 4
    where = rival["magnifying_glass"] or "the start"
    out += group(pieces.token(pieces.RIVAL, "magnifying glass"), at=(20, 78)) + text(36, 82, f"at {where}", 11)
    return out + group(_lines("Cards", cards, _rows(cards)), at=(10, 96))


def all_of(scene: Scene, view: View, state: dict[str, Any], y: float) -> float:
    """Draw the boards in pairs, the viewer's first; return the bottom of the picture."""
    boards = [_Board(view, state, seat) for seat in view.own_first()]
    for pair in (boards[i : i + 2] for i in range(0, len(boards), 2)):
        height = max(board.height for board in pair)
        if "rival" in state:
            cards = _names(state["rival"]["cards"])
            height = max(height, 110 + 12.0 * _rows(cards))
            scene.add(_rival, _Frozen(state["rival"]), cards, height, at=(20 + _WIDE, y))
        for column, one in enumerate(pair):
            at = (10 + column * (_WIDE + 10), y)
            one.draw(scene, at, height)
            scene.area(f"seat {one.seat}", *at, _WIDE, height)
        y += height + 10
    return y


class _Frozen(dict[str, Any]):
    """A dictionary that can be a key of the picture cache."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(repr(self))
