"""One game for training: a seat acts, everything else is done here."""

from __future__ import annotations

from typing import NamedTuple, Optional, Union

import numpy as np

from . import actions
from ._native import ffi, lib
from .checks import UINT64_MAX, choice, integer, not_pickled, seed_number, whole
from .ruleset import Ruleset, ruleset

EPISODES = {"hand": 0, "game": 1}
REWARDS = {"points": 0, "margin": 1, "win": 2}
ADVISERS = ("basic", "expert", "expert-2")
WORLDS_MAX = 1 << 20
CANDIDATES_MAX = 1 << 20
_SOLVE_BYTES = 3 << 20
_DONE_HAND, _DONE_GAME = 1, 2


def goal(episode: str, reward: str) -> tuple[int, int]:
    """The numbers of an episode and of a reward, or ValueError: nobody wins a hand."""
    if (episode, reward) == ("hand", "win"):
        raise ValueError(f"reward {reward!r}: points, margin are allowed with episode {episode!r}")
    return choice("episode", episode, EPISODES), choice("reward", reward, REWARDS)


class Step(NamedTuple):
    """What an action led to."""

    rewards: "np.ndarray"  # float32 by seat
    hand_over: bool
    game_over: bool


class Advice(NamedTuple):
    """What a player of the house would do, and why."""

    actions: list[int]  # one number, or one for each card
    why: str


