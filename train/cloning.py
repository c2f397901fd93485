"""Cloning: the net learns to answer as `expert` does, in positions that `expert` mostly makes."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F

from batches import CLONING, Half
from gpu import settle
from infer import Infer, choose


class Labels:
    """The newest labelled positions, in a ring on the device."""

    def __init__(self, rows, inputs, slots, device):
        new = lambda *shape: torch.zeros(*shape, dtype=torch.uint8, device=device)
        self.obs, self.mask = new(rows, inputs), new(rows, slots)
        self.slot = torch.zeros(rows, dtype=torch.int64, device=device)
        self.filled = self.at = 0

    def add(self, obs, mask, slot):
        n = min(len(obs), len(self.slot) - self.at)
        here = slice(self.at, self.at + n)
        self.obs[here], self.mask[here], self.slot[here] = obs[:n], mask[:n], slot[:n]
        self.at = (self.at + n) % len(self.slot)
        self.filled = min(self.filled + n, len(self.slot))

    def draw(self, n):
        i = torch.randint(0, self.filled, (n,), device=self.slot.device)
        return self.obs[i], self.mask[i], self.slot[i]


class Cloning:
    MIXED = 0.1  # of the moves are the net's own, so that it also learns to mend its mistakes

    def __init__(self, trainer, seconds):
        self.t, self.seconds = trainer, seconds
        s = trainer.set
        make = lambda g: Half(
            s.rules, s.n // 2, CLONING, 10_000 + 10 * s.seed + g, s.threads, trainer.device,
            teacher="expert", oracle=False,
        )  # fmt: skip
        self.halves = [make(0), make(1)]
        n, slots = self.halves[0].n, self.halves[0].parts[0].env.mask.shape[1]
        new = lambda *shape: torch.zeros(*shape, dtype=torch.uint8, device=trainer.device)
        self.obs, self.mask = new(n, trainer.actor.shape.inputs), new(n, slots)
        self.infer = Infer(trainer.actor, self.obs, s.graph)
        self.labels = Labels(s.clone_rows, trainer.actor.shape.inputs, slots, trainer.device)
        self.random = np.random.default_rng(s.seed)
        self.rewards, self.updates, self.figures = [], 0, {}

    def run(self):
        t, start, round_ = self.t, time.time(), 0
        with ThreadPoolExecutor(1) as pool:
            pending = None
            while time.time() - start < self.seconds:
                for half in self.halves:
                    actions = self._answers(half, explore=round_ > 20)
                    if pending:
                        self._learn_until(pending, start)
                    pending = pool.submit(half.step, actions)
                round_ += 1
                if round_ % 100 == 0:
                    t.log(phase="clone", labels=t.labels, updates=self.updates, **self.figures)
            pending.result()
        self._learn_rest(start)
        if self.rewards:
            t.scale = max(1.0, float(np.concatenate(self.rewards).std()))
        t.remember()
        t.log(phase="cloned", labels=t.labels, updates=self.updates, scale=t.scale,
              rate=t.labels / (time.time() - start), **self.figures)  # fmt: skip

    def _answers(self, half, explore):
        """Stores the labels of this half and says what it plays next."""
        part = half.parts[0]
        self.rewards.append(half.reward[part.rows][half.done[part.rows]])
        half.load(self.obs, self.mask)
        labels = half.labels()
        slot = torch.from_numpy(labels).to(self.t.device)
        if (half.teacher >= 0).all():
            self.labels.add(self.obs, self.mask, slot)
        else:
            known = torch.from_numpy(half.teacher >= 0).to(self.t.device)
            self.labels.add(self.obs[known], self.mask[known], slot[known])
        self.t.labels += int((half.teacher >= 0).sum())
        actions = labels.astype(np.int32)
        if explore:
            with torch.no_grad():
                own, _ = choose(self.infer(), self.mask)
            mixed = (self.random.random(half.n) < self.MIXED) | (half.teacher < 0)
            actions[mixed] = own.cpu().numpy()[mixed]
        return actions

    def _learn_until(self, pending, start):
        """Learns while the other half is played, but not more often from each label than agreed."""
        s = self.t.set
        while not pending.done():
            if self.updates * s.minibatch > s.clone_epochs * max(self.t.labels, s.minibatch):
                break
            self._update(start)
        pending.result()
        self.infer.refresh(self.t.actor.state_dict())

    def _learn_rest(self, start):
        """What is left to learn once the last labels are there, for an eighth of the time."""
        until = time.time() + self.seconds / 8
        while time.time() < until and self.labels.filled:
            self._update(start)

    def _update(self, start):
        t, s = self.t, self.t.set
        gone = min(1.0, (time.time() - start) / (self.seconds * 1.125))
        for group in t.actor_opt.param_groups:
            group["lr"] = s.clone_lr * max(0.05, 1 - gone) * min(1.0, (self.updates + 1) / 100)
        obs, mask, slot = self.labels.draw(s.minibatch)
        with t.amp():
            logits = t.actor(t.rows(obs))
        logits = logits.float().masked_fill(mask == 0, -1e9)
        loss = F.cross_entropy(logits, slot)
        t.actor_opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(t.actor.parameters(), 1.0)
        t.actor_opt.step()
        self.updates += 1
        settle(t.device)
        if self.updates % 50 == 0:
            right = (logits.argmax(1) == slot).float().mean()
            self.figures = {"loss": loss.item(), "accuracy": right.item()}
