"""The play server: it plays, it reveals nothing hidden, and it survives whatever is sent to it."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import socket
import time
from collections.abc import Iterator

import pytest

import expedition
from expedition.play import web
from expedition.play.desk import Desk
from expedition.play.session import Session


@pytest.fixture
def server() -> Iterator[web.Server]:
    with web.Server(Session(expedition.Game("agartha"), [0], "random", seed=3)) as running:
        yield running


def ask(
    server: web.Server,
    path: str,
    body: object = None,
    *,
    method: str = "POST",
    raw: bytes | None = None,
    **headers: str,
) -> tuple[int, dict]:
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    given = {"Content-Type": "application/json", "X-Expedition-Token": server.token}
    given.update({name.replace("_", "-"): value for name, value in headers.items()})
    data = raw if raw is not None else json.dumps({} if body is None else body).encode()
    link.request(method, path, data if method == "POST" else None, {k: v for k, v in given.items() if v})
    answer = link.getresponse()
    content = answer.read()
    link.close()
    try:
        return answer.status, json.loads(content)
    except ValueError:
        return answer.status, {"html": content.decode()}


def settled(server: web.Server, position: dict | None = None) -> dict:
    """The position once a person has to choose."""
    position = ask(server, "/api/state")[1]["position"] if position is None else position
    while position["waiting"]:
        position = ask(server, "/api/advance", {"steps": 3})[1]["position"]
    return position


@pytest.mark.parametrize("name", expedition.games())
def test_what_ends_a_turn_is_offered_last(name: str) -> None:
    session = Session(expedition.Game(name, players=2), [0, 1], "random", seed=8)
    rng, ends = random.Random(8), 0
    while not session.is_over and len(session.ep.history) < 400:
        choices = session.choices()
        assert {choice.action for choice in choices} == set(session.ep.legal_actions().tolist())
        ending = [choice.name in ("pass", "end", "end_turn", "stop", "decline") for choice in choices]
        assert ending == sorted(ending)
        ends += any(ending) and not all(ending)
        session.play(rng.choice(choices).action)
    assert ends > 0 or name == "toy"


@pytest.mark.parametrize("name", expedition.games())
def test_a_choice_is_not_repeated_by_its_events(name: str) -> None:
    session = Session(expedition.Game(name, players=2), [0], "random", seed=8)
    session.ep = expedition.Game(name, players=2).episode(seed=8)
    rng, spared = random.Random(8), 0
    while not session.ep.is_over and len(session.ep.history) < 300:
        session.ep.play(rng.choice(session.ep.legal_actions().tolist()))
    for entry in session.ep.log():
        told, everything = session.consequences(entry), [event.text for event in entry.events]
        assert [text for text in everything if text in told] == told
        for text in set(everything) - set(told):
            spared += 1
            assert text.startswith(session.game.seat_names[entry.seat])
            # What is not told again stands in the sentence, number by number and name by name.
            said = entry.sentence.lower()
            assert all(word.lower() in said for word in text.split()[2:] if word not in ("a", "an", "the"))
    assert spared > 0 or name in ("toy", "subterra")


def alive(server: web.Server) -> bool:
    return ask(server, "/api/state")[0] == 200


def test_it_listens_on_this_machine_alone(server: web.Server) -> None:
    assert server.http.server_address[0] == "127.0.0.1"
    assert server.url.startswith("http://127.0.0.1:")


def test_a_whole_game_can_be_played(server: web.Server) -> None:
    position = settled(server)
    stream = random.Random(1)
    while not position["over"]:
        assert position["legal"]
        action = stream.choice(position["legal"])["id"]
        status, answer = ask(server, "/api/play", {"action": action, "step": position["step"]})
        assert status == 200
        assert "error" not in answer
        position = settled(server, answer["position"])
    assert position["result"]["verdict"]
    assert position["result"]["scores"] == [seat["score"] for seat in position["seats"]]
    record = ask(server, "/api/record")[1]
    again = expedition.Record.from_text(record["text"]).replay()
    assert again.is_over
    assert again.scores().tolist() == position["result"]["scores"]
    assert record["name"] == "agartha-3.record"


def test_undo_goes_back_to_the_own_last_decision(server: web.Server) -> None:
    first = settled(server)
    assert not first["can_undo"]
    assert "nothing to undo" in ask(server, "/api/undo")[1]["error"]
    second = ask(server, "/api/play", {"action": first["legal"][0]["id"], "step": first["step"]})[1]["position"]
    second = settled(server, second)
    assert second["can_undo"]
    assert second["step"] > first["step"]
    assert ask(server, "/api/undo")[1]["position"] == first


def test_new_begins_another_game(server: web.Server) -> None:
    seed = server.session.seed
    position = ask(server, "/api/again")[1]["position"]
    assert server.session.seed != seed
    assert not position["over"]


def test_stale_and_illegal_moves_change_nothing(server: web.Server) -> None:
    position = settled(server)
    legal = {choice["id"] for choice in position["legal"]}
    illegal = next(a for a in range(1000) if a not in legal)
    for action, step in (
        (illegal, position["step"]),
        (-1, position["step"]),
        (10**30, position["step"]),
        (min(legal), position["step"] + 1),
    ):
        status, answer = ask(server, "/api/play", {"action": action, "step": step})
        assert status == 200
        assert answer["error"]
        assert answer["position"] == position


def test_what_the_browser_gets_does_not_depend_on_what_is_hidden() -> None:
    """The others' face-down tokens are redealt: the page must stay the same."""
    game = expedition.Game("agartha", players=3)
    session = Session(game, [1], "random", seed=8)
    desk = Desk(session)
    stream = random.Random(2)
    while not (position := desk.advance(100))["over"]:
        hidden, targets, chosen = session.ep, session._targets, session._chosen
        for deal in range(2):
            session.ep, session._targets, session._chosen = hidden.redeal(1, deal), [], []
            seen = desk.position()
            for key in ("picture", "text", "legal", "seats", "turn", "mine"):
                assert seen[key] == position[key]
        session.ep, session._targets, session._chosen = hidden, targets, chosen
        secret = [e for e in position["log"] if e["seat"] != 1 and hidden.history[e["step"]][2].startswith("token ")]
        assert not any(hidden.history[e["step"]][2] in json.dumps(e) or e["targets"] for e in secret)
        desk.play(stream.choice(position["legal"])["id"], position["step"])


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"X_Expedition_Token": "wrong"},
        {"X_Expedition_Token": ""},
        {"X_Expedition_Token": "ü"},
    ],
)
def test_strangers_are_refused(server: web.Server, headers: dict[str, str]) -> None:
    encoded = {k: v.encode().decode("latin-1") for k, v in headers.items()}
    status, answer = ask(server, "/api/state", **encoded)
    assert status == 403
    assert "position" not in answer
    assert alive(server)


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Sec_Fetch_Site": "cross-site"}]
)
def test_the_page_is_refused_to_strangers_with_a_token(server: web.Server, headers: dict[str, str]) -> None:
    path = f"/?token={server.token}"
    assert ask(server, path, method="GET", **headers)[0] == 403
    assert ask(server, path, method="GET")[0] == 200