class Env:
    """A game of one ruleset.

    `episode`: "hand" (every hand begins at a score of 0 and the deal passes on) or "game".
    `reward`: "points" of the seat's side in a hand; "margin": those less the mean of the others';
    "win": 1 or -1 when a game ends.
    """

    def __init__(self, rules: Union[Ruleset, str] = "wikipedia", episode: str = "game", reward: str = "points",
                 seed: Optional[int] = None) -> None:
        self.ruleset = ruleset(rules)
        self._episode, self._reward = goal(episode, reward)
        self._c = ffi.new("struct env *")
        self.reset(seed)

    # ------------------------------------------------------------------------------ the game

    def reset(self, seed: Optional[int] = None) -> "np.ndarray":
        """Begins a game whose deals follow from the seed. Returns what the seat to act sees."""
        lib.env_reset(self._c, self.ruleset._c, self._episode, seed_number(seed))
        return self.observe()

    def step(self, action: Union[int, str]) -> Step:
        """Does an action for the seat to act. ValueError if it is not legal; nothing changes then."""
        number = actions.number(action, self.phase) if isinstance(action, str) else integer("action", action)
        hand = ffi.new("struct hand_result *")
        done = lib.env_step(self._c, self.ruleset._c, number, hand) if 0 <= number < actions.ACTIONS else -1
        if done < 0:
            legal = " ".join(self.text(n) for n in self.legal) or "nothing: the game is over"
            raise ValueError(f"action {action!r} is not legal here: {legal}")
        return Step(self._rewards(done, hand), done > 0, done == _DONE_GAME)

    def step_of_episode(self, action: int) -> "tuple[Env, Step, bool]":
        """As step, where the episode may be a hand: the game as it stands then, what the action led to, and whether the
        episode is over. Of a hand that is over the game stands as it did before the action, not in the next deal."""
        before = self.clone() if self._episode == EPISODES["hand"] else None
        step = self.step(integer("action", action))
        if before and step.hand_over:
            return before, step, True
        return self, step, step.game_over

    def _rewards(self, done: int, hand: "ffi.CData") -> "np.ndarray":
        rules, rewards = self.ruleset, np.zeros(self.ruleset.players, np.float32)
        for seat, side in enumerate(rules.side_of):
            if done and self._reward == REWARDS["win"]:
                rewards[seat] = 0 if done != _DONE_GAME else 1 if self._c.game.winners >> side & 1 else -1
            elif done:
                rewards[seat] = hand.delta[side]
                if self._reward == REWARDS["margin"]:
                    others = sum(hand.delta[other] for other in range(rules.sides) if other != side)
                    rewards[seat] -= others / (rules.sides - 1)
        return rewards

    @property
    def seat(self) -> int:
        """Who acts; -1 when the game is over."""
        return -1 if self.game_over else self._c.game.turn

    @property
    def phase(self) -> str:
        return ffi.string(lib.game_phase_name(self._c.game.phase)).decode()

    @property
    def game_over(self) -> bool:
        return self.phase == "over"

    @property
    def legal(self) -> list[int]:
        """The numbers of the legal actions, in ascending order."""
        found = ffi.new("uint8_t[]", lib.ENV_LIST_MAX)
        return list(found[0 : lib.env_list(self._c, found)])

    def mask(self) -> "np.ndarray":
        """uint8 [ACTIONS]: 1 for each legal action."""
        made = np.empty(actions.ACTIONS, np.uint8)
        lib.env_mask(self._c, ffi.cast("uint8_t *", made.ctypes.data))
        return made

    @property
    def scores(self) -> list[int]:
        """By side."""
        return list(self._c.game.scores)[: self.ruleset.sides]

    @property
    def winners(self) -> list[int]:
        """The sides that won; empty while the game goes on."""
        return [side for side in range(self.ruleset.sides) if self._c.game.winners >> side & 1]

    @staticmethod
    def text(action: int) -> str:
        """An action in the notation of the rules."""
        return actions.TEXTS[whole("action", action, 0, actions.ACTIONS - 1)]

    def clone(self) -> "Env":
        """A copy that goes its own way from here, with the same deals to come."""
        twin = object.__new__(Env)
        twin.ruleset, twin._episode, twin._reward = self.ruleset, self._episode, self._reward
        twin._c = ffi.new("struct env *")
        ffi.memmove(twin._c, self._c, ffi.sizeof("struct env"))
        return twin

    __copy__ = clone
    __reduce__ = not_pickled

    def __deepcopy__(self, memo: object) -> "Env":
        return self.clone()

    # ------------------------------------------------------------------- what a seat knows

    def observe(self, seat: Optional[int] = None) -> "np.ndarray":
        """int8 [observation_size]: what a seat may know, from its own side; by default who acts.

        When the game is over: what seat 0 knows.
        """
        seat = self._seat_of(seat)
        made = np.empty(self.ruleset.observation_size, np.int8)
        lib.env_observe(self._c, self.ruleset._c, seat, ffi.cast("int8_t *", made.ctypes.data))
        return made

    def _seat_of(self, seat: Optional[int]) -> int:
        """The seat that is asked for; by default who acts, or 0 when the game is over."""
        return max(self.seat, 0) if seat is None else whole("seat", seat, 0, self.ruleset.players - 1)

    def fields(self, observation: "np.ndarray") -> dict[str, "np.ndarray"]:
        """The parts of an observation by name, each [rows, width]; views, not copies."""
        return {name: observation[f.offset : f.offset + f.rows * f.width].reshape(f.rows, f.width)
                for name, f in self.ruleset.fields().items()}

    def describe(self, seat: Optional[int] = None) -> str:
        """What a seat knows, as text: a line a field that is not all zero, cards and calls by name."""
        seat = self._seat_of(seat)
        lines = [f"seat {seat} of {self.ruleset.text}"]
        for name, values in self.fields(self.observe(seat)).items():
            if values.any():
                lines.append(f"{name}: " + " | ".join(_row_text(row) for row in values))
        return "\n".join(lines)

    # ---------------------------------------------------------------- solver, advice, worlds

    def solve(self, budget: int = 0) -> dict[int, int]:
        """In the play, with all cards known: what each legal card leads to when everybody plays best.

        Tricks of the contractor's side in the whole hand; where no trick is the aim (misere and the
        like), or five are, 1 or 0 for made or not. `budget`: give up after so many nodes (0: never);
        ValueError then, and outside the play.
        """
        budget = whole("budget", budget, 0, UINT64_MAX)
        memory = ffi.new("uint64_t[]", _SOLVE_BYTES // 8)
        values = ffi.new("int8_t[]", actions.ACTIONS)
        error = lib.native_solve(self._c, self.ruleset._c, memory, _SOLVE_BYTES, budget, values)
        if error == lib.ENGINE_ERROR_SPACE:
            raise ValueError(f"solve: the budget of {budget} nodes ran out")
        if error < 0:
            raise ValueError(f"solve: {ffi.string(lib.engine_error_text(error)).decode()}")
        return {number: values[number] for number in range(actions.ACTIONS) if values[number] >= 0}

    def advice(self, by: str = "basic", worlds: int = 20, seed: int = 0) -> Advice:
        """What `basic`, `expert` or `expert-2` would do now; the latter two solve up to so many worlds.

        In an auction they look at 96 worlds by rules of thumb first, whatever `worlds` is.
        """
        index = choice("by", by, {name: i for i, name in enumerate(ADVISERS)})
        worlds, seed = whole("worlds", worlds, 1, lib.ADVICE_WORLDS_MAX), seed_number(seed)
        if self.game_over:
            raise ValueError("advice: the game is over")
        if self.fields(self.observe())["chosen"].any():
            raise ValueError("advice: some cards of this choice are named already; it is about all of them")
        memory = ffi.new("uint64_t[]", lib.native_advise_bytes(index) // 8 + 1)
        numbers, why = ffi.new("uint8_t[12]"), ffi.new("char[]", lib.ADVICE_WHY_MAX)
        count = lib.native_advise(self._c, self.ruleset._c, index, worlds, seed, memory, numbers, why)
        return Advice(list(numbers[0:count]), ffi.string(why).decode())

    def gains(self) -> "dict[int, float]":
        """What the networks of `expert-2` say that each call adds to the chance to win, against a pass: for the calls
        that they weigh, in the auctions of rulesets that they know."""
        gains = ffi.new("double[]", actions.CARD_FIRST)
        if not lib.native_gains(self._c, self.ruleset._c, gains):
            raise ValueError("gains: there is no auction, or the networks do not know the ruleset")
        return {call: gains[call] for call in range(actions.CARD_FIRST) if gains[call] > -2}

    def worlds(self, count: int, seat: Optional[int] = None, candidates: int = 1, seed: int = 0) -> "np.ndarray":
        """uint8 [count, CARDS]: where all cards may lie as far as a seat knows.

        For each card the hand that holds it, 6 if it lies in no hand, 255 if it was played or is not
        in the deck. Each world that agrees with what was seen is equally likely; with `candidates`
        over 1 they are weighed by how likely the calls are, the best of so many draws in proportion.
        """
        seat, count = self._seat_of(seat), whole("count", count, 1, WORLDS_MAX)
        candidates, seed = whole("candidates", candidates, 1, CANDIDATES_MAX), seed_number(seed)
        made = np.empty((count, actions.CARDS), np.uint8)
        if lib.native_worlds(self._c, self.ruleset._c, seat, count, candidates, seed,
                             ffi.cast("uint8_t *", made.ctypes.data)):
            raise ValueError("worlds: none agrees with what this seat has seen")
        return made


def _row_text(row: "np.ndarray") -> str:
    set_bits = [int(i) for i in np.flatnonzero(row)]
    if len(row) == actions.CARDS:
        return " ".join(actions.CARD_TEXTS[i] for i in set_bits)
    if len(row) == actions.CARD_FIRST:
        return " ".join(actions.TEXTS[i] for i in set_bits)
    return " ".join(str(int(value)) for value in row)
