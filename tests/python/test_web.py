"""The play server: it plays, it tells nothing hidden, and it survives whatever is sent to it."""

from __future__ import annotations

import http.client
import json
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import expedition
from expedition import web


@pytest.fixture
def server() -> Iterator[web.Server]:
    table = web.Table(expedition.Game("agartha"), [0], web.random_player(1), seed=3)
    with web.Server(table) as running:
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


def alive(server: web.Server) -> bool:
    return ask(server, "/api/state")[0] == 200


def test_it_listens_on_this_machine_alone(server: web.Server) -> None:
    assert server._http.server_address[0] == "127.0.0.1"
    assert server.url.startswith("http://127.0.0.1:")


def test_a_whole_game_can_be_played(server: web.Server) -> None:
    position = ask(server, "/api/state")[1]["position"]
    stream = random.Random(1)
    while not position["over"]:
        assert position["legal"]
        action = stream.choice(position["legal"])["id"]
        status, answer = ask(server, "/api/play", {"action": action, "step": position["step"]})
        assert status == 200
        assert "error" not in answer
        position = answer["position"]
    assert position["verdict"]
    record = ask(server, "/api/record")[1]
    again = expedition.Record.from_text(record["text"]).replay()
    assert again.is_over
    assert again.scores().tolist() == position["scores"]
    assert record["name"] == "agartha-3.record"


def test_undo_goes_back_to_the_own_last_decision(server: web.Server) -> None:
    first = ask(server, "/api/state")[1]["position"]
    assert not first["can_undo"]
    assert "nothing to take back" in ask(server, "/api/undo")[1]["error"]
    second = ask(server, "/api/play", {"action": first["legal"][0]["id"], "step": first["step"]})[1]["position"]
    assert second["can_undo"]
    assert second["step"] > first["step"]
    assert ask(server, "/api/undo")[1]["position"] == first


def test_new_begins_another_game(server: web.Server) -> None:
    seed = server.table.seed
    position = ask(server, "/api/new")[1]["position"]
    assert server.table.seed != seed
    assert not position["over"]


def test_stale_and_illegal_moves_change_nothing(server: web.Server) -> None:
    position = ask(server, "/api/state")[1]["position"]
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
    table = web.Table(game, [1], web.random_player(5), seed=8)
    stream = random.Random(2)
    while not (position := table.position())["over"]:
        hidden = table._ep
        for deal in range(2):
            other = hidden.redeal(1, deal)
            assert other.history == hidden.history or len(other.history) == 0
            table._ep = other
            heard, table._heard = table._heard, table._heard[: len(other.history)]
            seen = table.position()
            table._heard = heard
            for key in ("picture", "text", "legal", "scores", "title"):
                assert seen[key] == position[key]
        table._ep = hidden
        assert not any(name.startswith("token ") for seat, name in position["played"] if seat != 1)
        table.play(stream.choice(position["legal"])["id"], position["step"])


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
    idle = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(web.MAX_CONNECTIONS - 2)]
    assert alive(server)
    for link in idle:
        link.close()


def test_seats_are_checked() -> None:
    game = expedition.Game("toy")
    for seats in ([2], [-1], []):
        with pytest.raises(ValueError, match="no seat"):
            web.Table(game, seats, web.random_player(0))


def test_two_people_at_one_table_see_their_own_seat() -> None:
    table = web.Table(expedition.Game("toy", depth=9), [0, 1], web.random_player(0), seed=1)
    first = table.position()
    assert "seat 0 to act" in first["title"]
    second = table.play(0, 0)
    assert "seat 1 to act" in second["title"]
    assert first["picture"] != second["picture"]


def test_the_command_serves_and_ends_with_an_interrupt() -> None:
    command = [sys.executable, "-u", "-m", "expedition", "play", "toy", "--web", "--seed", "4"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        assert "toy, seed 4: open http://127.0.0.1:" in line
        address = line.split("open ")[1].strip()
        link = http.client.HTTPConnection(address.split("/")[2], timeout=10)
        link.request("GET", "/" + address.split("/", 3)[3])
        assert link.getresponse().status == 200
        link.close()
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=20)
    assert running.returncode == 130
    assert "Traceback" not in errors


def test_the_command_makes_a_replay_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from expedition.cli import main

    ep = expedition.Game("toy", depth=3).episode(seed=1)
    ep.play("lead 3")
    ep.record().save(tmp_path / "g.record")
    assert main(["replay", str(tmp_path / "g.record"), "--html", str(tmp_path / "g.html")]) == 0
    assert (tmp_path / "g.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(["replay", str(tmp_path / "g.record")]) == 0
    assert "lead 3" in capsys.readouterr().out
    assert main(["replay", str(tmp_path / "g.record"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decisions"] == [[0, 2, "lead 3"]]
    (tmp_path / "bad.record").write_text("nothing")
    assert main(["replay", str(tmp_path / "bad.record")]) == 2
    assert main(["play", "toy", "--web", "--seat", "7"]) == 2