def test_own_origin_is_admitted(server: web.Server) -> None:
    assert ask(server, "/api/state", Origin=f"http://127.0.0.1:{server.port}", Sec_Fetch_Site="same-origin")[0] == 200
    assert (
        ask(server, "/api/state", Host=f"localhost:{server.port}", Origin=f"http://localhost:{server.port}")[0] == 200
    )


def test_page_needs_the_token_and_forbids_everything_foreign(server: web.Server) -> None:
    assert ask(server, "/", method="GET")[0] == 403
    assert ask(server, "/?token=x", method="GET")[0] == 403
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    link.request("GET", f"/?token={server.token}")
    answer = link.getresponse()
    policy = answer.headers["Content-Security-Policy"]
    assert answer.status == 200
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    html = answer.read().decode()
    assert answer.headers["Cache-Control"] == "no-store"
    assert server.token in html
    link.close()
    assert ask(server, "/favicon.ico", method="GET")[0] == 204


@pytest.mark.parametrize("path", ["/x", "/api/", "/api/play/", "/../etc/passwd", "/api/state?x=1", "/pages/play.js"])
def test_there_is_nothing_else(server: web.Server, path: str) -> None:
    assert ask(server, path)[0] == 404
    assert ask(server, path, method="GET")[0] == 404


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"{", b"[]", b"null", b'"x"', b"{}", b'{"action": 1}', b'{"action": "1", "step": 0}',
        b'{"action": true, "step": 0}', b'{"action": 1.0, "step": 0}', b'{"action": 1, "step": 0, "more": 1}',
        b"\xff\xfe", b"[" * 4000, b'{"action": NaN, "step": 0}',
    ],
)  # fmt: skip
def test_malformed_bodies_are_refused(server: web.Server, raw: bytes) -> None:
    status, answer = ask(server, "/api/play", raw=raw)
    assert status == 400
    assert answer["error"]
    assert alive(server)


