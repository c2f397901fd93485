"""Sifang as a PettingZoo AEC environment: every seat is an agent.

>>> from sifang.pettingzoo import env
>>> game = env("wuxi")
>>> game.reset(seed=1)
>>> for agent in game.agent_iter(1000):
...     observation, reward, termination, truncation, info = game.last()
...     action = None if termination else int(observation["action_mask"].argmax())
...     game.step(action)
"""

import functools

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._env import VecEnv


class SifangAEC(AECEnv):
    """One deal; the agents are the seats `seat_0` ... that are asked.

    Observations are dicts of `observation` (uint8) and `action_mask` (int8). The rewards are the
    points of the deal and come at its end. Each `reset` plays the next deal; a seed starts anew
    with the first deal of that seed.
    """

    metadata = {"name": "sifang_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, rules="wuxi", *, options=None, seats=None, insight=False, render_mode=None):
        super().__init__()
        self.metadata = {**self.metadata, "name": f"sifang/{rules}-v1"}
        self.rules, self.render_mode = rules, render_mode
        self._arguments = {"options": options, "seats": seats, "insight": insight, "threads": 1}
        self._open(0)
        count = seats or 4
        self.possible_agents = [f"seat_{i}" for i in range(count)]

    def _open(self, seed):
        self._env = VecEnv(self.rules, 1, seed=seed, **self._arguments)
        self._fresh = True

    @functools.cache
    def observation_space(self, agent):
        """The same for every agent."""
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self._env.obs_size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self._env.num_actions,), np.int8),
            }
        )

    @functools.cache
    def action_space(self, agent):
        """The slots (`sifang.layout`)."""
        return spaces.Discrete(self._env.num_actions)

    def observe(self, agent):
        """What the agent sees, if it is asked; zeros if it is not."""
        if agent == self.agent_selection and not self.terminations[agent]:
            return {
                "observation": self._env.obs[0].copy(),
                "action_mask": self._env.mask[0].astype(np.int8),
            }
        return {
            "observation": np.zeros(self._env.obs_size, np.uint8),
            "action_mask": np.zeros(self._env.num_actions, np.int8),
        }

    def reset(self, seed=None, options=None):
        """The next deal, or the first one of a seed."""
        if seed is not None:
            self._env.close()
            self._open(int(seed))
        elif not self._fresh and not self._env.done[0]:
            # The deal before was left: it is played to its end, so that the next one is another.
            while not self._env.done[0]:
                self._env.step(self._env.mask.argmax(1))
        self._fresh = False
        # What ended before is no end of this deal.
        self._env.done[0] = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def _asked(self):
        return self.possible_agents[int(self._env.actor[0])]

    def step(self, action):
        """Answers for the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._env.step(np.array([action], np.int32))
        if self._env.done[0]:
            for seat, name in enumerate(self.possible_agents):
                self.rewards[name] = int(self._env.reward[0, seat])
                self.terminations[name] = True
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def render(self):
        """The table as text, as the asked seat sees it."""
        return str(self._env.table(0)) if self.render_mode == "ansi" else None

    def close(self):
        """Gives back memory."""
        self._env.close()


def raw_env(rules="wuxi", **arguments):
    """Without wrappers."""
    return SifangAEC(rules, **arguments)


def env(rules="wuxi", **arguments):
    """With PettingZoo's wrappers: the order of calls is checked."""
    return wrappers.OrderEnforcingWrapper(raw_env(rules, **arguments))
