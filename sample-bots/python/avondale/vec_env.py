"""Many games, stepped by one call into C."""

from __future__ import annotations

from operator import attrgetter
from typing import Optional, Sequence, Union

import numpy as np

from . import actions
from ._native import ffi, lib
from .checks import integer, not_pickled, seed_number, whole
from .env import goal
from .ruleset import Ruleset, ruleset

_MAX = 1 << 20


class VecEnv:
    """`n` games of one ruleset. A game that ends is followed by the next at once.

    The arrays are made once and written by each step. No others can be put in their place:

    observation  int8 [n, observation_size]: what the seat to act may know
    mask         uint8 [n, ACTIONS]: 1 for each legal action
    list, count  uint8 [n, LIST_MAX], [n]: the numbers of the legal actions, and how many
    seat         uint8 [n]: who acts
    reward       float32 [n, players]: of the last step, by seat
    done         uint8 [n]: 1 where the last step ended a hand, 2 where it ended a game

    `observe=False` and `masks=False` leave out the first two, which cost most of a step.
    """

    def __init__(self, rules: Union[Ruleset, str] = "wikipedia", n: int = 256, episode: str = "hand",
                 reward: str = "points", seed: Optional[int] = None, observe: bool = True, masks: bool = True) -> None:
        n = whole("n", n, 1, _MAX)
        self.ruleset, self.n = ruleset(rules), n
        self._episode, self._rewarded = goal(episode, reward)
        self._c = ffi.new("struct env[]", n)
        size, players = self.ruleset.observation_size, self.ruleset.players
        self._rows = np.arange(n)
        self._out = ffi.new("struct env_out *")
        for name, kind, shape, of in (("observation", "int8_t *", (n, size if observe else 0), np.int8),
                                      ("mask", "uint8_t *", (n, actions.ACTIONS if masks else 0), np.uint8),
                                      ("list", "uint8_t *", (n, lib.ENV_LIST_MAX), np.uint8),
                                      ("count", "uint8_t *", n, np.uint8), ("seat", "uint8_t *", n, np.uint8),
                                      ("done", "uint8_t *", n, np.uint8), ("reward", "float *", (n, players), np.float32)):
            array = np.zeros(shape, of)
            setattr(self._out, name, ffi.cast(kind, array.ctypes.data) if array.size else ffi.NULL)
            setattr(self, "_" + name, array[...])  # a view, which nobody can resize: C keeps writing there
        self.reset(seed)

    observation = property(attrgetter("_observation"))
    mask = property(attrgetter("_mask"))
    list = property(attrgetter("_list"))
    count = property(attrgetter("_count"))
    seat = property(attrgetter("_seat"))
    reward = property(attrgetter("_reward"))
    done = property(attrgetter("_done"))

    __reduce__ = not_pickled  # nor copied: a copy would share the games

    @property
    def bytes_each(self) -> int:
        """Memory of one game, without the arrays."""
        return ffi.sizeof("struct env")

    def reset(self, seed: Optional[int] = None) -> "np.ndarray":
        """Begins all games anew. Returns the observations."""
        lib.env_batch_reset(self._c, self.n, self.ruleset._c, self._episode, seed_number(seed), self._out)
        return self.observation

    def step(self, chosen: "np.ndarray") -> "np.ndarray":
        """One action in each game. Returns the observations; everything else stands in the arrays.

        Whole numbers. ValueError names the first game whose action is not legal, TypeError the first whose action is no
        whole number; no game has been stepped then.
        """
        given = chosen if isinstance(chosen, np.ndarray) else np.array(chosen, object)
        if given.shape != (self.n,):
            raise ValueError(f"actions of shape {given.shape}: ({self.n},) is expected")
        if given.dtype.kind not in "iu":
            given = np.array([integer(f"game {game}: action", action) for game, action in enumerate(given)], object)
        small = given
        if not np.can_cast(given.dtype, np.int32):  # what does not fit would be another action
            small = np.where((given >= 0) & (given < actions.ACTIONS), given, -1)
        small = np.ascontiguousarray(small, np.int32)
        wrong = lib.env_batch_step(self._c, self.n, self.ruleset._c, ffi.cast("int32_t *", small.ctypes.data),
                                   self._rewarded, self._out)
        if wrong:
            game = -1 - wrong
            raise ValueError(f"action {given[game]} of game {game} is not legal")
        return self.observation

    def random_actions(self, rng: "np.random.Generator") -> "np.ndarray":
        """A legal action for each game, each equally likely."""
        at = (rng.random(self.n, np.float32) * self.count).astype(np.intp)
        return self.list[self._rows, np.minimum(at, self.count - 1)]

    # ------------------------------------------------------------------- with all cards known

    def hands(self) -> "np.ndarray":
        """uint8 [n, hands, CARDS]: 1 for each card that a hand holds now."""
        made = np.empty((self.n, self.ruleset.hands, actions.CARDS), np.uint8)
        lib.native_hands(self._c, self.n, self.ruleset._c, ffi.cast("uint8_t *", made.ctypes.data))
        return made

    def contracts(self, calls: Sequence[Union[int, str]]) -> "np.ndarray":
        """int8 [n, players, len(calls)]: the tricks of the contractor's side if a seat played such a contract.

        At the start of the auction: everybody discards and plays as `basic` does. Whether a bid is for
        6 or for 10 changes nothing, so one of each denomination is enough. -1 where there is no such call.
        """
        found = [actions.CALLS.get(call, -1) if isinstance(call, str) else integer("call", call) for call in calls]
        wrong = [call for call, number in zip(calls, found) if not 0 <= number < actions.CARD_FIRST]
        if wrong or not found:
            given = f"call {wrong[0]!r}" if wrong else "no call"
            raise ValueError(f"{given}: calls are expected, such as '7H', or 0 to {actions.CARD_FIRST - 1}")
        numbers = np.array(found, np.uint8)
        made = np.empty((self.n, self.ruleset.players, len(numbers)), np.int8)
        error = lib.native_contracts(self._c, self.n, self.ruleset._c, ffi.cast("uint8_t *", numbers.ctypes.data),
                                     len(numbers), ffi.cast("int8_t *", made.ctypes.data))
        if error:
            raise ValueError(f"contracts: game {-1 - error} is not at the first call of its auction")
        return made

    def worth(self) -> tuple["np.ndarray", "np.ndarray"]:
        """What `basic` bids by: int16 [n, hands, 5], tenths of a trick by denomination S C D H NT, and
        uint8 [n, hands], 1 where it would call misere."""
        worth = np.empty((self.n, self.ruleset.hands, 5), np.int16)
        low = np.empty((self.n, self.ruleset.hands), np.uint8)
        lib.native_worth(self._c, self.n, self.ruleset._c, ffi.cast("int16_t *", worth.ctypes.data),
                         ffi.cast("uint8_t *", low.ctypes.data))
        return worth, low

    def basic_actions(self) -> "np.ndarray":
        """int32 [n]: what `basic` does next in each game; of several cards it names one after the other."""
        made = np.empty(self.n, np.int32)
        lib.native_basic(self._c, self.n, self.ruleset._c, ffi.cast("int32_t *", made.ctypes.data))
        return made
