"""The application: pages, what they ask for by HTTP, and the socket."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from interpreter.languages import LANGUAGES, in_words, language, spoken
from interpreter.play.names import Terms
from interpreter.play.pack import Pack
from interpreter.play.rulebook import read_rulebook
from interpreter.play.save import PackPin
from interpreter.play.tables import read_table
from interpreter.play.text import Text
from interpreter.play.tutorial import read_tutorial
from interpreter.source.limits import ARCHIVE_PACKED_BYTES
from interpreter.web import limits
from interpreter.web.addresses import is_outside
from interpreter.web.desk import Urgency, Whose
from interpreter.web.errors import Refused
from interpreter.web.guard import LOCAL, Guard, host_name
from interpreter.web.hall import KINDS, Begun, Hall
from interpreter.web.limits import Rations
from interpreter.web.memory import Memory
from interpreter.web.messages import dumped, parsed
from interpreter.web.packs import pins
from interpreter.web.qr import svg
from interpreter.web.rules import rules_of
from interpreter.web.scene import scene_of
from interpreter.web.sockets import Live, visitor
from interpreter.web.thinking import Thinker
from interpreter.web.uploads import MARK
from interpreter.web.work import Work

T = TypeVar("T")
PAGE = Path(__file__).parent / "page"
_ADDRESS = 300
"""The letters of the longest address that is drawn as a QR code."""
OFFERS = 200
"""What can be chosen for so many packs, and packs together, is kept in each language."""
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


def assets() -> dict[str, tuple[bytes, str, str]]:
    """The files of the page: content, type and tag. Only these are served, whatever a path says."""
    found = {}
    for path in sorted(PAGE.rglob("*")):
        if path.is_file() and path.suffix in _TYPES:
            content = path.read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
            found[path.relative_to(PAGE).as_posix()] = (content, _TYPES[path.suffix], tag)
    return found


@dataclass(slots=True)
class Table:
    """What the routes share."""

    hall: Hall
    live: Live
    first: str = ""
    """The pack that the page offers first."""
    outside: str = ""
    """The address of this machine in its network, if the server answers there."""
    files: dict[str, tuple[bytes, str, str]] = field(default_factory=assets)
    begun: Rations = field(default_factory=lambda: Rations(*limits.BEGUN))
    brought: Rations = field(default_factory=lambda: Rations(*limits.BROUGHT_OFTEN))
    asked: Rations = field(default_factory=lambda: Rations(*limits.ASKED))
    read: Rations = field(default_factory=lambda: Rations(*limits.READ))
    _scenes: dict[tuple[object, ...], bytes] = field(default_factory=dict)
    _pictures: dict[str, dict[str, bytes]] = field(default_factory=dict)
    _rules: dict[tuple[str, str], bytes] = field(default_factory=dict)
    _offers: dict[tuple[str, ...], dict[str, Any]] = field(default_factory=dict)

    # ---- files

    async def page(self, request: Request) -> Response:
        """The one page there is; which game it shows is in its address."""
        return self._file(request, "index.html")

    async def file(self, request: Request) -> Response:
        """A file of the page."""
        return self._file(request, request.path_params["path"])

    def _file(self, request: Request, name: str) -> Response:
        found = self.files.get(name)
        if found is None:
            return Response("There is nothing here.\n", 404, media_type="text/plain")
        content, kind, tag = found
        headers = {"etag": tag, "cache-control": "no-cache", "content-type": kind}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers)

    # ---- data

    async def words(self, request: Request) -> Response:
        """What the page itself says, in a language."""
        return JSONResponse(dict(language(_lang(request)).page))

    async def packs(self, request: Request) -> Response:
        """The games that can be begun here."""
        lang = _lang(request)
        # Packs are loaded beside the games: that takes a while the first time.
        uploads = self.hall.packs.uploads
        names = [*self.hall.packs.names(), *self.hall.packs.brought()]
        offers = [one for name in names if (one := await self._offer_of(name, lang, _whose(request))) is not None]
        found = {"first": self.first, "players": list(KINDS), "packs": offers, "languages": list(LANGUAGES)}
        found |= {"with": list(self.hall.packs.together)}
        return JSONResponse(found | {"uploads": uploads is not None and uploads.taking, "kept_days": self.hall.keep})

    async def offer(self, request: Request) -> Response:
        """What can be chosen for a game of several packs; what stands in the way is told."""
        self._ration(self.asked, request)
        query, lang = request.query_params, _lang(request)
        name, others = query.get("pack", ""), _others(query.getlist("with"))
        pack = await self._opened(request, name, others)
        return JSONResponse(await self._done(request, pack, lambda: self._offer(name, lang, others)))

    async def _done(self, request: Request, pack: Pack, what: Callable[[], T], *, long: bool = False) -> T:
        """Do something with a pack when the turn comes of who asks for it."""
        return await self.hall.do(_whose(request), pins(pack), what, Urgency.ARRIVING, long=long)

    async def _opened(self, request: Request, name: str, others: tuple[str, ...] = ()) -> Pack:
        """A pack, with others to play with it. What has to be read is rationed: more can be put together than is kept."""
        packs = self.hall.packs
        if packs.is_read(name, others):
            return packs.open(name, others)
        self._ration(self.read, request)
        return await self.hall.read(_whose(request), lambda: packs.open(name, others))

    async def _meant(self, request: Request) -> Pack:
        """The packs that an address speaks of: those of a game, or some that are offered."""
        query = request.query_params
        if "game" in query:
            return (await self.hall.rouse(query["game"], _whose(request))).game.pack
        return await self._opened(request, query.get("pack", ""), _others(query.getlist("with")))

    async def _offer_of(self, name: str, lang: str, whose: Whose) -> dict[str, Any] | None:
        """What can be chosen for a pack; nothing where it is not what it was."""
        if (lang, name) in self._offers:
            return self._offers[lang, name]
        try:
            return await self.hall.read(whose, lambda: self._offer(name, lang))
        except Refused:
            return None

    def _offer(self, name: str, lang: str, others: tuple[str, ...] = ()) -> dict[str, Any]:
        key = (lang, name, *others)
        if key not in self._offers:
            pack = self.hall.packs.open(name, others)
            v, terms = pack.vocabulary, Terms(pack.vocabulary)
            options = [
                {
                    "name": one.name,
                    "text": in_words(one.text, lang, one.name),
                    "values": list(one.allowed),
                    "words": [terms.term(str(value)).get(lang) for value in one.allowed],
                    "default": one.default,
                }
                for one in v.options.values()
            ]
            modes = [
                {
                    "name": one.name,
                    "text": in_words(one.text, lang, one.name),
                    "least": one.setting.least,
                    "most": one.setting.most,
                    "options": one.setting.options,
                }
                for one in v.modes.values()
            ]
            while len(self._offers) > OFFERS:
                del self._offers[next(iter(self._offers))]
            self._offers[key] = {
                "name": name,
                "title": pack.title.get(lang),
                "aim": aim.get(lang) if (aim := read_rulebook(pack).aim) is not None else "",
                "least": pack.players.start,
                "most": pack.players.stop - 1,
                "options": options,
                "modes": modes,
                "languages": list(v.languages),
                "lesson": not others and read_tutorial(pack) is not None,
                "brought": name.startswith(MARK),
                "fits": self.hall.packs.fitting(name),
            }
        return self._offers[key]

    async def scene(self, request: Request) -> Response:
        """How the table of a game is laid out, and the words on its pieces: the same for everybody who plays it."""
        query = request.query_params
        if "game" in query:
            room = await self.hall.rouse(query["game"], _whose(request))
            pack, seats, options = room.game.pack, room.game.seats, dict(room.record.options)
        else:
            pack = await self._meant(request)
            seats, options = max(pack.players), {}
        lang = _lang(request)
        key = (pack.digest, seats, json.dumps(options, sort_keys=True), lang)
        if key not in self._scenes:
            while len(self._scenes) > 50:
                del self._scenes[next(iter(self._scenes))]
            made = await self._done(request, pack, lambda: dumped(scene_of(pack, seats, options, lang)).encode())
            self._scenes[key] = made
        # The address names the content of the pack, so it may be kept for ever.
        kept = "private, max-age=31536000, immutable" if query.get("v") == pack.digest else "no-cache"
        return Response(self._scenes[key], media_type="application/json", headers={"cache-control": kept})

    async def rules(self, request: Request) -> Response:
        """The rule book of a pack, or of the packs of a game."""
        pack, lang = await self._meant(request), _lang(request)
        key = (pack.digest, lang)
        if key not in self._rules:
            while len(self._rules) > 50:
                del self._rules[next(iter(self._rules))]
            self._rules[key] = await self._done(request, pack, lambda: dumped(rules_of(pack, lang)).encode())
        return Response(self._rules[key], media_type="application/json", headers={"cache-control": "no-cache"})

    async def picture(self, request: Request) -> Response:
        """A picture of a pack, by the hash of its bytes; only what a table names and was read to its end is there."""
        pack = await self._meant(request)
        if pack.digest not in self._pictures:
            while len(self._pictures) > 20:
                del self._pictures[next(iter(self._pictures))]
            self._pictures[pack.digest] = await self._done(request, pack, lambda: read_table(pack).pictures)
        content = self._pictures[pack.digest].get(request.path_params["name"])
        if content is None:
            return Response("There is nothing here.\n", 404, media_type="text/plain")
        kept = {"cache-control": "private, max-age=31536000, immutable"}
        return Response(content, media_type="image/png", headers=kept)

    # ---- changes

    async def begin(self, request: Request) -> Response:
        """Begin a game, and give its secrets to who began it."""
        self._ration(self.begun, request)
        data = await _body(request)
        players, options, name = data.get("players"), data.get("options", {}), data.get("pack")
        if isinstance(name, str) and data.get("lesson") is True:
            pack = await self._opened(request, name)
            await self.hall.store.free()
            return _links(await self._done(request, pack, lambda: self.hall.teach(name), long=True))
        if not (isinstance(name, str) and isinstance(players, list) and isinstance(options, dict)):
            raise Refused("bad_message")
        names = data.get("names", [])
        if not 0 < len(players) <= 16 or not isinstance(names, list) or len(names) > len(players):
            raise Refused("bad_message")
        if not all(isinstance(one, str) for one in (*players, *names)):
            raise Refused("bad_message")
        others = _others(data.get("with", []))
        pack = await self._opened(request, name, others)
        await self.hall.store.free()
        begun = await self._done(
            request, pack, lambda: self.hall.begin(name, players, options, others, names), long=True
        )
        return _links(begun)

    async def mine(self, request: Request) -> Response:
        """How the games stand that a browser remembers."""
        self._ration(self.asked, request)
        wanted = (await _body(request)).get("games")
        if not isinstance(wanted, list) or len(wanted) > limits.REMEMBERED:
            raise Refused("bad_message")
        return JSONResponse({"games": [await self._standing(one, _lang(request), _whose(request)) for one in wanted]})

    async def _standing(self, one: object, lang: str, whose: Whose) -> dict[str, object] | None:
        game, secret = (one.get("game"), one.get("secret")) if isinstance(one, dict) else (None, None)
        if not isinstance(game, str) or not isinstance(secret, str):
            return None
        try:
            standing, wanted = self.hall.standing(game, secret)
        except Refused:
            return None
        title, here = await self._title(wanted, whose), self.live.here(game)
        standing["here"] = [seat in here for seat in range(len(cast("list[str]", standing["players"])))]
        return standing | ({"title": title.get(lang)} if title is not None else {})

    async def _title(self, wanted: tuple[PackPin, ...], whose: Whose) -> Text | None:
        """What the packs of a game are called, in the words of now; nothing where they are no longer what they were."""
        packs = self.hall.packs

        def opened() -> Text | None:
            with contextlib.suppress(Refused):
                return packs.title(wanted)
            return None

        known = packs.known_title(wanted)
        if known is not None or packs.is_strange(wanted):
            return known
        return await self.hall.read(whose, opened)

    async def branch(self, request: Request) -> Response:
        """Begin a game at a point of one that is over, against bots; what was chosen after it is open again."""
        self._ration(self.begun, request)
        data = await _body(request)
        game, secret, step, seat = (data.get(name) for name in ("game", "secret", "step", "seat"))
        if not (isinstance(game, str) and isinstance(secret, str)) or type(step) is not int or type(seat) is not int:
            raise Refused("bad_message")
        room = (await self.hall.enter_later(game, secret, _whose(request, game))).room
        await self.hall.store.free()
        begun = await self._done(request, room.game.pack, lambda: self.hall.branch(room, step, seat), long=True)
        return _links(begun)

    async def write(self, request: Request) -> Response:
        """A game that is over, as a file to keep or to give to somebody."""
        self._ration(self.asked, request)
        data = await _body(request)
        game, secret = data.get("game"), data.get("secret")
        if not (isinstance(game, str) and isinstance(secret, str)):
            raise Refused("bad_message")
        room = (await self.hall.enter_later(game, secret, _whose(request, game))).room
        name = f"{room.record.packs[-1].id}-{room.record.id[:6]}.rws"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        lang = _lang(request)
        written = await self._done(request, room.game.pack, lambda: self.hall.written(room, lang))
        return Response(written, media_type="application/octet-stream", headers=headers)

    async def open(self, request: Request) -> Response:
        """Go on with a game from a file: from here or from the terminal."""
        self._ration(self.begun, request)
        if request.headers.get("content-type") != "application/octet-stream":
            raise Refused("bad_message")
        begun, players = await self.hall.opened(await _read(request, limits.FILE_BYTES), _whose(request))
        links = {"game": begun.id, "seats": list(begun.seats), "watch": begun.watch, "players": list(players)}
        return JSONResponse(links)

    async def qr(self, request: Request) -> Response:
        """An address as others can open it, and as a picture that a telephone reads; empty where it cannot be made."""
        self._ration(self.asked, request)
        text = (await _body(request)).get("text")
        if not isinstance(text, str) or len(text) > _ADDRESS:
            raise Refused("bad_message")
        host = request.headers["host"]
        name, ours = host_name(host), f"{request.headers['origin']}/"
        if name in LOCAL and self.outside and text.startswith(ours):  # known on this machine only, but there is another
            text = f"http://{self.outside}{host[len(name) :]}/{text.removeprefix(ours)}"
        return JSONResponse({"text": text, "svg": svg(text)})

    async def bring(self, request: Request) -> Response:
        """Take a pack of a visitor, if this server takes any."""
        uploads = self.hall.packs.uploads
        if uploads is None or not uploads.taking:
            raise Refused("no_uploads")
        self._ration(self.brought, request)
        if request.headers.get("content-type") != "application/zip":
            raise Refused("bad_message")
        content = await _read(request, ARCHIVE_PACKED_BYTES, limits.BRINGING_SECONDS)
        name, key = await uploads.bring(content, self.hall.clock())
        return JSONResponse({"name": name, "key": key})

    async def unbring(self, request: Request) -> Response:
        """Take a pack of a visitor off the list, for who has its key."""
        self._ration(self.asked, request)
        data, uploads = await _body(request), self.hall.packs.uploads
        name, key = data.get("name"), data.get("key")
        if uploads is None or not isinstance(name, str) or not isinstance(key, str):
            raise Refused("bad_message")
        await self.hall.store.free()
        place = uploads.place(name)
        uploads.remove(name, key)
        self.hall.packs.forget(place or name)
        return JSONResponse({})

    def _ration(self, rations: Rations, request: Request) -> None:
        """Count what a visitor asks for. Raises Refused when that is too much."""
        if not rations.take(visitor(request), self.hall.clock()):
            raise Refused("too_often")

    async def socket(self, socket: WebSocket) -> None:
        """A page that plays or watches."""
        await self.live.serve(socket)


def _others(names: object) -> tuple[str, ...]:
    """The packs that a game is to be played with. Raises Refused."""
    if not isinstance(names, list) or len(names) > limits.TOGETHER or not all(isinstance(one, str) for one in names):
        raise Refused("bad_message")
    return tuple(sorted(set(names)))


def _whose(request: Request, game: str = "") -> Whose:
    return Whose(visitor(request), game or request.query_params.get("game", ""))


def _lang(request: Request) -> str:
    return spoken(request.query_params.get("lang", "en"))


async def _body(request: Request) -> dict[str, Any]:
    """A small JSON object that somebody sent. Raises Refused."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Refused("bad_message")
    body = await _read(request, limits.BODY_BYTES)
    data = parsed(body)
    if not isinstance(data, dict):
        raise Refused("bad_message")
    return data


