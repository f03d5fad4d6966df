"""Records of games as arrays: what each seat saw at each decision, and what it did.

    from avondale import records
    for part in records.read("match.jsonl", rows=100_000):
        train(part.observation, part.action, part.points)
"""

from __future__ import annotations

import json
from typing import Any, Iterator, NamedTuple, Optional

import numpy as np

from . import actions
from ._native import ffi, lib
from .checks import whole
from .ruleset import Ruleset

ROWS_MAX = 1 << 24
_HAND_ROWS = 512  # steps of a hand, cards of a discard one by one: far fewer in any ruleset
_KINDS = {dict: "an object", list: "a list", str: "a word"}
_CARDS = {text: number for number, text in enumerate(actions.CARD_TEXTS)}


class Rows(NamedTuple):
    """Decisions, one a row. A discard of three cards is three rows."""

    ruleset: Ruleset
    observation: "np.ndarray"  # int8 [rows, observation_size]
    mask: "np.ndarray"         # uint8 [rows, ACTIONS]; [rows, 0] without masks
    action: "np.ndarray"       # int16 [rows]
    seat: "np.ndarray"         # uint8 [rows]
    player: "np.ndarray"       # int32 [rows]: index in `players`
    points: "np.ndarray"       # float32 [rows]: of the seat's side in this hand
    won: "np.ndarray"          # int8 [rows]: 1 if the seat's side won the game, else 0; -1: nobody knows
    game: "np.ndarray"         # int32 [rows]: line in the file, from 0
    players: list[str]


class RecordError(ValueError):
    """A line that is no record, or one that the rules do not allow; names file and line."""


def _typed(what: str, value: Any, kind: type) -> Any:
    """A value as it is, if it is of this kind."""
    if not isinstance(value, kind):
        raise ValueError(f"{what} {json.dumps(value)[:40]}: {_KINDS[kind]} is expected")
    return value


def ruleset_of(record: dict[str, Any]) -> Ruleset:
    given = _typed("ruleset", record["ruleset"], dict)
    return Ruleset(_typed("preset", given["preset"], str), _typed("options", given.get("options", {}), dict))


class _Reader:
    """Collects rows of one ruleset until there are enough."""

    def __init__(self, rules: Ruleset, room: int, masks: bool) -> None:
        self.rules, self.room, self.masks = rules, room + _HAND_ROWS, masks
        self.names: dict[str, int] = {}
        self.env = ffi.new("struct env *")
        self.deal = ffi.new("struct deal *")
        self.out = ffi.new("struct native_rows *")
        self._begin()

    def _begin(self) -> None:
        room, size = self.room, self.rules.observation_size
        self.observation = np.empty((room, size), np.int8)
        self.mask = np.empty((room, actions.ACTIONS if self.masks else 0), np.uint8)
        self.action, self.seat = np.empty(room, np.int16), np.empty(room, np.uint8)
        self.player, self.points = np.empty(room, np.int32), np.empty(room, np.float32)
        self.won, self.line = np.empty(room, np.int8), np.empty(room, np.int32)
        self.rows = 0

    def _grow(self) -> None:
        """A game of many hands: its rows stay together."""
        self.room *= 2
        for name in ("observation", "mask", "action", "seat", "player", "points", "won", "line"):
            old = getattr(self, name)
            new = np.empty((self.room, *old.shape[1:]), old.dtype)
            new[: self.rows] = old[: self.rows]
            setattr(self, name, new)

    def _play(self, hand: dict[str, Any]) -> int:
        """Plays the hand that was dealt and writes its rows. Returns how many."""
        if self.rows + _HAND_ROWS > self.room:
            self._grow()
        for name, kind in (("observation", "int8_t *"), ("mask", "uint8_t *"), ("action", "int16_t *"),
                           ("seat", "uint8_t *")):
            rest = getattr(self, name)[self.rows :]
            setattr(self.out, name, ffi.cast(kind, rest.ctypes.data) if rest.size else ffi.NULL)
        self.out.room = self.room - self.rows
        words = "\n".join([step[2] for step in hand["steps"]]).encode()
        rows: int = lib.native_hand(self.env, self.rules._c, words, self.out)
        if rows < 0:
            raise ValueError(f"step {-1 - rows} of a hand is not legal")
        return rows

    def _deal(self, hand: dict[str, Any]) -> None:
        deal = hand["deal"]
        cards = [card for held in deal["hands"] for card in held]
        for place in ("kitty", "exposed", "stock"):
            cards += deal.get(place, ())
        error = lib.native_deal(self.deal, self.rules._c, bytes([_CARDS[card] for card in cards]), len(cards)) or \
            lib.env_deal(self.env, self.rules._c, self.deal)
        if error:
            raise ValueError(ffi.string(lib.engine_error_text(error)).decode())

    def game(self, record: dict[str, Any], line: int) -> None:
        rules, hands = self.rules, _typed("hands", record["hands"], list)
        dealer = hands[0]["dealer"] if hands else 0
        if not 0 <= dealer < rules.players or len(record["players"]) != rules.players:
            raise ValueError(f"{len(record['players'])} players, dealer {dealer}: {rules.players} play {rules.text}")
        who = np.array([self.names.setdefault(name, len(self.names)) for name in record["players"]], np.int32)
        side = np.array(rules.side_of)
        result = _typed("result", record.get("result", {}), dict)
        known = result.get("reason") not in (None, "aborted")
        won = np.array([int(s in result.get("winners", ())) if known else -1 for s in rules.side_of], np.int8)
        lib.env_reset_given(self.env, rules._c, dealer)
        for hand in hands:
            self._deal(hand)
            new = slice(self.rows, self.rows + self._play(hand))
            seat = self.seat[new]
            delta = np.array(hand.get("delta") or [0] * rules.sides, np.float32)
            self.player[new], self.points[new] = who[seat], delta[side][seat]
            self.won[new], self.line[new] = won[seat], line
            self.rows = new.stop

    def take(self) -> Rows:
        n = self.rows
        made = Rows(self.rules, self.observation[:n], self.mask[:n], self.action[:n], self.seat[:n], self.player[:n],
                    self.points[:n], self.won[:n], self.line[:n], list(self.names))
        self._begin()
        return made


def read(path: str, rows: int = 100_000, masks: bool = True) -> Iterator[Rows]:
    """The decisions of a file of records, in parts of about `rows`; a part is of one ruleset.

    Raises RecordError at the first line that cannot be played.
    """
    return _read(path, whole("rows", rows, 1, ROWS_MAX), masks)


def _read(path: str, rows: int, masks: bool) -> Iterator[Rows]:
    reader: Optional[_Reader] = None
    of: Any = None
    with open(path, "rb") as lines:
        for number, line in enumerate(lines):
            try:
                record = _typed("record", json.loads(line.decode()), dict)
                if reader is None or record["ruleset"] != of:
                    if reader is not None and reader.rows:
                        yield reader.take()
                    of, reader = record["ruleset"], _Reader(ruleset_of(record), rows, masks)
                reader.game(record, number)
            except (LookupError, OverflowError, RecursionError, TypeError, ValueError) as error:
                text = f"no {error}" if isinstance(error, KeyError) else error
                raise RecordError(f"{path}:{number + 1}: not a record that can be played: {text}") from None
            if reader.rows >= rows:
                yield reader.take()
    if reader is not None and reader.rows:
        yield reader.take()
