"""avondale.lobby: what a bot asks of the lobby of an arena, and what the command line can arrange.

`Lobby` is the part of `Client` that sends these messages; section 8 of the protocol says what they mean. `Plan` is
what --challenge, --open, --join, --accept and --say make of them.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Optional, Union

Message = Mapping[str, Any]


class Lobby:
    """The messages to the lobby, one method each. They may be sent while the connection stands: from `decide`, from
    `on_message` and `on_over`, and from other threads. More keyword arguments are fields of the message, such as
    hints=False, watch=False, chat="none", bid_ms=2000, play_ms=1000."""

    def send(self, name: str, **fields: Any) -> None:
        """Sends any message of the protocol. Fields that are None are left out. ConnectionError without a connection."""
        raise NotImplementedError

    def seek(self, rulesets: Union[str, Iterable[str], None] = None, **fields: Any) -> None:
        """Takes games of these rulesets; None: of the arena's first. pair=True, rated=False, games=N. Answer: seeking."""
        self.send("seek", rulesets=_list(rulesets), **fields)

    def unseek(self) -> None:
        """Takes no more games by itself; those under way go on. Answer: seeking, without rulesets."""
        self.send("unseek")

    def challenge(self, names: Union[str, Iterable[str]], ruleset: Optional[str] = None, **fields: Any) -> None:
        """Invites bots, one name for each other seat, to the left. Answers: table, and off if one declines."""
        self.send("challenge", names=_list(names), ruleset=ruleset, **fields)

    def accept(self, code: str) -> None:
        """Takes the seat of an `invited`. Answer: table."""
        self.send("accept", code=code)

    def decline(self, code: str) -> None:
        """Refuses an `invited`, or gives up a seat at a table whose game has not begun."""
        self.send("decline", code=code)

    def open(self, ruleset: Optional[str] = None, *, listed: Optional[bool] = None, delay: Optional[int] = None,
             seats: Union[str, Iterable[str], None] = None, options: Union[str, Iterable[str], None] = None,
             **fields: Any) -> None:
        """Makes a table and sits in seat 0. `seats`: for whom the others are kept, a name, "*basic", or "". `options`:
        "NAME=VALUE" each, how its rules differ from the ruleset's. Answer: table, whose code is the invitation."""
        self.send("open", ruleset=ruleset, listed=listed, delay=delay, seats=_list(seats), options=_list(options), **fields)

    def join(self, code: str, seat: Optional[int] = None) -> None:
        """Sits down at the table of this code. Answer: table."""
        self.send("join", code=code, seat=seat)

    def tables(self) -> None:
        """Asks who seeks what, and for the listed tables. Answer: waiting."""
        self.send("tables")

    def chat(self, say: str, g: Optional[int] = None, code: Optional[str] = None) -> None:
        """Says a phrase (its key) or words, as the game's `chat` allows; `code`: at a table before its game or after."""
        self.send("chat", g=g, say=say, code=code)

    def quit(self, why: Optional[str] = None) -> None:
        """Plays its games to their end and takes no new one. Then the arena says bye."""
        self.send("quit", why=why)


def _list(words: Union[str, Iterable[str], None]) -> Optional[list[str]]:
    if words is None:
        return None
    return words.split(",") if isinstance(words, str) else list(words)


@dataclass
class Plan:
    """What a command line arranges, as the `on_message` of a `Client` with lobby=True. One game is arranged by
    `challenge`, `open` or `join`; after it the bot leaves, unless it also seeks or accepts."""
    ruleset: Optional[str] = None
    """Of the challenge or of the table; None: the arena's first."""
    challenge: Optional[str] = None
    """Names with commas."""
    open: Optional[Mapping[str, Any]] = None
    """The fields of an `open`."""
    join: Optional[str] = None
    """A code, or "listed": the first listed table with a free seat."""
    accept: Optional[str] = None
    """Whose challenges: names with commas, or "any"."""
    say: Optional[str] = None
    """What it says when a game begins where there is chat."""
    stays: bool = False
    """It does not leave after the arranged game."""
    failed: str = field(default="", init=False)
    """Why there was no game, in words."""
    _code: str = field(default="", init=False)
    _playing: bool = field(default=False, init=False)
    _sought: bool = field(default=False, init=False)

    def arranges(self) -> bool:
        return self.challenge is not None or self.open is not None or self.join is not None

    def __call__(self, client: Any, message: Message) -> None:
        take = getattr(self, "_on_" + message["t"], None)
        if take:
            take(client, message)

    def _on_welcome(self, client: Any, message: Message) -> None:
        self._sought = False
        if self._playing:
            return
        if self.challenge is not None:
            client.challenge(self.challenge, self.ruleset)
        elif self.open is not None:
            client.open(self.open.get("ruleset", self.ruleset),
                        **{key: value for key, value in self.open.items() if key != "ruleset"})
        elif self.join == "listed":
            client.tables()
        elif self.join is not None:
            client.join(self.join)

    def _on_seeking(self, client: Any, message: Message) -> None:
        self._sought = True

    def _on_waiting(self, client: Any, message: Message) -> None:
        if self.join != "listed" or self._code or self._playing:
            return
        for code, played, free in zip(message["codes"], message["played"], message["free"]):
            if free > 0 and self.ruleset in (None, played):
                client.join(code)
                return
        self._fail(client, "no listed table has a free seat")

    def _on_invited(self, client: Any, message: Message) -> None:
        if self.accept is not None and (self.accept == "any" or message["host"] in self.accept.split(",")):
            client.accept(message["code"])
        else:
            client.decline(message["code"])

    def _on_table(self, client: Any, message: Message) -> None:
        if self.arranges() and message["code"] != self._code:
            self._code = message["code"]
            print(f"{client.name}: table {self._code}", file=sys.stderr)

    def _on_off(self, client: Any, message: Message) -> None:
        if message["code"] == self._code:
            self._fail(client, message["why"])

    def _on_error(self, client: Any, message: Message) -> None:
        if self.arranges():
            refused = not self._code and message["code"] in ("ruleset", "option", "table", "absent", "full")
        else:
            refused = not self._sought and message["code"] == "ruleset"
        if refused:
            self._fail(client, message["text"])

    def _on_game(self, client: Any, message: Message) -> None:
        self._playing = True
        if self.say and "chat" in message and not message.get("resumed", False):
            client.chat(self.say, message["g"])

    def _on_over(self, client: Any, message: Message) -> None:
        self._playing = False
        if self.arranges() and self._code and not self.stays:
            client.quit("the arranged game is over")

    def _fail(self, client: Any, why: str) -> None:
        self._code = ""
        if not self.stays:
            self.failed = why
            client.quit(why)