async def _read(request: Request, most: int, seconds: float = limits.IDLE_SECONDS) -> bytes:
    """What somebody sent, no more than so many bytes of it, and in time. Raises Refused."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Refused("too_long")
    except TimeoutError as error:
        raise Refused("too_slow") from error
    except ClientDisconnect as error:
        raise Refused("bad_message") from error  # nobody hears it
    return bytes(body)


def _links(begun: Begun) -> Response:
    return JSONResponse({"game": begun.id, "seats": list(begun.seats), "watch": begun.watch})


Endpoint = Callable[[Request], Awaitable[Response]]


def told(endpoint: Endpoint) -> Endpoint:
    """Answer what is refused with its code, also where the file of the games cannot be used: locked, full, gone.

    What nobody foresaw is told, too, and noted in the log.
    """

    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Refused as refused:
            return JSONResponse({"error": refused.code, "text": refused.note}, 400)
        except sqlite3.Error:
            return JSONResponse({"error": "not_kept", "text": ""}, 503)
        except Exception as error:  # noqa: BLE001 - whatever a pack makes us do, the next one is answered
            name = request.app.state.live.troubles.note(_whose(request).game, request.url.path, error)
            return JSONResponse({"error": "broken", "text": name}, 500)

    return answer


def make_app(
    hall: Hall,
    names: Iterable[str] = LOCAL,
    *,
    pace: float = 0.4,
    first: str = "",
    memory: Memory | None = None,
    thinker: Thinker | None = None,
) -> Starlette:
    """The application for a hall; `names` are those under which the server may be called."""
    hall.work = Work()
    live = Live(hall, thinker or Thinker(), pace, memory)
    hall.busy = lambda game: bool(live.clients.get(game))
    names = tuple(names)
    table = Table(hall, live, first, outside=next((one for one in names if is_outside(one)), ""))

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(live.watch())
        yield
        watching.cancel()
        await live.stop()

    routes = [
        Route("/", table.page),
        Route("/g/{game}", table.page),
        Route("/join/{game}", table.page),
        Route("/pieces/{pack}", table.page),
        Route("/rules/{pack}", table.page),
        Route("/page/{path:path}", table.file),
        Route("/picture/{name}", told(table.picture)),
        Route("/api/words", table.words),
        Route("/api/packs", told(table.packs)),
        Route("/api/packs", told(table.bring), methods=["POST"]),
        Route("/api/offer", told(table.offer)),
        Route("/api/packs/remove", told(table.unbring), methods=["POST"]),
        Route("/api/scene", told(table.scene)),
        Route("/api/rules", told(table.rules)),
        Route("/api/games", told(table.begin), methods=["POST"]),
        Route("/api/qr", told(table.qr), methods=["POST"]),
        Route("/api/mine", told(table.mine), methods=["POST"]),
        Route("/api/branch", told(table.branch), methods=["POST"]),
        Route("/api/file", told(table.write), methods=["POST"]),
        Route("/api/open", told(table.open), methods=["POST"]),
        WebSocketRoute("/ws", table.socket),
    ]
    app = Starlette(routes=routes, lifespan=life, middleware=[Middleware(Guard, names=names)])
    app.state.live = live
    return app
