"""Sifang for Gymnasium: one learner against three bots, alone or many at once.

Importing this module registers `sifang/wuxi-v1` and the other rule sets:

>>> import gymnasium, sifang.gymnasium
>>> env = gymnasium.make("sifang/wuxi-v1", opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
"""

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from ._env import VecEnv
from ._rules import RULES


def _players(opponents, seats):
    count = (seats or 4) - 1
    names = [opponents] * count if isinstance(opponents, str) else list(opponents)
    if len(names) != count:
        raise ValueError(f"{len(names)} opponents were named; name one for all, or {count}")
    return ["external", *names]


class SifangEnv(gymnasium.Env):
    """One deal as an episode; the learner is asked, bots answer for the others.

    The observation is the row of bytes of `sifang.layout`; `info["action_mask"]` says what may be
    answered. The reward is the learner's points at the end of the deal. The learner's seat changes
    from deal to deal.

    Arguments:
        opponents: the name of a bot, or one for each other seat.
        illegal: what an answer that is not offered does: `"replace"` plays the first offered slot
            and sets `info["illegal"]`, `"raise"` raises `ValueError`.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        rules="wuxi",
        opponents="greedy",
        *,
        options=None,
        seats=None,
        insight=False,
        illegal="replace",
        render_mode=None,
    ):
        if illegal not in ("replace", "raise"):
            raise ValueError(f"illegal is 'replace' or 'raise', not {illegal!r}")
        self.rules, self.illegal, self.render_mode = rules, illegal, render_mode
        self._arguments = {
            "options": options,
            "seats": seats,
            "insight": insight,
            "threads": 1,
            "rotate": True,
            "players": _players(opponents, seats),
        }
        self._env, self._fresh = VecEnv(rules, 1, **self._arguments), True
        self.observation_space = spaces.Box(0, 255, (self._env.obs_size,), np.uint8)
        self.action_space = spaces.Discrete(self._env.num_actions)

    def _info(self):
        return {
            "action_mask": self._env.mask[0].astype(np.int8),
            "seat": int(self._env.actor[0]),
            "deal": int(self._env.deal[0]),
        }

    def reset(self, *, seed=None, options=None):
        """The next deal, or the first one of a seed."""
        super().reset(seed=seed)
        if seed is not None:
            self._env.close()
            self._env = VecEnv(self.rules, 1, seed=seed, **self._arguments)
        elif not self._fresh:
            while not self._env.done[0]:
                self._env.step(self._env.mask.argmax(1))
        self._fresh = False
        # A deal may have ended just now; what is left of it is its number.
        self._env.done[0] = 0
        return self._env.obs[0].copy(), self._info()

    def step(self, action):
        """Answers, and goes on to the learner's next question or to the end of the deal."""
        action, illegal = int(action), False
        if self.illegal == "replace" and not self._env.mask[0, action]:
            action, illegal = int(self._env.mask[0].argmax()), True
        seat = int(self._env.actor[0])
        self._env.step(np.array([action], np.int32))
        done = bool(self._env.done[0])
        reward = float(self._env.reward[0, seat]) if done else 0.0
        info = self._info()
        if illegal:
            info["illegal"] = True
        return self._env.obs[0].copy(), reward, done, False, info

    def render(self):
        """The table as text."""
        return str(self._env.table(0)) if self.render_mode == "ansi" else None

    def close(self):
        """Gives back memory."""
        self._env.close()


class SifangVectorEnv(VectorEnv):
    """Many deals at once: one learner in each, three bots.

    A deal that ends is followed by the next one in the same step (`AutoresetMode.SAME_STEP`).
    `infos["action_mask"]` is the mask, `infos["deal"]` the numbers of the deals.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs,
        rules="wuxi",
        opponents="greedy",
        *,
        options=None,
        seats=None,
        insight=False,
        threads=0,
    ):
        self.rules, self.num_envs = rules, num_envs
        self._arguments = {
            "options": options,
            "seats": seats,
            "insight": insight,
            "threads": threads,
            "rotate": True,
            "players": _players(opponents, seats),
        }
        self._env = VecEnv(rules, num_envs, **self._arguments)
        self.single_observation_space = spaces.Box(0, 255, (self._env.obs_size,), np.uint8)
        self.single_action_space = spaces.Discrete(self._env.num_actions)
        self.observation_space = spaces.Box(0, 255, (num_envs, self._env.obs_size), np.uint8)
        self.action_space = spaces.MultiDiscrete([self._env.num_actions] * num_envs)

    def _infos(self):
        return {"action_mask": self._env.mask.copy(), "deal": self._env.deal.copy()}

    def reset(self, *, seed=None, options=None):
        """All rows from their first deals; a seed makes other walls."""
        super().reset(seed=seed)
        if seed is not None:
            self._env.close()
            self._env = VecEnv(self.rules, self.num_envs, seed=seed, **self._arguments)
        else:
            self._env.reset()
        return self._env.obs.copy(), self._infos()

    def step(self, actions):
        """Answers all; a slot that is not offered raises `ValueError`, and nothing has changed."""
        seats = self._env.actor.copy()
        before = self._env.obs.copy()
        self._env.step(actions)
        done = self._env.done.astype(bool)
        rewards = self._env.reward[np.arange(self.num_envs), seats].astype(np.float64)
        infos = self._infos()
        if done.any():
            # The deal is over: what was seen last stands for its end.
            infos["final_obs"] = before
            infos["_final_obs"] = done
        return self._env.obs.copy(), rewards, done, np.zeros(self.num_envs, bool), infos

    def close_extras(self, **_):
        """Gives back memory and threads."""
        self._env.close()


for _rules in RULES:
    gymnasium.register(
        id=f"sifang/{_rules}-v1",
        entry_point="sifang.gymnasium:SifangEnv",
        vector_entry_point="sifang.gymnasium:SifangVectorEnv",
        kwargs={"rules": _rules},
    )
