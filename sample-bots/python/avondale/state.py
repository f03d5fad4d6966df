"""The same game in the manner of OpenSpiel: a state with queries and apply_action.

Chance is inside the state: deals follow from its seed (a sampled stochastic game).
"""

from __future__ import annotations

from typing import Optional, Union

import numpy as np

from .env import Env
from .ruleset import Ruleset

TERMINAL = -4
"""What current_player returns when the game is over."""


class State:
    """One hand (`episode="hand"`: it is terminal after it) or one game.

    What is seen of a hand that is over is what was seen before its last action.
    """

    def __init__(self, rules: Union[Ruleset, str] = "wikipedia", episode: str = "hand", reward: str = "margin",
                 seed: Optional[int] = None) -> None:
        self._env = Env(rules, episode, reward, seed)
        self._over = False
        self._returns = np.zeros(self._env.ruleset.players, np.float32)
        self._rewards = np.zeros(self._env.ruleset.players, np.float32)
        self._history: list[int] = []

    def num_players(self) -> int:
        return self._env.ruleset.players

    def current_player(self) -> int:
        return TERMINAL if self._over else self._env.seat

    def is_terminal(self) -> bool:
        return self._over

    def is_chance_node(self) -> bool:
        return False

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """Ascending; empty for a player that is not to act."""
        if self._over or player not in (None, self._env.seat):
            return []
        return self._env.legal

    def legal_actions_mask(self) -> list[int]:
        return [0] * len(self._env.mask()) if self._over else self._env.mask().tolist()

    def apply_action(self, action: int) -> None:
        """ValueError if it is not legal, also when the game is over."""
        if self._over:
            raise ValueError("the game is over")
        self._env, step, self._over = self._env.step_of_episode(action)
        self._history.append(int(action))
        self._rewards = step.rewards
        self._returns = self._returns + step.rewards

    def child(self, action: int) -> "State":
        twin = self.clone()
        twin.apply_action(action)
        return twin

    def clone(self) -> "State":
        twin = object.__new__(State)
        twin.__dict__.update(self.__dict__)
        twin._env, twin._history = self._env.clone(), list(self._history)
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> "State":
        return self.clone()

    def history(self) -> list[int]:
        return list(self._history)

    def rewards(self) -> list[float]:
        """Of the last action, by player."""
        return self._rewards.tolist()

    def returns(self) -> list[float]:
        """Since the beginning, by player."""
        return self._returns.tolist()

    def observation_tensor(self, player: Optional[int] = None) -> "np.ndarray":
        return self._env.observe(player)

    def observation_string(self, player: Optional[int] = None) -> str:
        return self._env.describe(player)

    def action_to_string(self, action: int) -> str:
        return self._env.text(action)

    def __str__(self) -> str:
        return "\n".join(self._env.describe(seat) for seat in range(self.num_players()))
