"""Play in the browser: a local page on which a person plays by clicking.

The server is for one person on one machine. It listens on 127.0.0.1 alone, answers only requests that name it as
their host and come from its own page, wants a token that is drawn anew for each run, and reads small, well-formed
requests. It sends the browser what the player's seat may know and nothing else.
"""

from __future__ import annotations

import json
import random
import secrets
import threading
from collections.abc import Callable, Collection
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ._engine import Agent, Episode, Game
from .replay import asset, fill
from .show import Artist, theme

__all__ = ["Server", "Table", "serve"]

MAX_BODY = 4096
MAX_CONNECTIONS = 32
TIMEOUT = 15.0

Player = Callable[[Episode], int]


class RefusedError(Exception):
    """A request that is not carried out: the status and a sentence."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Table:
    """One game: the person's seats, the opponents, and what the person may see."""

    def __init__(self, game: Game, seats: Collection[int], opponent: Player, seed: int | None = None) -> None:
        wrong = [seat for seat in seats if not 0 <= seat < game.players]
        if wrong or not seats:
            raise ValueError(
                f"there is no seat {wrong[0] if wrong else 'to play'}: the seats are 0 to {game.players - 1}"
            )
        self.game, self.seats, self._opponent = game, frozenset(seats), opponent
        self._artist = Artist(game)
        self._lock = threading.Lock()
        self._begin(random.SystemRandom().getrandbits(32) if seed is None else seed)

    def _begin(self, seed: int) -> None:
        self.seed = seed
        self._ep = self.game.episode(seed=seed)
        self._heard: list[dict[int, str]] = []
        self._viewer = min(self.seats)
        self._others()

    def _play(self, action: int) -> None:
        heard = {seat: self._artist.said(self._ep, action, seat) for seat in self.seats}
        self._ep.play(action)
        self._heard.append(heard)

    def _others(self) -> None:
        """Let the opponents play until the person is asked."""
        while (seat := self._ep.seat) is not None and seat not in self.seats:
            self._play(int(self._opponent(self._ep)))
        if seat is not None:
            self._viewer = seat

    def _last_own(self) -> int | None:
        own = [i for i, (seat, _, _) in enumerate(self._ep.history) if seat in self.seats]
        return own[-1] if own else None

    def position(self) -> dict[str, Any]:
        """Return what the page shows: nothing that the player's seat cannot know."""
        with self._lock:
            return self._position()

    def _position(self) -> dict[str, Any]:
        ep, viewer = self._ep, self._viewer
        scene = self._artist.scene(ep, viewer)
        legal = [] if ep.is_over else [int(action) for action in ep.legal_actions()]
        return {
            "step": len(ep.history),
            "title": scene.title,
            "width": scene.width,
            "height": scene.height,
            "picture": scene.body(),
            "text": ep.to_text(viewer),
            "you": sorted(self.seats),
            "scores": [float(s) for s in ep.scores()],
            "over": ep.is_over,
            "verdict": self._verdict() if ep.is_over else "",
            "can_undo": self._last_own() is not None,
            "played": [[seat, heard[viewer]] for (seat, _, _), heard in zip(ep.history, self._heard, strict=True)][
                -200:
            ],
            "legal": [
                {
                    "id": action,
                    "name": self.game.action_name(action),
                    "means": ep.describe(action),
                    "targets": self._artist.targets(ep, action),
                }
                for action in legal
            ],
        }

    def _verdict(self) -> str:
        returns = [float(r) for r in self._ep.returns()]
        best = [seat for seat, value in enumerate(returns) if value == max(returns)]
        if len(best) == len(returns):
            return (
                "All seats came out alike."
                if max(returns) != min(returns) or returns[0] == 0
                else ("Won." if returns[0] > 0 else "Lost.")
            )
        return f"Best: {' and '.join(f'seat {seat}' for seat in best)}."

    def play(self, action: int, step: int) -> dict[str, Any]:
        """Play an action of the person, then let the others answer."""
        with self._lock:
            if step != len(self._ep.history):
                raise RefusedError(HTTPStatus.CONFLICT, "the game has moved on: this is the position now")
            if self._ep.is_over:
                raise RefusedError(HTTPStatus.CONFLICT, "the game is over")
            if action not in self._ep.legal_actions():
                raise RefusedError(HTTPStatus.BAD_REQUEST, f"action {action} is not legal now")
            self._play(action)
            self._others()
            return self._position()

    def undo(self) -> dict[str, Any]:
        """Go back to the person's last decision, by playing the record again up to it."""
        with self._lock:
            at = self._last_own()
            if at is None:
                raise RefusedError(HTTPStatus.CONFLICT, "there is nothing to take back")
            self._ep = self._ep.record().replay(at)
            del self._heard[at:]
            self._viewer = self._ep.seat if self._ep.seat is not None else self._viewer
            return self._position()

    def new(self) -> dict[str, Any]:
        """Begin another game with a new seed."""
        with self._lock:
            self._begin(random.SystemRandom().getrandbits(32))
            return self._position()

    def record(self) -> dict[str, str]:
        """Return the record so far as text, with a name for its file."""
        with self._lock:
            return {"name": f"{self.game.name}-{self.seed}.record", "text": self._ep.record().to_text()}


