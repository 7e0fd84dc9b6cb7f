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
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar, TypeVar

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from interpreter.play.errors import Fault, IllegalAction
from interpreter.web import limits
from interpreter.web.desk import Urgency, Whose
from interpreter.web.errors import Refused, Troubles
from interpreter.web.hall import Hall
from interpreter.web.limits import Allowance
from interpreter.web.memory import Memory
from interpreter.web.messages import KEPT, PROTOCOL, Message, dumped, language_of, read_message
from interpreter.web.room import HUMAN, Room
from interpreter.web.thinking import CannotThink, Thinker

T = TypeVar("T")
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
    whose: Whose
    """From where it came, and the game."""
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

    @property
    def game(self) -> str:
        """The game it plays or watches."""
        return self.whose.game

    def answer(self, data: dict[str, Any]) -> None:
        """Say something to this page alone."""
        self.answers.append(dumped(data))
        self.wake.set()


@dataclass(slots=True)
class Outcome:
    """What came of a message; it is told when it is over, since it may have been carried out beside the loop."""

    reply: str = ""
    """What the page is answered that sent it."""
    changed: bool = False
    """Whether the game stands differently now."""
    steps: int | None = None
    """How many steps are left, if some were taken back."""
    seats: bool = False
    """Whether something is new about who sits there."""


