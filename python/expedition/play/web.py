"""Play in the browser: a server for a local page on which a person plays by clicking.

The server is for one person on one machine. It listens only on 127.0.0.1, answers only requests that name it as
their host and come from its own page, requires a token drawn anew for each run, and reads small, well-formed
requests. It sends the browser what the player's seat may know and nothing else.
"""

from __future__ import annotations

import json
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ..show import theme
from .desk import Desk
from .replay import asset, fill
from .session import Session

__all__ = ["Server", "serve"]

MAX_BODY = 4096
MAX_CONNECTIONS = 32
"""Open connections that have shown the token."""
MAX_STRANGERS = 16
"""Open connections that have not; one more ends the oldest of them."""
REQUEST_SECONDS = 5.0
"""Time limit for a whole request to arrive."""
IDLE_SECONDS = 60.0
"""Time limit for a connection between requests."""
SEND_SECONDS = 15.0
"""Time limit for sending an answer."""


REPLAY_POLICY = "default-src 'none';style-src 'unsafe-inline';script-src 'unsafe-inline';img-src data:"
"""The content security policy of a replay page, which contains everything it needs and may load nothing."""


def page_policy(nonce: str) -> str:
    """Return the content security policy of the play page: its own script and its own server."""
    own = f"script-src 'nonce-{nonce}';style-src 'nonce-{nonce}'"
    return f"default-src 'none';{own};connect-src 'self';img-src data:"