def test_large_bodies_are_refused_unread(server: web.Server) -> None:
    status, answer = ask(server, "/api/play", raw=b" " * (web.MAX_BODY + 1))
    assert status == 413
    assert "bytes" in answer["error"]
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    link.putrequest("POST", "/api/play")
    for name, value in (
        ("Content-Length", "999999999"),
        ("Content-Type", "application/json"),
        ("X-Expedition-Token", server.token),
    ):
        link.putheader(name, value)
    link.endheaders()
    assert link.getresponse().status == 413
    link.close()
    assert alive(server)


@pytest.mark.parametrize("length", ["-1", "x", "1e3", "", "99999999999999999999"])
def test_false_lengths_are_refused(server: web.Server, length: str) -> None:
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    link.putrequest("POST", "/api/play")
    for name, value in (
        ("Content-Length", length),
        ("Content-Type", "application/json"),
        ("X-Expedition-Token", server.token),
    ):
        link.putheader(name, value)
    link.endheaders()
    assert link.getresponse().status == 411
    link.close()
    assert alive(server)


def test_bodies_shorter_than_they_say_are_refused(server: web.Server) -> None:
    head = (
        f"POST /api/state HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Expedition-Token: {server.token}\r\n"
        "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as link:
        link.sendall(head.encode())
        link.shutdown(socket.SHUT_WR)
        assert link.recv(4096).startswith(b"HTTP/1.1 400 ")
    assert alive(server)


def test_chunks_and_other_types_are_refused(server: web.Server) -> None:
    assert ask(server, "/api/state", Transfer_Encoding="chunked")[0] == 411
    assert ask(server, "/api/state", Content_Type="text/plain")[0] == 415
    assert ask(server, "/api/state", Content_Type="application/x-www-form-urlencoded")[0] == 415
    assert alive(server)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "HEAD"])
def test_other_methods_are_refused(server: web.Server, method: str) -> None:
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    link.request(method, "/api/state")
    assert link.getresponse().status == 501
    link.close()
    assert alive(server)


def test_garbage_is_survived(server: web.Server) -> None:
    stream = random.Random(7)
    junk = [stream.randbytes(stream.randrange(1, 400)) for _ in range(30)]
    junk += [
        b"\r\n" * 50,
        b"GET",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/play HTTP/1.1\r\n" + b"A: b\r\n" * 500 + b"\r\n",
        b"GET /" + b"a" * 70_000,
    ]
    for data in junk:
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as link:
            link.sendall(data)
            link.shutdown(socket.SHUT_WR)
            link.settimeout(2)
            try:
                while link.recv(4096):
                    pass
            except OSError:
                pass
    assert alive(server)


def test_silent_connections_do_not_block_it(server: web.Server) -> None:
    idle = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(3 * web.MAX_STRANGERS)]
    assert alive(server)
    for link in idle:
        link.close()