class Server:
    """The local server. ``port=0`` takes a free one."""

    def __init__(self, table: Table, port: int = 0) -> None:
        self.table = table
        self.token = secrets.token_urlsafe(24)
        outer = self
        slots = threading.BoundedSemaphore(MAX_CONNECTIONS)

        class Listener(ThreadingHTTPServer):
            daemon_threads = True

            def process_request(self, request: Any, client_address: Any) -> None:
                if not slots.acquire(blocking=False):
                    self.shutdown_request(request)
                    return
                super().process_request(request, client_address)

            def process_request_thread(self, request: Any, client_address: Any) -> None:
                try:
                    super().process_request_thread(request, client_address)
                finally:
                    slots.release()

            def handle_error(self, request: Any, client_address: Any) -> None:
                """A connection that breaks off is no news."""

        class Handler(_Handler):
            server_of = outer

        self._http = Listener(("127.0.0.1", port), Handler)
        self.port: int = self._http.server_address[1]
        self.hosts = frozenset({f"127.0.0.1:{self.port}", f"localhost:{self.port}"})
        self.origins = frozenset(f"http://{host}" for host in self.hosts)
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """The address of the page, with its token."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def run(self) -> None:
        """Serve until interrupted."""
        try:
            self._http.serve_forever(poll_interval=0.2)
        finally:
            self._http.server_close()

    def __enter__(self) -> Server:
        self._thread = threading.Thread(target=self.run, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        if self._thread is not None:
            self._thread.join()

    def page(self, nonce: str) -> str:
        """Return the page."""
        table = self.table
        seats = ", ".join(map(str, sorted(table.seats)))
        options = ", ".join(f"{name} {value}" for name, value in table.game.options.items())
        return fill(
            asset("play.html"),
            {
                "TITLE": escape(table.game.name),
                "NOTE": escape(f"you play seat {seats}; {options}"),
                "COMMON": asset("common.css"),
                "STYLE": theme.style(None, switch=True),
                "SCRIPT": asset("play.js"),
                "NONCE": nonce,
                "TOKEN": self.token,
            },
        )


def _wanted(body: Any, **types: type) -> dict[str, Any]:
    """Return the fields of a request; anything else is refused."""
    if not isinstance(body, dict) or set(body) != set(types):
        raise RefusedError(
            HTTPStatus.BAD_REQUEST, f"the request must be an object with {', '.join(types) or 'no fields'}"
        )
    for name, kind in types.items():
        if type(body[name]) is not kind:
            raise RefusedError(HTTPStatus.BAD_REQUEST, f"{name} must be of type {kind.__name__}")
    return body


class _Handler(BaseHTTPRequestHandler):
    """Answers requests. Every one passes ``_admit`` first."""

    server_of: Server
    protocol_version = "HTTP/1.1"
    server_version = "expedition"
    sys_version = ""
    timeout = TIMEOUT

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the base class
        """Say nothing: the address holds the token."""

    def do_GET(self) -> None:
        """Answer the page."""
        self._answer(self._get)

    def do_POST(self) -> None:
        """Answer a question of the page."""
        self._answer(self._post)

    def _answer(self, work: Callable[[], None]) -> None:
        try:
            self._admit()
            work()
        except RefusedError as refused:
            self.close_connection = True
            self._send(refused.status, "application/json", json.dumps({"error": str(refused)}))

    def _admit(self) -> None:
        if (
            self.headers.get_all("Host") is None
            or len(self.headers.get_all("Host", [])) != 1
            or self.headers["Host"] not in self.server_of.hosts
        ):
            raise RefusedError(HTTPStatus.FORBIDDEN, "this server answers to its own name only")
        origin = self.headers.get("Origin")
        if origin is not None and origin not in self.server_of.origins:
            raise RefusedError(HTTPStatus.FORBIDDEN, "this server answers its own page only")
        if self.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
            raise RefusedError(HTTPStatus.FORBIDDEN, "this server answers its own page only")

    def _known(self, token: str) -> None:
        if not secrets.compare_digest(token.encode(), self.server_of.token.encode()):
            raise RefusedError(
                HTTPStatus.FORBIDDEN, "the token is missing or wrong: use the address that the command printed"
            )

    def _get(self) -> None:
        parts = urlsplit(self.path)
        if parts.path == "/favicon.ico":
            self._send(HTTPStatus.NO_CONTENT, "image/x-icon", "")
            return
        if parts.path != "/":
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is nothing here")
        self._known(parse_qs(parts.query, max_num_fields=4).get("token", [""])[0])
        nonce = secrets.token_urlsafe(16)
        self._send(HTTPStatus.OK, "text/html; charset=utf-8", self.server_of.page(nonce), nonce)

    def _body(self) -> Any:
        if self.headers.get("Transfer-Encoding") is not None:
            raise RefusedError(HTTPStatus.LENGTH_REQUIRED, "a request must say its length")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or len(length) > 9:
            raise RefusedError(HTTPStatus.LENGTH_REQUIRED, "a request must say its length")
        if int(length) > MAX_BODY:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request has at most {MAX_BODY} bytes")
        if self.headers.get("Content-Type", "").split(";")[0].strip().lower() != "application/json":
            raise RefusedError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "a request must be JSON")
        try:
            return json.loads(self.rfile.read(int(length)).decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise RefusedError(HTTPStatus.BAD_REQUEST, "the request is not JSON") from error

    def _post(self) -> None:
        self._known(self.headers.get("X-Expedition-Token", ""))
        table, body = self.server_of.table, self._body()
        match self.path:
            case "/api/state":
                _wanted(body)
                answer: dict[str, Any] = {"position": table.position()}
            case "/api/play":
                fields = _wanted(body, action=int, step=int)
                answer = self._played(lambda: table.play(fields["action"], fields["step"]))
            case "/api/undo":
                _wanted(body)
                answer = self._played(table.undo)
            case "/api/new":
                _wanted(body)
                answer = {"position": table.new()}
            case "/api/record":
                _wanted(body)
                answer = dict(table.record())
            case _:
                raise RefusedError(HTTPStatus.NOT_FOUND, "there is nothing here")
        self._send(HTTPStatus.OK, "application/json", json.dumps(answer))

    def _played(self, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """A refused move is no broken request: the page hears why, and the position."""
        try:
            return {"position": work()}
        except RefusedError as refused:
            return {"error": str(refused), "position": self.server_of.table.position()}

    def _send(self, status: HTTPStatus, kind: str, content: str, nonce: str | None = None) -> None:
        data = content.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        allowed = (
            f"script-src 'nonce-{nonce}';style-src 'nonce-{nonce}';connect-src 'self';img-src data:;" if nonce else ""
        )
        self.send_header(
            "Content-Security-Policy",
            f"default-src 'none';{allowed}base-uri 'none';form-action 'none';frame-ancestors 'none'",
        )
        self.end_headers()
        self.wfile.write(data)


def random_player(seed: int) -> Player:
    """Return a player that picks any legal action."""
    stream = random.Random(seed)
    return lambda ep: int(stream.choice(ep.legal_actions()))


def built_in(name: str, game: Game, seed: int) -> Player:
    """Return a built-in agent as a player."""
    agent = Agent(name, game, seed=seed)
    return lambda ep: int(agent.act(ep))


def serve(
    game: Game,
    *,
    seats: Collection[int] = (0,),
    opponent: Player | None = None,
    seed: int | None = None,
    port: int = 0,
    show: Callable[[str], None] = print,
    open_browser: bool = False,
) -> None:
    """Serve a game to the browser until interrupted."""
    server = Server(Table(game, seats, opponent or random_player(seed or 0), seed), port)
    show(f"{game.name}, seed {server.table.seed}: open {server.url}\nCtrl-C ends the game.")
    if open_browser:
        import webbrowser

        webbrowser.open(server.url)
    server.run()