class RefusedError(Exception):
    """A refused request, with its status and a sentence."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass
class _Link:
    """An open connection: its start, the time at which it will be cut off, and whether it has shown the token."""

    opened: float
    deadline: float | None
    trusted: bool = False


class _Listener(ThreadingHTTPServer):
    """Accepts connections. Slow ones are cut off, and those without a token make room for new ones."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port: int, handler: type[BaseHTTPRequestHandler]) -> None:
        self._links: dict[socket.socket, _Link] = {}
        self._guard = threading.Lock()
        try:
            super().__init__(("127.0.0.1", port), handler)
        except OSError as error:
            raise OSError(error.errno, f"port {port} cannot be used: {error.strerror}; choose another one") from None

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._guard:
            now = time.monotonic()
            strangers = [link for link in self._links.items() if not link[1].trusted]
            if len(strangers) >= MAX_STRANGERS:
                _cut(min(strangers, key=lambda link: link[1].opened)[0])
            full = len(self._links) >= MAX_CONNECTIONS + MAX_STRANGERS
            if not full:
                self._links[request] = _Link(now, now + REQUEST_SECONDS)
        if full:
            self.shutdown_request(request)
        else:
            super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._guard:
                self._links.pop(request, None)

    def service_actions(self) -> None:
        """Cut off whatever is too slow; called several times a second."""
        with self._guard:
            now = time.monotonic()
            for request, link in self._links.items():
                if link.deadline is not None and link.deadline < now:
                    link.deadline = None
                    _cut(request)

    def allow(self, request: Any, seconds: float | None) -> None:
        """Give a connection this many seconds from now, or no limit if None."""
        with self._guard:
            if request in self._links:
                self._links[request].deadline = None if seconds is None else time.monotonic() + seconds

    def trust(self, request: Any) -> None:
        """Note that a connection has shown the token."""
        with self._guard:
            if request in self._links:
                self._links[request].trusted = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore broken connections."""


def _cut(request: socket.socket) -> None:
    """End a connection; the thread that reads from it sees its end."""
    with suppress(OSError):
        request.shutdown(socket.SHUT_RDWR)


class Server:
    """The local server; ``port=0`` takes a free port."""

    def __init__(self, session: Session, port: int = 0) -> None:
        self.desk = Desk(session)
        self.token = secrets.token_urlsafe(24)
        outer = self

        class Handler(_Handler):
            server_of = outer

        self.http = _Listener(port, Handler)
        self.port: int = self.http.server_address[1]
        self.hosts = frozenset({f"127.0.0.1:{self.port}", f"localhost:{self.port}"})
        self.origins = frozenset(f"http://{host}" for host in self.hosts)
        self._thread: threading.Thread | None = None

    @property
    def session(self) -> Session:
        """The session being played."""
        return self.desk.session

    @property
    def url(self) -> str:
        """The address of the page, with its token."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def run(self) -> None:
        """Serve until interrupted."""
        try:
            self.http.serve_forever(poll_interval=0.2)
        finally:
            self.http.server_close()

    def __enter__(self) -> Server:
        self._thread = threading.Thread(target=self.run, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.http.shutdown()
        if self._thread is not None:
            self._thread.join()

    def page(self, nonce: str) -> str:
        """Return the play page."""
        # Inside a script element only a "<" could end it.
        setup = json.dumps(self.desk.setup()).replace("<", "\\u003c")
        return fill(
            asset("play.html"),
            {
                "TITLE": escape(self.desk.session.game.title),
                "SETUP": setup,
                "COMMON": asset("common.css"),
                "PLAY": asset("play.css"),
                "STYLE": theme.style(None, switch=True),
                "SHARED": asset("common.js"),
                "SCRIPT": asset("play.js"),
                "NONCE": nonce,
                "TOKEN": self.token,
            },
        )


def _fields(body: Any, **types: type) -> dict[str, Any]:
    """Return the fields of a request, refusing any others and any other type."""
    if not isinstance(body, dict) or set(body) != set(types):
        raise RefusedError(
            HTTPStatus.BAD_REQUEST, f"the request must be an object with {', '.join(types) or 'no fields'}"
        )
    for name, kind in types.items():
        if type(body[name]) is not kind:
            raise RefusedError(HTTPStatus.BAD_REQUEST, f"{name} must be of type {kind.__name__}")
    return body


class _Handler(BaseHTTPRequestHandler):
    """Answers requests, all of which pass ``_admit`` first."""

    server_of: Server
    protocol_version = "HTTP/1.1"
    server_version = "expedition"
    sys_version = ""
    timeout = SEND_SECONDS

    def handle_one_request(self) -> None:
        """Wait for a request, then give it a bounded time."""
        http = self.server_of.http
        if self.rfile.peek(1):  # type: ignore[attr-defined]  # a buffered reader
            http.allow(self.connection, REQUEST_SECONDS)
            super().handle_one_request()
            http.allow(self.connection, IDLE_SECONDS)
        else:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the base class
        """Log nothing: the address holds the token."""

    def do_GET(self) -> None:
        """Serve the page."""
        self._answer(self._get)

    def do_POST(self) -> None:
        """Answer a request from the page."""
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

    def _check_token(self, token: str) -> None:
        if not secrets.compare_digest(token.encode(), self.server_of.token.encode()):
            raise RefusedError(
                HTTPStatus.FORBIDDEN, "the token is missing or wrong: use the address that the command printed"
            )
        self.server_of.http.trust(self.connection)

    def _get(self) -> None:
        try:
            parts = urlsplit(self.path)
            fields = parse_qs(parts.query, max_num_fields=4)
        except ValueError:
            raise RefusedError(HTTPStatus.BAD_REQUEST, "the address is malformed or has more than 4 fields") from None
        if parts.path == "/favicon.ico":
            self._send(HTTPStatus.NO_CONTENT, "image/x-icon", "")
            return
        if parts.path not in ("/", "/replay", "/review"):
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is nothing here")
        self._check_token(fields.get("token", [""])[0])
        self.server_of.http.allow(self.connection, None)  # a replay draws every decision, a review searches it
        if parts.path == "/replay":
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", self.server_of.desk.replay(), policy=REPLAY_POLICY)
            return
        if parts.path == "/review":
            try:
                made = self.server_of.desk.review()
            except ValueError as refused:
                raise RefusedError(HTTPStatus.CONFLICT, str(refused)) from refused
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", made, policy=REPLAY_POLICY)
            return
        nonce = secrets.token_urlsafe(16)
        self._send(HTTPStatus.OK, "text/html; charset=utf-8", self.server_of.page(nonce), policy=page_policy(nonce))

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
        self._check_token(self.headers.get("X-Expedition-Token", ""))
        desk, body = self.server_of.desk, self._body()
        self.server_of.http.allow(self.connection, None)  # opponents may think for long
        match self.path:
            case "/api/state":
                _fields(body)
                answer: dict[str, Any] = {"position": desk.position()}
            case "/api/play":
                fields = _fields(body, action=int, step=int)
                answer = self._played(lambda: desk.play(fields["action"], fields["step"]))
            case "/api/undo":
                _fields(body)
                answer = self._played(desk.undo)
            case "/api/again":
                _fields(body)
                answer = {"position": desk.again()}
            case "/api/advance":
                steps = _fields(body, steps=int)["steps"]
                answer = {"position": desk.advance(steps)}
            case "/api/ready":
                _fields(body)
                answer = {"position": desk.ready()}
            case "/api/hint":
                step = _fields(body, step=int)["step"]
                answer = self._played(lambda: desk.hint(step), "hint")
            case "/api/new":
                made = _fields(body, players=int, seats=list, opponent=str, options=dict)
                if not all(type(seat) is int for seat in made["seats"]):
                    raise RefusedError(HTTPStatus.BAD_REQUEST, "seats must be whole numbers")
                if not all(type(value) is str for value in made["options"].values()):
                    raise RefusedError(HTTPStatus.BAD_REQUEST, "options must be texts")
                answer = self._played(lambda: desk.new(**made))
                answer["setup"] = desk.setup()
            case "/api/record":
                _fields(body)
                answer = dict(desk.record())
            case _:
                raise RefusedError(HTTPStatus.NOT_FOUND, "there is nothing here")
        self._send(HTTPStatus.OK, "application/json", json.dumps(answer))

    def _played(self, work: Callable[[], Any], name: str = "position") -> dict[str, Any]:
        """Return the result of some work; if it is refused, the reason and the position: the request was sound."""
        try:
            return {name: work()}
        except (TypeError, ValueError) as refused:
            return {"error": str(refused), "position": self.server_of.desk.position()}

    def _send(self, status: HTTPStatus, kind: str, content: str, policy: str = "default-src 'none'") -> None:
        data = content.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        rest = "base-uri 'none';form-action 'none';frame-ancestors 'none'"
        self.send_header("Content-Security-Policy", f"{policy};{rest}")
        self.end_headers()
        self.wfile.write(data)


def serve(session: Session, *, port: int = 0, show: Callable[[str], None] = print, open_browser: bool = False) -> None:
    """Serve a session to the browser until interrupted."""
    server = Server(session, port)
    show(f"{session.game.title}, seed {session.seed}: open {server.url}\nCtrl-C ends the game.")
    if open_browser:
        import webbrowser

        webbrowser.open(server.url)
    server.run()
