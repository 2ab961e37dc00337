"""Pictures: they are well-formed, they fit, and they tell a seat nothing it cannot know."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

import expedition
from expedition.show import Artist, module_of, opinions, svg, theme

SVG = "{http://www.w3.org/2000/svg}"
GAMES = expedition.games()


def positions(game: expedition.Game, seed: int, every: int = 1) -> Iterator[expedition.Episode]:
    """Positions of a random game: the first, one in every few, the last."""
    ep, stream = game.episode(seed=seed), random.Random(seed)
    step = 0
    while not ep.is_over:
        if step % every == 0:
            yield ep
        ep.play(int(stream.choice(ep.legal_actions())))
        step += 1
    yield ep


def texts(picture: str) -> list[ET.Element]:
    return list(ET.fromstring(picture).iter(f"{SVG}text"))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_own_drawings(name: str) -> None:
    assert module_of(name).__name__ == f"expedition.show.{name}"


@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_well_formed_and_differ_between_positions(name: str) -> None:
    for players in expedition.Game(name).player_counts:
        game = expedition.Game(name, players=players)
        seen = set()
        for ep in positions(game, seed=players, every=17):
            picture = ep.to_svg()
            root = ET.fromstring(picture)
            assert root.tag == f"{SVG}svg"
            width, height = map(float, root.attrib["viewBox"].split()[2:])
            assert 300 <= width <= 960
            assert 100 <= height <= 2400
            seen.add(picture)
        assert len(seen) > 1


def boxes(
    element: ET.Element, x: float = 0, y: float = 0, scale: float = 1
) -> Iterator[tuple[str, float, float, float, float]]:
    """The lines of text of a picture with their left, right, baseline and size, by the widest font of the stack."""
    transform = element.attrib.get("transform", "")
    if move := re.search(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)", transform):
        x, y = x + scale * float(move[1]), y + scale * float(move[2])
    if grow := re.search(r"scale\(([-\d.]+)\)", transform):
        scale *= float(grow[1])
    if element.tag == f"{SVG}text" and element.attrib.get("font-family") != "monospace":
        content = "".join(t for t in element.itertext())
        title = element.find(f"{SVG}title")
        if title is not None:
            content = content.removeprefix(title.text or "")
        size = float(element.attrib["font-size"]) * scale
        wide = svg.measure(content, size, bold="font-weight" in element.attrib)
        left = x + scale * float(element.attrib["x"])
        left -= {"start": 0.0, "middle": wide / 2, "end": wide}[element.attrib.get("text-anchor", "start")]
        yield content, left, left + wide, y + scale * float(element.attrib["y"]), size
    for child in element:
        yield from boxes(child, x, y, scale)


@pytest.mark.parametrize("name", GAMES)
def test_no_text_leaves_the_picture(name: str) -> None:
    for players in expedition.Game(name).player_counts:
        game = expedition.Game(name, players=players)
        pictures = [ep.to_svg(viewer=0) for ep in positions(game, seed=7, every=29)]
        for picture in [*pictures, game.to_svg()]:
            root = ET.fromstring(picture)
            width, height = map(float, root.attrib["viewBox"].split()[2:])
            for content, left, right, base, _ in boxes(root):
                assert -0.5 <= left <= right <= width + 0.5, (content, left, right)
                assert 0 < base <= height, (content, base)


@pytest.mark.parametrize("name", GAMES)
def test_no_text_is_cut_or_lies_on_another(name: str) -> None:
    for players in expedition.Game(name).player_counts:
        game = expedition.Game(name, players=players)
        pictures = [ep.to_svg(viewer=0) for ep in positions(game, seed=13, every=31)]
        for picture in [*pictures, game.to_svg()]:
            lines = sorted(boxes(ET.fromstring(picture)), key=lambda line: line[3])
            assert not [content for content, *_ in lines if "…" in content]
            for i, (content, left, right, base, _) in enumerate(lines):
                for other, its_left, its_right, its_base, its_size in lines[i + 1 :]:
                    beside = its_left > right - 1.5 or left > its_right - 1.5
                    # Capitals and digits rise 0.73 of the size above the baseline.
                    assert beside or its_base - 0.73 * its_size > base - 1.5, (content, other)


@pytest.mark.parametrize("name", GAMES)
def test_no_text_is_under_9_pixels_at_a_width_of_1000(name: str) -> None:
    game = expedition.Game(name)
    for ep in positions(game, seed=3, every=37):
        root = ET.fromstring(ep.to_svg(viewer=0))
        shrink = 1000 / float(root.attrib["viewBox"].split()[2])
        small = [(content, size * shrink) for content, *_, size in boxes(root) if size * shrink < 9]
        assert not small


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_nothing_it_cannot_know(name: str) -> None:
    for players in expedition.Game(name).player_counts:
        game = expedition.Game(name, players=players)
        artist = Artist(game)
        for number, ep in enumerate(positions(game, seed=11 + players, every=5)):
            for viewer in range(players):
                seen = artist.scene(ep, viewer).svg()
                for deal in range(2):
                    other = ep.redeal(viewer, 100 * number + deal)
                    assert artist.scene(other, viewer).svg() == seen


@pytest.mark.parametrize("name", GAMES)
def test_what_a_view_cannot_tell_apart_nothing_else_can(name: str) -> None:
    """Equal views mean equal pictures, texts and observations; choices that look alike are one line of the log."""
    for players in expedition.Game(name).player_counts:
        game = expedition.Game(name, players=players)
        artist = Artist(game)
        for ep in positions(game, seed=21 + players, every=23):
            if ep.is_over:
                break
            choices = ep.legal_actions()
            step = max(1, len(choices) // 12)
            for viewer in range(players):
                known: dict[str, tuple[str, str, bytes]] = {}
                heard: dict[str, tuple[str, str]] = {}
                for action in choices[::step]:
                    after = ep.clone()
                    after.play(int(action))
                    view = json.dumps(after.view(viewer))
                    shown = (artist.scene(after, viewer).svg(), after.to_text(viewer), after.observe(viewer).tobytes())
                    assert known.setdefault(view, shown) == shown, (ep, viewer, game.action_name(int(action)))
                    if viewer != ep.seat:
                        entry = after.log(viewer)[len(ep.history)]
                        line = (entry.sentence, str(entry.name))
                        assert heard.setdefault(ep.seen_as(int(action), viewer), line) == line


@pytest.mark.parametrize("name", GAMES)
def test_names_heard_by_others_do_not_depend_on_what_is_hidden(name: str) -> None:
    """If after a redeal another action has the same effect for a viewer, that viewer must not learn which it was."""
    game = expedition.Game(name)
    for ep in positions(game, seed=5):
        if ep.is_over:
            break
        for viewer in range(game.players):
            if viewer == ep.seat:
                continue
            told: dict[bytes, str] = {}
            before = {int(a) for a in ep.legal_actions()}
            hidden = {int(a) for a in ep.redeal(viewer, 9).legal_actions()}
            for action in before - hidden:
                # Legal only because of what the viewer cannot see: its full name would reveal it.
                after = ep.clone()
                after.play(action)
                key = after.observe(viewer).tobytes()
                told.setdefault(key, ep.seen_as(action, viewer))
                assert ep.seen_as(action, viewer) == told[key]


def test_toy_hides_gems_until_the_end() -> None:
    game = expedition.Game("toy", depth=3)
    ep = game.episode(seed=1)
    assert ep.to_svg(viewer=0).count(">?<") == 1
    assert ep.to_svg().count(">?<") == 0
    ep.play("lead 3")
    assert ep.to_svg(viewer=0).count(">?<") == 0


def test_agartha_tokens_are_face_down_for_opponents() -> None:
    game = expedition.Game("agartha")
    ep = next(ep for ep in positions(game, seed=2) if ep.state["bids"])
    owner = ep.state["holder"]
    name = game.seat_names[owner]
    titles = [t.text or "" for t in ET.fromstring(ep.to_svg(viewer=1 - owner)).iter(f"{SVG}title")]
    assert f"{name}: face down" in titles
    own = [t.text or "" for t in ET.fromstring(ep.to_svg(viewer=owner)).iter(f"{SVG}title")]
    assert f"{name}: face down" not in own


@pytest.mark.parametrize("name", GAMES)
def test_targets_are_on_the_picture(name: str) -> None:
    """The target of an action can be clicked: most games and decisions have one."""
    game = expedition.Game(name)
    artist = Artist(game)
    aimed = total = 0
    for ep in positions(game, seed=4, every=3):
        if ep.is_over:
            break
        picture = artist.scene(ep, ep.seat).svg()
        for action in ep.legal_actions():
            total += 1
            for target in artist.targets(ep, int(action)):
                aimed += 1
                assert f'data-t="{target}"' in picture, (ep.decision, game.action_name(int(action)))
    assert aimed > total * 0.5


def test_themes() -> None:
    ep = expedition.Game("toy").episode(seed=1)
    light, dark, auto = (ep.to_svg(theme=t) for t in ("light", "dark", "auto"))
    assert "prefers-color-scheme:dark" in auto
    assert "prefers-color-scheme" not in light + dark
    assert theme.COLOURS["paper"][0] in light
    assert theme.COLOURS["paper"][1] in dark
    with pytest.raises(ValueError, match="light"):
        ep.to_svg(theme="sepia")


def luminance(colour: str) -> float:
    def linear(c: float) -> float:
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    r, g, b = (linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [0, 1])
def test_text_has_contrast_on_every_ground(dark: int) -> None:
    colours = {name: pair[dark] for name, pair in theme.COLOURS.items()}
    for ground in (
        "paper",
        "panel",
        "inset",
        "card",
        "water",
        "rock",
        "earth",
        "leaf",
        "sun",
        "sky",
        "rose",
        "mint",
        "sand",
    ):
        assert contrast(colours["ink"], colours[ground]) >= 4.5, ground
    for ground in ("paper", "panel", "inset", "card"):
        for words in ("soft", "accent", "good"):
            assert contrast(colours[words], colours[ground]) >= 4.5, (words, ground)
    for seat in range(6):
        assert contrast(colours[f"on{seat}"], colours[f"seat{seat}"]) >= 4.5, seat


def test_seats_differ_by_shape_and_letter() -> None:
    chips = [svg.seat_chip(seat) for seat in range(6)]
    shapes = {re.sub(r'class="[^"]*"', "", chip.split("<text")[0]) for chip in chips}
    assert len(shapes) == 6
    assert len({re.search(r">(\w)</text>", chip)[1] for chip in chips}) == 6


def test_text_is_measured_wrapped_and_shortened() -> None:
    assert svg.measure("ii", 10) < svg.measure("WW", 10)
    assert svg.measure("name", 10, bold=True) > svg.measure("name", 10)
    lines = svg.wrap("the quick brown fox jumps over the lazy dog", 10, 100)
    assert len(lines) > 1
    assert all(svg.measure(line, 10) <= 100 for line in lines)
    assert svg.wrap("incomprehensibilities", 10, 40)
    assert all(svg.measure(p, 10) <= 40 for p in svg.wrap("incomprehensibilities", 10, 40))
    assert svg.cut("a long name", 10, 30).endswith("…")
    shortened = svg.text(0, 0, "a very long name indeed", 10, width=30)
    assert "<title>a very long name indeed</title>" in shortened


def test_names_are_escaped() -> None:
    assert svg.text(0, 0, "<b>&", 10).count("&lt;b&gt;&amp;") == 1
    assert 'data-t="a&quot;b"' in svg.group("", target='a"b')


def test_viewer_must_be_a_seat() -> None:
    ep = expedition.Game("toy").episode(seed=1)
    with pytest.raises(ValueError, match="no seat 5"):
        ep.to_svg(viewer=5)
    with pytest.raises(TypeError):
        ep.to_svg(viewer="0")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_galleries_show_the_components(name: str) -> None:
    game = expedition.Game(name)
    picture = game.to_svg(theme="light")
    assert ET.fromstring(picture).tag == f"{SVG}svg"
    assert len(texts(picture)) > 5
    assert game._repr_svg_().startswith("<svg")


def test_content_that_is_accepted_can_be_shown() -> None:
    """Whatever the tables leave out, the gallery and the picture can do without."""
    shipped = expedition.Game("agartha").content
    tried = 0
    for table, rows in shipped.items():
        listed = rows if isinstance(rows, list) else [rows]
        for key in {key for row in listed for key in row}:
            cut = [{name: value for name, value in row.items() if name != key} for row in listed]
            try:
                game = expedition.Game("agartha", content={table: cut if isinstance(rows, list) else cut[0]})
            except ValueError:
                continue
            tried += 1
            assert game.to_svg().startswith("<svg")
            assert game.episode(seed=1).to_svg(viewer=0).startswith("<svg")
    assert tried > 5


def test_unknown_games_are_shown_as_text() -> None:
    plain = module_of("a_game_someone_adds")
    assert plain.__name__ == "expedition.show.plain"
    game = expedition.Game("toy")
    ep = game.episode(seed=1)
    artist = Artist(game)
    artist.module = plain
    picture = artist.scene(ep, 0).svg()
    assert "21 of 21 steps left" in picture
    assert "face down" in picture
    assert artist.targets(ep, 0) == []


def test_opinions_of_an_agent_are_a_table() -> None:
    class Thought:
        names = ("lead <1>", "lead 2")
        visits = (3, 9)
        values = (0.25, float("nan"))

    html = opinions.table(Thought)
    assert html.index("lead 2") < html.index("lead &lt;1&gt;")
    assert "0.250" in html
    assert "nan" not in html
    ET.fromstring(f"<div>{html}</div>")


@pytest.mark.skipif("arnak" not in GAMES, reason="needs the game")
def test_effects_are_described_in_words() -> None:
    game = expedition.Game("arnak")
    assert game.in_words("gain(2 coin)") == "gain 2 coins"
    assert game.in_words("gain(") is None
    assert expedition.Game("toy").in_words("gain(2 coin)") is None
    picture = game.episode(seed=1).to_svg()
    assert "gain(" not in picture


def test_an_analysis_shows_itself() -> None:
    game = expedition.Game("toy", depth=6)
    thought = expedition.Agent("mcts:50", game, seed=1).analyse(game.episode(seed=1))
    assert "lead 2" in thought._repr_html_()


@pytest.mark.parametrize("reward", ["outcome", "score"])
@pytest.mark.parametrize("name", ["agartha", "arnak", "kathmandu"])
def test_winners_are_marked_whatever_the_reward(name: str, reward: str) -> None:
    game = expedition.Game(name, reward=reward)
    for seed in range(3):
        *_, ep = positions(game, seed=seed)
        winners = [game.seat_names[seat] for seat in ep.result().winners]
        told = ["".join(text.itertext()) for text in texts(ep.to_svg())]
        boards = [words for words in told if words.endswith(" · won")]
        assert sorted(words.split(" · ")[0] for words in boards) == sorted(winners)
        assert any(words.startswith("over") and all(winner in words for winner in winners) for words in told)
