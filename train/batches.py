"""Many deals at once, half of them played on the processor while the other half is thought about.

A half batch has several parts, each a `sifang.VecEnv` with its own opponents and options. Every
part writes into arrays of its own; `Half.load` brings them to the device as one batch.
"""

from dataclasses import dataclass

import numpy as np
import sifang
import torch

from options import varied

ME = "external"


@dataclass(frozen=True)
class Mix:
    """A share of the deals, and who plays them. `past` are the places of an earlier copy."""

    share: float
    players: tuple = (ME,) * 4
    past: tuple = ()
    random_options: bool = False


# Mostly copies of the learner itself: every decision of such a deal teaches, and no seat costs the
# processor more than looking. The others keep it from knowing nobody but itself.
SELF_PLAY = (
    Mix(0.62),
    Mix(0.18, random_options=True),
    Mix(0.15, past=(2, 3)),
    Mix(0.05, players=(ME, ME, "expert", "greedy")),
)
CLONING = (Mix(0.75), Mix(0.25, random_options=True))


def pinned(layout, n, oracle):
    """Buffers that a GPU can read by itself."""
    if not torch.cuda.is_available():
        return None
    widths = {"obs": layout["full"], "mask": len(layout["actions"])}
    if oracle:
        widths["oracle"] = layout["oracle_size"]
    new = lambda width: torch.zeros(n, width, dtype=torch.uint8).pin_memory().numpy()
    return {name: new(width) for name, width in widths.items()}


class Part:
    def __init__(self, rules, n, mix, at, seed, threads, teacher, oracle):
        layout = sifang.layout(rules)
        self.env = sifang.VecEnv(
            rules,
            n,
            random_options=varied(layout) if mix.random_options else False,
            seed=seed,
            threads=threads,
            players=mix.players,
            teacher=teacher,
            oracle=oracle,
            buffers=pinned(layout, n, oracle),
        )
        self.rows = slice(at, at + n)
        # What the place that is asked does: learn, or play as an earlier copy.
        self.past = np.isin(np.arange(4), mix.past)


class Half:
    """Parts that are stepped together."""

    def __init__(self, rules, n, mixes, seed, threads, device, teacher=None, oracle=True):
        counts = [max(1, round(n * mix.share)) for mix in mixes]
        counts[0] = max(1, n - sum(counts[1:]))
        self.parts, at = [], 0
        for i, (count, mix) in enumerate(zip(counts, mixes)):
            part = Part(rules, count, mix, at, seed * 16 + i, threads, teacher, oracle)
            self.parts.append(part)
            at += count
        self.n, self.device = at, device
        self.actor = np.zeros(at, np.int64)
        self.past = np.zeros(at, bool)
        self.done = np.zeros(at, bool)
        self.reward = np.zeros((at, 4), np.float32)
        self.teacher = np.zeros(at, np.int64)
        self.past_rows = self._past_rows()
        self._read()

    def _past_rows(self):
        """The rows in which an earlier copy may be asked; they lie together."""
        rows = [part.rows for part in self.parts if part.past.any()]
        return slice(rows[0].start, rows[-1].stop) if rows else slice(0, 0)

    def step(self, actions):
        """Plays these answers up to the next questions. Runs without the interpreter's lock."""
        for part in self.parts:
            part.env.step(actions[part.rows])
        self._read()

    def _read(self):
        for part in self.parts:
            env, rows = part.env, part.rows
            self.actor[rows] = env.actor
            self.past[rows] = part.past[env.place]
            self.done[rows] = env.done
            self.reward[rows] = env.reward
            if env.teacher is not None:
                self.teacher[rows] = env.teacher

    def labels(self):
        """The teacher's answers; where it has none, any legal one."""
        any_legal = np.concatenate([part.env.mask.argmax(1) for part in self.parts])
        return np.where(self.teacher >= 0, self.teacher, any_legal)

    def load(self, obs, mask, oracle=None):
        """Copies what is shown into tensors of the device."""
        for part in self.parts:
            env, rows = part.env, part.rows
            obs[rows].copy_(torch.from_numpy(env.obs), non_blocking=True)
            mask[rows].copy_(torch.from_numpy(env.mask), non_blocking=True)
            if oracle is not None:
                oracle[rows].copy_(torch.from_numpy(env.oracle), non_blocking=True)
