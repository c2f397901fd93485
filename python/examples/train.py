"""Trains a small net by value regression, with numpy alone, until it beats `random` clearly.

What makes it easy is `branch`: how the same deal ends after each answer, on the same wall, when a
bot plays on. The difference between two answers is then hardly luck. The net has one score for each
kind of tile and each row of the catalogue, made of that kind's planes by the same weights
everywhere, and one score for each other slot.

    python3 train.py wuxi 600      # ten minutes
"""

import sys
import time

import numpy as np
import sifang

KINDS = 34


class Net:
    """Scores of all slots."""

    def __init__(self, layout, rng, width=32):
        self.planes = layout["globals"][0]["offset"] // KINDS
        self.insight = layout["insight_planes"][0]["offset"]
        self.insight_planes = sum(part["count"] for part in layout["insight_planes"])
        self.basic, self.full = layout["basic"], layout["full"]
        self.rows = len(layout["action_rows"])
        self.plain = len(layout["actions"]) - self.rows * KINDS
        kinds = self.planes + self.insight_planes
        rest = self.full - kinds * KINDS
        scale = lambda n, m: rng.normal(0, 1 / np.sqrt(n), (n, m)).astype(np.float32)
        self.weights = [
            scale(kinds, width), np.zeros(width, np.float32), scale(width, self.rows),
            scale(rest, width), np.zeros(width, np.float32), scale(width, self.plain),
        ]  # fmt: skip
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def _split(self, obs):
        shown = obs.astype(np.float32) / 100
        planes = self.planes * KINDS
        ahead = self.insight + self.insight_planes * KINDS
        seen = shown[:, :planes].reshape(len(obs), self.planes, KINDS)
        known = shown[:, self.insight : ahead].reshape(len(obs), self.insight_planes, KINDS)
        kinds = np.concatenate([seen, known], 1).transpose(0, 2, 1)
        return kinds, np.concatenate([shown[:, planes : self.basic], shown[:, ahead:]], 1)

    def forward(self, obs):
        w1, b1, w2, v1, c1, v2 = self.weights
        kinds, rest = self._split(obs)
        hidden = np.maximum(kinds @ w1 + b1, 0)
        other = np.maximum(rest @ v1 + c1, 0)
        by_kind = (hidden @ w2).transpose(0, 2, 1).reshape(len(obs), -1)
        return np.concatenate([by_kind, other @ v2], 1), (kinds, rest, hidden, other)

    def learn(self, obs, target, mask, rate=2e-3):
        """One step of Adam: towards the target of every offered slot."""
        w1, b1, w2, v1, c1, v2 = self.weights
        scores, (kinds, rest, hidden, other) = self.forward(obs)
        error = (scores - target) * mask
        # Only differences between the answers of one question count.
        error -= mask * error.sum(1, keepdims=True) / mask.sum(1, keepdims=True)
        slope = np.clip(error, -1, 1) / len(obs)
        by_kind = slope[:, : self.rows * KINDS].reshape(len(obs), self.rows, KINDS).transpose(0, 2, 1)
        plain = slope[:, self.rows * KINDS :]
        back = (by_kind @ w2.T) * (hidden > 0)
        under = (plain @ v2.T) * (other > 0)
        flat = lambda a: a.reshape(-1, a.shape[-1])
        slopes = [
            flat(kinds).T @ flat(back), flat(back).sum(0), flat(hidden).T @ flat(by_kind),
            rest.T @ under, under.sum(0), other.T @ plain,
        ]  # fmt: skip
        self.steps += 1
        for w, g, (m, v) in zip(self.weights, slopes, self.moments):
            m += 0.1 * (g - m)
            v += 0.01 * (g * g - v)
            fix = np.sqrt(1 - 0.99**self.steps) / (1 - 0.9**self.steps)
            w -= rate * fix * m / (np.sqrt(v) + 1e-6)
        return float((error**2).sum() / mask.sum())

    def choose(self, env):
        scores, _ = self.forward(env.obs)
        return np.where(env.mask == 1, scores, -np.inf).argmax(1).astype(np.int32)


def ask(env, row):
    """How the deal ends for the asked seat after each offered answer."""
    slots = np.flatnonzero(env.mask[row])
    points = env.branch(row, slots, "greedy")[:, env.actor[row]]
    return slots, points.astype(np.float32)


def evaluate(net, rules, walls, seed=10_007):
    """Points a deal of the net against three random players, with the 95 % interval."""
    players = ("external", "random", "random", "random")
    env = sifang.VecEnv(rules, 64, seed=seed, players=players, walls=walls, rotate=True)
    while env.active.any():
        env.step(net.choose(env))
    mine = env.results()[:, 0].reshape(walls, -1).mean(1)
    return mine.mean(), 1.96 * mine.std(ddof=1) / np.sqrt(walls)


def main(rules="wuxi", seconds=600, walls=200):
    rng = np.random.default_rng(1)
    net = Net(sifang.layout(rules), rng)
    env = sifang.VecEnv(rules, 32, seed=1, players=("external", "random", "random", "random"))
    until, best = time.monotonic() + float(seconds), (-np.inf, np.inf)
    memory = []
    while time.monotonic() < until:
        for row in range(env.num_envs):
            slots, points = ask(env, row)
            if np.ptp(points) == 0:
                continue
            target = np.zeros(env.num_actions, np.float32)
            target[slots] = np.tanh((points - points.mean()) / 20) * 2
            memory.append((env.obs[row].copy(), target, env.mask[row].astype(np.float32)))
        memory = memory[-20_000:]
        for _ in range(8 if len(memory) >= 64 else 0):
            picked = rng.integers(0, len(memory), 64)
            net.learn(*(np.stack(part) for part in zip(*(memory[i] for i in picked))))
        # Mostly its own way, sometimes by lot: it has to know what its mistakes lead to.
        lot = rng.random(env.num_envs) < 0.2
        env.step(np.where(lot, env.random_actions(rng), net.choose(env)))
        if net.steps and net.steps % 800 == 0:
            best = evaluate(net, rules, 40)
            print(f"{net.steps} steps, {len(memory)} positions: {best[0]:+.2f} ± {best[1]:.2f}", flush=True)
    mean, error = evaluate(net, rules, int(walls))
    print(f"{rules}: {mean:+.2f} ± {error:.2f} points a deal against three random players")
    return mean, error


if __name__ == "__main__":
    main(*sys.argv[1:])
