"""The live part: who is connected to which game, what each is sent, and bots that move when it is their turn.

Each connection has a task that sends. A state that nobody has fetched is replaced by the newer one, so a slow client gets
the newest and costs nobody else anything; one that accepts nothing for a while is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from interpreter.play.errors import Fault, IllegalAction
from interpreter.web import limits
from interpreter.web.desk import Desk, Urgency
from interpreter.web.errors import Refused
from interpreter.web.hall import Hall
from interpreter.web.limits import Allowance
from interpreter.web.memory import Memory
from interpreter.web.messages import COSTLY, KEPT, PROTOCOL, Message, dumped, language_of, read_message
from interpreter.web.room import HUMAN, Room
from interpreter.web.thinking import Thinker

TRY_LATER, BAD_CLIENT = 1013, 1008
LOOK_AROUND = 0.2
"""Seconds until a pick that another process wrote down is seen here."""
CALM = 24
"""With so few pages everything about a choice is told at once; with more, what options bring comes a moment later."""
SLICE = 0.003
"""Seconds for which what options bring is worked out at a stretch."""
STRIKES = 40
"""So many refused messages, and a client is sent away."""


@dataclass(eq=False, slots=True)
class Client:
    """A page that is connected: at a seat, or (None) beside the table."""

    socket: WebSocket
    game: str
    seat: int | None
    lang: str
    device: str = ""
    """What its browser calls itself, if it does: its other pages do the same, and nobody else is told."""
    told: int = -1
    """How many steps of the log it has; -1: not even what came before the first."""
    rev: int = -1
    presence: str = ""
    answers: deque[str] = field(default_factory=lambda: deque(maxlen=64))
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    strikes: int = 0
    haste: int = 0
    """How many messages more came so fast that they had to wait than not."""
    asked: bool = False
    """Whether it has chosen something and waits for what comes of it."""

    def answer(self, data: dict[str, Any]) -> None:
        """Say something to this page alone."""
        self.answers.append(dumped(data))
        self.wake.set()


@dataclass(slots=True)
class Live:
    """Everything that happens at the tables now."""

    hall: Hall
    thinker: Thinker
    strange_thinker: Thinker
    """Bots in games whose rules visitors brought: nobody else waits for them."""
    pace: float = 0.4
    """Seconds between two picks of bots, so that people can follow."""
    memory: Memory | None = None
    """Looked after here where the process is ours alone."""
    clients: dict[str, set[Client]] = field(default_factory=dict)
    _bots: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _desk: Desk = field(default_factory=Desk)
    _curious: deque[Client] = field(default_factory=deque)
    """Pages that have not been told yet what their options bring."""
    _telling: asyncio.Task[None] | None = None

    # ---- a connection

    async def serve(self, socket: WebSocket) -> None:
        """Talk to one page until it leaves."""
        await socket.accept()
        client = await self._greet(socket)
        if client is None:
            return
        sender = asyncio.create_task(self._send_all(client))
        try:
            await self._listen(client)
        finally:
            self.clients.get(client.game, set()).discard(client)
            if not self.clients.get(client.game):
                self.clients.pop(client.game, None)
            sender.cancel()
            self.wake(client.game)
            with contextlib.suppress(asyncio.CancelledError):
                await sender
            await _close(socket, 1000)

    async def _greet(self, socket: WebSocket) -> Client | None:
        try:
            async with asyncio.timeout(limits.IDLE_SECONDS):
                message = _hello(await _text(socket))
            await self.hall.rouse(message.text("game"))
            place = self.hall.enter(message.text("game"), message.text("secret"))
        except (TimeoutError, WebSocketDisconnect):
            await _close(socket, BAD_CLIENT)
            return None
        except Refused as refused:
            if refused.code != "too_often":
                await _send(socket, dumped({"type": "error", "code": refused.code, "text": refused.note}))
            await _close(socket, TRY_LATER if refused.code == "too_often" else BAD_CLIENT)
            return None
        except sqlite3.Error:
            await _close(socket, TRY_LATER)
            return None
        game = place.room.record.id
        company = self.clients.setdefault(game, set())
        if len(company) >= limits.SOCKETS:
            await _close(socket, TRY_LATER)
            return None
        client = Client(socket, game, place.seat, language_of(message), message.text("device"))
        company.add(client)
        client.answer(self._welcome(place.room, client))
        self.wake(game)
        self.stir(place.room)
        return client

    @staticmethod
    def _welcome(room: Room, client: Client) -> dict[str, Any]:
        record = room.record
        return {
            "type": "welcome",
            "proto": PROTOCOL,
            "game": record.id,
            "you": client.seat,
            "pack": record.packs[-1].id,
            "digest": room.game.pack.digest,
            "seats": len(record.seats),
        }

    async def _listen(self, client: Client) -> None:
        often, costly = Allowance(*limits.OFTEN), Allowance(*limits.COSTLY)
        while client.strikes < STRIKES and client.haste < limits.HASTE:
            try:
                text = await _text(client.socket)
            except WebSocketDisconnect:
                return
            client.haste = max(0, client.haste + (1 if await _waited(often) else -1))
            try:
                message = read_message(text)
                if message.type in COSTLY:
                    await _waited(costly)
                if message.type in KEPT:
                    await self._free()
                self._carry_out(client, message)
            except Refused as refused:
                self._refuse(client, refused, text)
        await _close(client.socket, BAD_CLIENT)

    async def _free(self) -> None:
        """Wait until something can be kept. Raises Refused."""
        try:
            await self.hall.store.free()
        except sqlite3.Error as error:
            raise Refused("not_kept") from error

    def _refuse(self, client: Client, refused: Refused, text: str) -> None:
        client.strikes += refused.code in ("too_often", "bad_message", "too_long")
        number = ""
        with contextlib.suppress(Refused):
            number = str(read_message(text).fields.get("id", ""))
        client.answer({"type": "error", "code": refused.code, "text": refused.note, "id": number})

    def _carry_out(self, client: Client, message: Message) -> None:
        try:
            self.look_around()
            room = self.hall.room(client.game)
            with self.hall.spared(strange=room.strange):
                self._ANSWERS[message.type](self, client, room, message)
        except sqlite3.Error as error:
            self.hall.forget(client.game)  # what was not written did not happen
            raise Refused("not_kept") from error

    # ---- what a page can ask for

    def _on_hello(self, _client: Client, _room: Room, _message: Message) -> None:
        raise Refused("bad_message")

    def _on_pick(self, client: Client, room: Room, message: Message) -> None:
        if client.seat is None:
            raise Refused("only_watching")
        mark = f"{client.seat}:{message.text('id')}"
        if room.rev != message.number("rev") and mark not in room.record.marks[-64:]:
            client.rev = -1  # what it saw is old: it gets the state as it is
            client.wake.set()
            raise Refused("stale")
        done = room.pick(client.seat, message.text("key"), mark, self.hall.clock())
        client.answer({"type": "reply", "id": message.text("id"), "done": done, "rev": room.rev})
        client.asked = True
        self._changed(room)

    def _on_undo(self, client: Client, room: Room, message: Message) -> None:
        if client.seat is None:
            raise Refused("only_watching")
        if room.rev != message.number("rev"):
            client.rev = -1
            client.wake.set()
            raise Refused("stale")
        if room.undo(client.seat, message.number("to"), self.hall.clock()):
            self._shorten(room)
        self._changed(room)

    def _on_agree(self, client: Client, room: Room, message: Message) -> None:
        if client.seat is None:
            raise Refused("only_watching")
        if room.agree(client.seat, bool(message.fields["yes"]), self.hall.clock()):
            self._shorten(room)
        self._changed(room)

    def _shorten(self, room: Room) -> None:
        """Steps were taken back: nobody has them any more."""
        for client in self.clients.get(room.record.id, ()):
            client.told = min(client.told, len(room.steps))

    def _on_why(self, client: Client, room: Room, message: Message) -> None:
        if client.seat is None:
            raise Refused("only_watching")
        told, ways = room.why(client.seat, message.text("kind"), message.text("key"), client.lang)
        client.answer({"type": "reply", "id": message.text("id"), "text": told, "ways": ways})

    def _on_read(self, client: Client, room: Room, message: Message) -> None:
        lines = room.read(client.seat, message.text("kind"), message.text("key"), client.lang)
        client.answer({"type": "reply", "id": message.text("id"), "lines": lines})

    def _on_frame(self, client: Client, room: Room, message: Message) -> None:
        frame = room.frame(client.seat, message.number("step"))
        client.answers.append('{"type":"reply","id":' + dumped(message.text("id")) + ',"frame":' + frame + "}")
        client.wake.set()

    def _on_lang(self, client: Client, _room: Room, message: Message) -> None:
        client.lang, client.told, client.rev = language_of(message), -1, -1
        client.wake.set()

    def _on_seat(self, client: Client, room: Room, message: Message) -> None:
        other = message.text("secret")  # who has the link of another seat could sit down there and say the same
        seat = self.hall.enter(client.game, other).seat if other else client.seat
        if seat is None:
            raise Refused("only_watching")
        self.hall.seat_at(room, seat, message.text("who"))
        if room.record.seats[seat].who != HUMAN and room.left_to_bot(seat, self.hall.clock()):
            self._shorten(room)
        self._changed(room)

    def _on_name(self, client: Client, room: Room, message: Message) -> None:
        if client.seat is None:
            raise Refused("only_watching")
        self.hall.name_seat(room, client.seat, message.text("name"))
        self.wake(client.game)

    _ANSWERS: ClassVar[dict[str, Callable[[Live, Client, Room, Message], None]]] = {
        "hello": _on_hello,
        "pick": _on_pick,
        "undo": _on_undo,
        "agree": _on_agree,
        "why": _on_why,
        "read": _on_read,
        "frame": _on_frame,
        "lang": _on_lang,
        "seat": _on_seat,
        "name": _on_name,
    }

    # ---- what happens by itself

    def look_around(self) -> None:
        """Let everybody see what another process has done to the games that are played here, too."""
        for game in self.hall.catch_up():
            if self.clients.get(game):
                for client in self.clients[game]:
                    client.told = -1  # steps may have been taken back
                self.wake(game)
                self.stir(self.hall.room(game))

    async def watch(self) -> None:
        """Look around for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_AROUND)
            with contextlib.suppress(sqlite3.Error, Refused):
                self.look_around()
            if self.memory is not None:
                self.memory.tidy(busy=bool(self.clients))

    def _changed(self, room: Room) -> None:
        self.wake(room.record.id)
        self.stir(room)

    def wake(self, game: str) -> None:
        """Let everybody at a table look again."""
        for client in self.clients.get(game, ()):
            client.wake.set()

    def stir(self, room: Room) -> None:
        """Let the bot move whose turn it is, as long as somebody is there."""
        game = room.record.id
        if self._bot_to_move(room) and (game not in self._bots or self._bots[game].done()):
            self._bots[game] = asyncio.create_task(self._move_bots(game))

    @staticmethod
    def _bot_to_move(room: Room) -> bool:
        deciding = room.deciding
        return deciding is not None and room.record.seats[deciding].who != HUMAN and room.request is None

    async def _move_bots(self, game: str) -> None:
        while self.clients.get(game):
            room = self.hall.room(game)
            seat, rev = room.deciding, room.rev
            if seat is None or not self._bot_to_move(room):
                return
            try:
                said = room.lesson.at(room.game) if room.lesson is not None else None
                thinker = self.strange_thinker if room.strange else self.thinker
                index = said.index if said is not None else await thinker.pick(room.record, seat)
                await asyncio.sleep(self.hall.share.wait(time.monotonic()) if room.strange else 0)
                await self.hall.store.free()
                if self.hall.room(game) is not room or room.rev != rev or not self._bot_to_move(room):
                    continue  # something happened meanwhile: think again
                with self.hall.counted(strange=room.strange):
                    room.pick_index(seat, index, "", self.hall.clock())
            except sqlite3.Error:
                self.hall.forget(game)
                return
            except (Refused, Fault, IllegalAction) as error:
                for client in self.clients.get(game, ()):
                    client.answer({"type": "error", "code": "fault", "text": str(error)[:500], "id": ""})
                return
            self.wake(game)
            await asyncio.sleep(self.pace)

    async def stop(self) -> None:
        """Let nothing happen any more."""
        for task in (*self._bots.values(), *([self._telling] if self._telling is not None else [])):
            task.cancel()
        self._desk.close()
        self.thinker.close()
        self.strange_thinker.close()

    # ---- sending

    async def _send_all(self, client: Client) -> None:
        try:
            while True:
                await client.wake.wait()
                client.wake.clear()
                while client.answers:
                    await _sent(client, client.answers.popleft())
                if self._is_behind(client):
                    await self._desk.turn(_urgency(client))
                    await _sent(client, self._state(client))
                presence = self._presence(self.hall.room(client.game), client)
                if presence != client.presence:
                    client.presence = presence
                    await _sent(client, presence)
        except (TimeoutError, WebSocketDisconnect, RuntimeError, Refused, sqlite3.Error):
            await _close(client.socket, TRY_LATER)

    def _is_behind(self, client: Client) -> bool:
        return client.rev != self.hall.room(client.game).rev or client.told < 0

    def _state(self, client: Client) -> str:
        """The game as it is now for a page, the newest only, with what has happened since it was last told."""
        room = self.hall.room(client.game)
        calm = client.seat != room.deciding or sum(map(len, self.clients.values())) <= CALM
        with self.hall.counted(strange=room.strange):
            log = room.log(client.seat, client.lang, client.told)
            view = room.view(client.seat, client.lang, ahead=calm)
        if not calm:
            self._tell_later(client)
        state = f'{{"type":"state",{view},"log_from":{client.told},"log":{dumped(log)}}}'
        client.rev, client.told, client.asked = room.rev, len(room.steps), False
        return state

    def _tell_later(self, client: Client) -> None:
        """Work out what the options of a page bring when everybody who asked for something has been answered."""
        self._curious.append(client)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_ahead())

    async def _tell_ahead(self) -> None:
        while self._curious:
            client = self._curious.popleft()
            room = self.hall.awake.get(client.game)
            if room is not None and client.seat is not None and client.rev == room.rev:
                await self._foresee(client, client.seat, room)

    async def _foresee(self, client: Client, seat: int, room: Room) -> None:
        """Tell a page what its options bring, worked out in slices; no more once the game has gone on, or the page."""
        rev, lang, told = room.rev, client.lang, list[dict[str, Any]]()
        options = room.ahead(seat, lang)
        while True:
            await self._desk.turn(Urgency.AHEAD)
            if room.rev != rev or client.lang != lang or client not in self.clients.get(client.game, ()):
                return
            end = time.perf_counter() + SLICE
            with self.hall.counted(strange=room.strange):
                for one in options:
                    told.append(one)
                    if time.perf_counter() > end:
                        break
                else:
                    break
        client.answer({"type": "ahead", "rev": rev, "options": told})

    def here(self, game: str) -> list[int | None]:
        """The seats at which pages are now, and None for each that watches."""
        return [client.seat for client in self.clients.get(game, ())]

    def _presence(self, room: Room, client: Client) -> str:
        """Who is there; of each seat also whether somebody is there at another browser than this page."""
        here = self.here(room.record.id)
        elsewhere = {one.seat for one in self.clients.get(room.record.id, ()) if one.device != client.device}
        seats = [
            {"who": one.who, "name": one.name, "here": number in here, "elsewhere": number in elsewhere}
            for number, one in enumerate(room.record.seats)
        ]
        return dumped({"type": "presence", "seats": seats, "watching": here.count(None)})


def _hello(text: str) -> Message:
    """The first message of a page. Raises Refused when it is none."""
    message = read_message(text)
    if message.type != "hello":
        raise Refused("bad_message")
    if message.number("proto") != PROTOCOL:
        raise Refused("old_page")
    return message


async def _waited(allowance: Allowance) -> bool:
    """Wait until one more is allowed, and say whether that took any time.

    Meanwhile nothing more is read from this page: what it sends stays on its side, and nobody else waits.
    """
    delay = allowance.delay(time.monotonic())
    if delay:
        await asyncio.sleep(delay)
    return delay > 0


async def _text(socket: WebSocket) -> str:
    """The next message; bytes are no message of ours."""
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return text if isinstance(text, str) else ""


def _urgency(client: Client) -> Urgency:
    if client.told < 0:
        return Urgency.ARRIVING
    return Urgency.ASKED if client.asked else Urgency.PLAYING


async def _sent(client: Client, text: str) -> None:
    """Send something to a page. Raises TimeoutError when it does not take it."""
    async with asyncio.timeout(limits.IDLE_SECONDS):
        await client.socket.send_text(text)


async def _send(socket: WebSocket, text: str) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(text)


async def _close(socket: WebSocket, code: int) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)