def test_slow_connections_without_a_token_do_not_lock_the_player_out(
    server: web.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A byte every now and then keeps no connection open: a request has to arrive completely within its time."""
    monkeypatch.setattr(web, "REQUEST_SECONDS", 0.5)
    slow = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(40)]
    end = time.monotonic() + 2.0
    while time.monotonic() < end:
        for link in slow:
            with contextlib.suppress(OSError):
                link.send(b"G")
        assert alive(server)
        time.sleep(0.2)
    open_still = [link for link in slow if not ended(link)]
    assert open_still == []
    assert len(server.http._links) < 4
    for link in slow:
        link.close()


def ended(link: socket.socket) -> bool:
    link.settimeout(0.01)
    try:
        return link.recv(4096) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_a_slow_body_is_cut_off(server: web.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "REQUEST_SECONDS", 0.5)
    head = (
        f"POST /api/state HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Expedition-Token: {server.token}\r\n"
        "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as link:
        begin = time.monotonic()
        link.sendall(head.encode())
        while link.recv(4096):
            pass
        assert time.monotonic() - begin < 5
    assert alive(server)


def test_thinking_opponents_are_waited_for(server: web.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(server.desk, "position", lambda: time.sleep(1.2) or {"step": 0})
    assert ask(server, "/api/state") == (200, {"position": {"step": 0}})


@pytest.mark.parametrize("path", ["/?a=1&b=2&c=3&d=4&token=x", "/?" + "&" * 50 + "a=1" * 9, "http://[::1"])
def test_odd_addresses_get_an_answer(server: web.Server, path: str) -> None:
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as link:
        link.sendall(head.encode())
        assert link.recv(12) in (b"HTTP/1.1 400", b"HTTP/1.1 403")
    assert alive(server)


def test_hints_come_from_a_search(server: web.Server) -> None:
    position = settled(server)
    status, answer = ask(server, "/api/hint", {"step": position["step"]})
    assert status == 200
    assert {o["id"] for o in answer["hint"]} == {choice["id"] for choice in position["legal"]}
    assert answer["hint"][0]["words"].startswith("best, wins about")
    assert ask(server, "/api/state")[1]["position"] == position
    assert "moved on" in ask(server, "/api/hint", {"step": 99})[1]["error"]


def test_another_game_of_other_players_and_options(server: web.Server) -> None:
    before = settled(server)
    fields = {"players": 3, "seats": [2], "opponent": "greedy", "options": {"swap_triggers_activation": "true"}}
    answer = ask(server, "/api/new", fields)[1]
    assert answer["position"]["players"] == 3
    assert [seat["you"] for seat in answer["position"]["seats"]] == [False, False, True]
    assert answer["setup"]["opponents"][0] == "greedy"
    assert server.session.game.options["swap_triggers_activation"] is True
    now = settled(server)
    for wrong in ({"players": 9}, {"seats": [5]}, {"seats": []}, {"opponent": "oracle"}, {"options": {"x": "1"}}):
        refused = ask(server, "/api/new", {**fields, **wrong})[1]
        assert refused["error"]
        assert refused["position"] == now
    for odd in ({"seats": ["1"]}, {"options": {"x": 1}}, {"options": {"x": None}}):
        assert ask(server, "/api/new", {**fields, **odd})[0] == 400
    assert before != now


def test_the_replay_of_the_game(server: web.Server) -> None:
    position = settled(server)
    assert ask(server, "/replay", method="GET")[0] == 403
    status, answer = ask(server, f"/replay?token={server.token}", method="GET")
    assert status == 200
    assert answer["html"].startswith("<!doctype html>")
    assert "seed" not in answer["html"], "the game goes on: only what the person knows is shown"
    assert ask(server, "/api/state")[1]["position"] == position


def test_a_replay_that_takes_long_is_waited_for(server: web.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(server.desk, "replay", lambda: time.sleep(1.2) or "<p>drawn")
    assert ask(server, f"/replay?token={server.token}", method="GET") == (200, {"html": "<p>drawn"})


def test_a_finished_game_is_reviewed() -> None:
    with web.Server(Session(expedition.Game("toy", depth=6), [0], "random", seed=3)) as server:
        early, answer = ask(server, f"/review?token={server.token}", method="GET")
        assert early == 409
        assert "when it is over" in answer["error"]
        assert ask(server, "/review", method="GET")[0] == 403
        server.session.settle()
        while not server.session.is_over:
            server.session.play(server.session.choices()[0].action)
            server.session.settle()
        status, answer = ask(server, f"/review?token={server.token}", method="GET")
        assert status == 200
        assert "accuracy" in answer["html"].lower()