@dataclass(slots=True)
class Live:
    """Everything that happens at the tables now."""

    hall: Hall
    thinker: Thinker
    pace: float = 0.4
    """Seconds between two picks of bots, so that people can follow."""
    memory: Memory | None = None
    """Looked after here where the process is ours alone."""
    clients: dict[str, set[Client]] = field(default_factory=dict)
    _bots: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _talking: set[asyncio.Task[Any]] = field(default_factory=set)
    _ending: bool = False
    _tidied: float = 0.0
    _telling: set[asyncio.Task[None]] = field(default_factory=set)
    """Work on what the options of pages bring."""

    @property
    def troubles(self) -> Troubles:
        """What the log is told."""
        return self.hall.troubles

    # ---- a connection

    async def serve(self, socket: WebSocket) -> None:
        """Talk to one page until it leaves, or the server ends."""
        task = asyncio.current_task()
        assert task is not None
        self._talking.add(task)
        try:
            await self._serve(socket)
        except asyncio.CancelledError:
            if not self._ending:
                raise
        finally:
            self._talking.discard(task)

    async def _serve(self, socket: WebSocket) -> None:
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
        whose = Whose(visitor(socket))
        try:
            async with asyncio.timeout(limits.IDLE_SECONDS):
                message = _hello(await _text(socket))
            whose = Whose(whose.visitor, message.text("game"))
            place = await self.hall.enter_later(whose.game, message.text("secret"), whose)
        except (TimeoutError, WebSocketDisconnect):
            await _close(socket, BAD_CLIENT)
            return None
        except Refused as refused:
            await _send(socket, dumped({"type": "error", "code": refused.code, "text": refused.note}))
            await _close(socket, BAD_CLIENT)
            return None
        except sqlite3.Error:
            await _close(socket, TRY_LATER)
            return None
        except Exception as error:  # noqa: BLE001 - whatever the rules of a game do, the others go on
            name = self.troubles.note(whose.game, "it cannot be made again", error)
            await _send(socket, dumped({"type": "error", "code": "broken", "text": name}))
            await _close(socket, BAD_CLIENT)
            return None
        game = place.room.record.id
        company = self.clients.setdefault(game, set())
        if len(company) >= limits.SOCKETS:
            await _close(socket, TRY_LATER)
            return None
        client = Client(socket, whose, place.seat, language_of(message), message.text("device"))
        company.add(client)
        client.answer(self._welcome(place.room, client))
        self.wake(game)
        self.stir(game)
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
        often = Allowance(*limits.OFTEN)
        while client.strikes < STRIKES and client.haste < limits.HASTE:
            try:
                text = await _text(client.socket)
            except WebSocketDisconnect:
                return
            client.haste = max(0, client.haste + (1 if await _waited(often) else -1))
            try:
                message = read_message(text)
                if message.type in KEPT:
                    await self._free()
                await self._carry_out(client, message)
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

    async def _carry_out(self, client: Client, message: Message) -> None:
        """Do what a page asks for when its turn comes. Raises Refused."""
        try:
            self.look_around()
            outcome = None
            while outcome is None:
                outcome = await self._outcome(client, message)
        except sqlite3.Error as error:
            self.hall.forget(client.game)  # what was not written did not happen
            raise Refused("not_kept") from error
        except Refused:
            raise
        except Exception as error:
            self.hall.forget(client.game)  # nobody knows how far it came; the file does
            self.wake(client.game)
            raise Refused("broken", self.troubles.note(client.game, f"`{message.type}` failed", error)) from error
        finally:
            client.wake.set()
        if outcome.reply:
            client.answers.append(outcome.reply)
        if outcome.steps is not None:
            for one in self.clients.get(client.game, ()):
                one.told = min(one.told, outcome.steps)  # steps were taken back: nobody has them any more
        if outcome.changed and (room := self.hall.awake.get(client.game)) is not None:
            self._changed(room)
        elif outcome.seats:
            self.wake(client.game)

    async def _outcome(self, client: Client, message: Message) -> Outcome | None:
        """What comes of a message; None where the game has been made anew meanwhile. Raises what that raises."""
        room = await self.hall.rouse(client.game, client.whose)
        if message.type == "frame":
            steps = room.leafing(client.seat, message.number("step"))
            while await self._done(client, room, lambda: next(steps, False) is None):
                pass

        def carried_out() -> Outcome | None:
            if self.hall.awake.get(client.game) is not room:
                return None
            return self._ANSWERS[message.type](self, client, room, message)

        return await self._done(client, room, carried_out)

    async def _done(self, client: Client, room: Room, what: Callable[[], T], urgency: Urgency = Urgency.ASKED) -> T:
        return await self.hall.do(client.whose, room.record.packs, what, urgency)

    # ---- what a page can ask for

    def _on_hello(self, _client: Client, _room: Room, _message: Message) -> Outcome:
        raise Refused("bad_message")

    def _on_pick(self, client: Client, room: Room, message: Message) -> Outcome:
        seat, number = _seated(client), message.text("id")
        mark = f"{seat}:{number}"
        if mark not in room.record.marks[-64:]:
            _demand_new(client, room, message)
        done = room.pick(seat, message.text("key"), mark, self.hall.clock())
        client.asked = True
        return Outcome(dumped({"type": "reply", "id": number, "done": done, "rev": room.rev}), changed=True)

    def _on_undo(self, client: Client, room: Room, message: Message) -> Outcome:
        seat = _seated(client)
        _demand_new(client, room, message)
        done = room.undo(seat, message.number("to"), self.hall.clock())
        return Outcome(changed=True, steps=len(room.steps) if done else None)

    def _on_agree(self, client: Client, room: Room, message: Message) -> Outcome:
        done = room.agree(_seated(client), bool(message.fields["yes"]), self.hall.clock())
        return Outcome(changed=True, steps=len(room.steps) if done else None)

    def _on_why(self, client: Client, room: Room, message: Message) -> Outcome:
        told, ways = room.why(_seated(client), message.text("kind"), message.text("key"), client.lang)
        return Outcome(dumped({"type": "reply", "id": message.text("id"), "text": told, "ways": ways}))

    def _on_read(self, client: Client, room: Room, message: Message) -> Outcome:
        lines = room.read(client.seat, message.text("kind"), message.text("key"), client.lang)
        return Outcome(dumped({"type": "reply", "id": message.text("id"), "lines": lines}))

    def _on_frame(self, client: Client, room: Room, message: Message) -> Outcome:
        frame = room.frame(client.seat, message.number("step"))
        return Outcome('{"type":"reply","id":' + dumped(message.text("id")) + ',"frame":' + frame + "}")

    def _on_lang(self, client: Client, _room: Room, message: Message) -> Outcome:
        client.lang, client.told, client.rev = language_of(message), -1, -1
        return Outcome()

    def _on_seat(self, client: Client, room: Room, message: Message) -> Outcome:
        other = message.text("secret")  # who has the link of another seat could sit down there and say the same
        seat = self.hall.enter(client.game, other).seat if other else client.seat
        if seat is None:
            raise Refused("only_watching")
        self.hall.seat_at(room, seat, message.text("who"))
        done = room.record.seats[seat].who != HUMAN and room.left_to_bot(seat, self.hall.clock())
        return Outcome(changed=True, steps=len(room.steps) if done else None)

    def _on_name(self, client: Client, room: Room, message: Message) -> Outcome:
        self.hall.name_seat(room, _seated(client), message.text("name"))
        return Outcome(seats=True)

    _ANSWERS: ClassVar[dict[str, Callable[[Live, Client, Room, Message], Outcome]]] = {
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
                    client.told = client.rev = -1  # steps may have been taken back
                self.wake(game)
                self.stir(game)

    async def watch(self) -> None:
        """Look around for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_AROUND)
            with contextlib.suppress(sqlite3.Error, Refused):
                self.look_around()
            if time.monotonic() - self._tidied > limits.TIDYING_SECONDS or not self._tidied:
                self._tidied = time.monotonic()
                with contextlib.suppress(sqlite3.Error, OSError):
                    self.hall.tidy()
            if self.memory is not None:
                if self.hall.packs.forgotten:
                    self.hall.packs.forgotten = False
                    self.memory.soon()
                self.memory.tidy(busy=bool(self.clients))

    def _changed(self, room: Room) -> None:
        self.wake(room.record.id)
        self.stir(room.record.id)

    def wake(self, game: str) -> None:
        """Let everybody at a table look again."""
        for client in self.clients.get(game, ()):
            client.wake.set()

    def stir(self, game: str) -> None:
        """Let the bot move whose turn it is, as long as somebody is there."""
        room = self.hall.awake.get(game)
        if (room is None or _bot_to_move(room)) and (game not in self._bots or self._bots[game].done()):
            self._bots[game] = asyncio.create_task(self._move_bots(game))

    async def _move_bots(self, game: str) -> None:
        try:
            while (company := self.clients.get(game)) and await self._moved(game, next(iter(company)).whose):
                self.wake(game)
                await asyncio.sleep(self.pace)
        except sqlite3.Error:
            self.hall.forget(game)
        except CannotThink as error:
            self.troubles.note(game, f"a bot came to no choice: {error}\n{error.where}".rstrip())
            self._tell(game, "bot_failed", str(error))
        except (Refused, Fault, IllegalAction) as error:
            self._tell(game, "fault", str(error))
        except Exception as error:  # noqa: BLE001 - whatever the rules of a game do, the others go on
            self.hall.forget(game)
            self._tell(game, "broken", self.troubles.note(game, "the pick of a bot failed", error))

    def _tell(self, game: str, code: str, text: str) -> None:
        """Tell everybody at a table what went wrong; people can go on, take back or take a seat over."""
        for client in self.clients.get(game, ()):
            client.answer({"type": "error", "code": code, "text": text[:500], "id": ""})

    async def _moved(self, game: str, whose: Whose) -> bool:
        """Let the bot choose whose turn it is; False when it is nobody's. Raises what stands in its way."""
        room = await self.hall.rouse(game, whose)
        wanted, lesson, seat, rev = room.record.packs, room.lesson, room.record.turn, room.rev
        if seat is None or not _bot_to_move(room):
            return False
        said = await self.hall.do(whose, wanted, lambda: lesson.at(room.game)) if lesson is not None else None
        index = said.index if said is not None else await self.thinker.pick(room.record, seat, whose)
        await self.hall.store.free()

        def pick() -> None:
            # Where something happened meanwhile it is thought about again.
            if self.hall.awake.get(game) is room and room.rev == rev and _bot_to_move(room):
                room.pick_index(seat, index, "", self.hall.clock())

        await self.hall.do(whose, wanted, pick, Urgency.PLAYING)
        return True

    async def end(self) -> None:
        """Let everybody go: the server ends."""
        self._ending = True
        for task in self._talking:
            task.cancel()
        if self._talking:
            await asyncio.wait(self._talking, timeout=1)

    async def stop(self) -> None:
        """Let nothing happen any more."""
        for task in (*self._bots.values(), *self._telling):
            task.cancel()
        self.thinker.close()
        await self.hall.work.close()

    # ---- sending

    async def _send_all(self, client: Client) -> None:
        try:
            while True:
                await client.wake.wait()
                client.wake.clear()
                await _flush(client)
                room = self.hall.awake.get(client.game)
                if room is None or client.rev != room.rev:
                    room = await self._send_state(client)
                presence = self._presence(room, client)
                if presence != client.presence:
                    client.presence = presence
                    await _sent(client, presence)
        except (TimeoutError, WebSocketDisconnect, Refused, sqlite3.Error):
            await _close(client.socket, TRY_LATER)
        except Exception as error:  # noqa: BLE001 - a page that comes again is told why it cannot enter
            self.troubles.note(client.game, "a page could not be told anything", error)
            await _close(client.socket, TRY_LATER)

    async def _send_state(self, client: Client) -> Room:
        """Send the game as it is now to a page, the newest only, with what has happened since it was last told."""
        room = await self.hall.rouse(client.game, client.whose)
        told, lang, pages = client.told, client.lang, sum(map(len, self.clients.values()))
        calm = client.seat != room.record.turn or (pages <= CALM and not self.hall.is_slow(room.record.packs))
        state = await self._done(client, room, lambda: self._state(client, room, calm=calm), _urgency(client))
        if (client.told, client.lang) != (told, lang):
            client.wake.set()  # what it has was changed meanwhile
            return room
        client.rev, client.told, client.asked = state.rev, state.steps, False
        await _flush(client)  # what it is answered about a choice comes before what came of it
        if state.text:
            await _sent(client, state.text)
        if state.wrong:
            client.answer({"type": "error", "code": "not_shown", "text": state.wrong, "id": ""})
        elif not calm:
            self._tell_later(client, room)
        return room

    def _state(self, client: Client, room: Room, *, calm: bool) -> State:
        """What a page is sent. Where a pack makes words fail, it is sent what can be shown, so that the game can go on."""
        first, rev, steps, seat, lang = client.told, room.rev, len(room.steps), client.seat, client.lang
        wrong = ""

        def written(view: str, log: list[dict[str, Any]]) -> str:
            return f'{{"type":"state",{view},"log_from":{first},"log":{dumped(log)}}}'

        ways: tuple[Callable[[], str], ...] = (
            lambda: written(room.view(seat, lang, ahead=calm), room.log(seat, lang, first)),
            lambda: written(room.view(seat, lang, ahead=False), room.log(seat, lang, first)),
            lambda: written(room.view(seat, lang, ahead=False), []),
            lambda: written(room.plain(seat, lang), []),
        )
        for way in ways:
            try:
                return State(way(), rev, steps, wrong)
            except Exception as error:  # noqa: BLE001 - whatever the rules of a game do, people can go on with it
                wrong = wrong or self.troubles.note(room.record.id, "it cannot be shown", error)
        return State("", rev, steps, wrong)

    def _tell_later(self, client: Client, room: Room) -> None:
        """Work out what the options of a page bring when everybody who asked for something has been answered."""
        if client.seat is not None:
            telling = asyncio.create_task(self._foresee(client, client.seat, room))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    async def _foresee(self, client: Client, seat: int, room: Room) -> None:
        """Tell a page what its options bring, worked out in slices; no more once the game has gone on, or the page."""
        rev, lang, told = room.rev, client.lang, list[dict[str, Any]]()
        options = room.ahead(seat, lang)

        def some() -> bool | None:
            if room.rev != rev or client.lang != lang or client not in self.clients.get(client.game, ()):
                return None
            end = time.perf_counter() + SLICE
            for one in options:
                told.append(one)
                if time.perf_counter() > end:
                    return False
            return True

        done: bool | None = False
        while done is False:
            try:
                done = await self._done(client, room, some, Urgency.AHEAD)
            except Exception as error:  # noqa: BLE001 - one can choose without
                self.troubles.note(client.game, "what options bring cannot be told", error)
                return
        if done:
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


@dataclass(frozen=True, slots=True)
class State:
    """What a page is sent of a game, how the game stood then, and what went wrong with it."""

    text: str
    rev: int
    steps: int
    wrong: str


def visitor(connection: HTTPConnection) -> str:
    """From where somebody came: what one address asks for, the others need not wait for.

    Whoever has one address of IPv6 mostly has 2^64 of them.
    """
    host = connection.client.host if connection.client is not None else ""
    with contextlib.suppress(ValueError):
        address = ip_address(host)
        if address.version == 6:
            return str(ip_network((address, 64), strict=False))
    return host


def _bot_to_move(room: Room) -> bool:
    deciding = room.record.turn
    return deciding is not None and room.record.seats[deciding].who != HUMAN and room.request is None


def _seated(client: Client) -> int:
    """The seat of a page. Raises Refused for who only watches."""
    if client.seat is None:
        raise Refused("only_watching")
    return client.seat


def _demand_new(client: Client, room: Room, message: Message) -> None:
    """Refuse what was said of a game that stands differently now; who said it gets the state as it is."""
    if room.rev != message.number("rev"):
        client.rev = -1
        raise Refused("stale")


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
    """Send something to a page. Raises TimeoutError when it does not take it, WebSocketDisconnect when it has gone."""
    async with asyncio.timeout(limits.IDLE_SECONDS):
        try:
            await client.socket.send_text(text)
        except RuntimeError as error:  # it has gone
            raise WebSocketDisconnect from error


async def _flush(client: Client) -> None:
    """Send all answers to a page."""
    while client.answers:
        await _sent(client, client.answers.popleft())


async def _send(socket: WebSocket, text: str) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(text)


async def _close(socket: WebSocket, code: int) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)
