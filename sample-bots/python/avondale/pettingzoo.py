"""The game as a PettingZoo AEC environment. Wants the packages pettingzoo and gymnasium.

    from avondale.pettingzoo import AvondaleEnv
    env = AvondaleEnv("wikipedia")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination or truncation else policy(observation["observation"], observation["action_mask"]))
"""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import actions
from .env import Env
from .ruleset import Ruleset


class AvondaleEnv(AECEnv):  # type: ignore[misc]
    """Agents are seat_0, seat_1 and so on; an episode is a hand or a game."""

    metadata = {"name": "avondale_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, rules: Union[Ruleset, str] = "wikipedia", episode: str = "hand", reward: str = "margin",
                 render_mode: Optional[str] = None) -> None:
        super().__init__()
        self._env = Env(rules, episode, reward)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._env.ruleset.players)]
        size = self._env.ruleset.observation_size
        self.observation_spaces = {agent: spaces.Dict({
            "observation": spaces.Box(low=-127, high=127, shape=(size,), dtype=np.int8),
            "action_mask": spaces.Box(low=0, high=1, shape=(actions.ACTIONS,), dtype=np.int8),
        }) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions.ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        self._env.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._env.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Every agent may look at any time; the mask is zero for those that are not to act."""
        seat = self.possible_agents.index(agent)
        acts = not self._env.game_over and seat == self._env.seat and not self.terminations[agent]
        mask = self._env.mask().astype(np.int8) if acts else np.zeros(actions.ACTIONS, np.int8)
        return {"observation": self._env.observe(seat), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._env, step, over = self._env.step_of_episode(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {name: float(step.rewards[self.possible_agents.index(name)]) for name in self.agents}
        if over:
            self.terminations = {name: True for name in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._env.seat]
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        return self._env.describe() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
