"""Self-play: proximal policy optimisation with a critic that sees everything.

All decisions of a deal are one line of time, whoever makes them. The critic predicts at each of them
what each of the four seats will have won in the end; it sees the other hands and the next tiles of
the wall, so that most of the luck is in its answer and not in the advantage. Only training uses it.
"""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch

from batches import SELF_PLAY, Half
from gpu import settle
from infer import Infer, choose


def squash(points, scale, knee):
    """Points in units of their spread; beyond the knee they grow only as a logarithm, so that one
    huge win does not drown a thousand decisions."""
    x = points / scale
    size = x.abs()
    return torch.where(size > knee, x.sign() * knee * (1 + (size / knee).clamp_min(1).log()), x)


class Rollout:
    """Buffers for one iteration of decisions, and how they are filled."""

    def __init__(self, trainer, halves, graph=True):
        self.t, self.halves = trainer, halves
        s, device = trainer.set, trainer.device
        self.n, self.both, self.steps = halves[0].n, 2 * halves[0].n, s.steps
        self.seen, self.all = trainer.actor.shape.inputs, trainer.critic.shape.inputs
        slots = halves[0].parts[0].env.mask.shape[1]
        new = lambda *shape, dtype=torch.float32: torch.zeros(*shape, dtype=dtype, device=device)
        line = (s.steps, self.both)
        self.data = new(*line, self.all, dtype=torch.uint8)
        self.mask = new(*line, slots, dtype=torch.uint8)
        self.slot = new(*line, dtype=torch.int64)
        self.actor = new(*line, dtype=torch.int64)
        self.logp, self.value = new(*line), new(*line, 4)
        self.done = new(*line, dtype=torch.bool)
        self.past = new(*line, dtype=torch.bool)
        self.reward = new(*line, 4)
        # The nets answer from buffers that never move.
        self.now = new(self.n, self.all, dtype=torch.uint8)
        self.now_mask = new(self.n, slots, dtype=torch.uint8)
        self.play = Infer(trainer.actor, self.now, graph)
        self.judge = Infer(trainer.critic, self.now, graph)
        self.rows = halves[0].past_rows
        self.old = Infer(trainer.actor, self.now[self.rows], graph)
        self.waited = 0.0

    def refresh(self):
        """The present nets, and one earlier copy for the opponents: every other time the clone."""
        t = self.t
        self.play.refresh(t.actor.state_dict())
        self.judge.refresh(t.critic.state_dict())
        late = len(t.past) > 1 and np.random.random() < 0.5
        self.old.refresh(t.past[np.random.randint(1, len(t.past)) if late else 0])

    @torch.no_grad()
    def _think(self, step, g):
        half = self.halves[g]
        here = slice(g * self.n, (g + 1) * self.n)
        half.load(self.now[:, : self.seen], self.now_mask, self.now[:, self.seen :])
        self.data[step, here], self.mask[step, here] = self.now, self.now_mask
        past = torch.from_numpy(half.past).to(self.t.device, non_blocking=True)
        logits = self.play()
        if self.rows.stop:
            own = logits[self.rows]
            logits = logits.clone()
            logits[self.rows] = torch.where(past[self.rows, None], self.old(), own)
        slots, logp = choose(logits, self.now_mask)
        self.slot[step, here], self.logp[step, here] = slots, logp
        self.value[step, here], self.past[step, here] = self.judge(), past
        self.actor[step, here] = torch.from_numpy(half.actor).to(self.t.device, non_blocking=True)
        return slots.to(torch.int32).cpu().numpy()

    def _take_results(self, step, g):
        half, here = self.halves[g], slice(g * self.n, (g + 1) * self.n)
        self.done[step, here] = torch.from_numpy(half.done).to(self.t.device)
        self.reward[step, here] = torch.from_numpy(half.reward).to(self.t.device)

    def fill(self, pool):
        """Plays `steps` decisions of every deal: one half is played while the other is thought about."""
        pending = [None, None]
        for step in range(self.steps):
            for g, half in enumerate(self.halves):
                if pending[g]:
                    self._wait(pending[g])
                    self._take_results(step - 1, g)
                pending[g] = pool.submit(half.step, self._think(step, g))
        for g in range(2):
            self._wait(pending[g])
            self._take_results(self.steps - 1, g)

    def _wait(self, future):
        start = time.time()
        future.result()
        self.waited += time.time() - start

    @torch.no_grad()
    def advantages(self):
        """For every decision but the last of each line: its advantage for the one who made it, the
        critic's targets as it would predict them (relative seats), and whether the learner made it."""
        t, s = self.t, self.t.set
        seats = torch.arange(4, device=t.device)
        turn = (seats[None, None] - self.actor[..., None]) % 4  # from seats to relative seats
        value = self.value.gather(2, turn)
        reward = squash(self.reward, t.scale, s.knee)
        advantage = torch.zeros_like(value)
        after = torch.zeros_like(value[0])
        for step in reversed(range(self.steps - 1)):
            over = self.done[step][:, None]
            delta = torch.where(over, reward[step], value[step + 1]) - value[step]
            after = delta + s.lam * torch.where(over, 0.0, after)
            advantage[step] = after
        back = (seats[None, None] + self.actor[..., None]) % 4
        target = (advantage + value).gather(2, back)
        of_actor = advantage.gather(2, self.actor[..., None]).squeeze(2)
        keep = slice(0, self.steps - 1)
        return of_actor[keep].flatten(), target[keep].flatten(0, 1), ~self.past[keep].flatten()


class SelfPlay:
    def __init__(self, trainer, budget):
        """`budget`: seconds of self-play in all, for the learning rates."""
        self.t, self.budget = trainer, budget
        s = trainer.set
        make = lambda g: Half(
            s.rules, s.n, SELF_PLAY, 50_000 + 1000 * int(trainer.spent) + 10 * s.seed + g,
            s.threads, trainer.device,
        )  # fmt: skip
        self.roll = Rollout(trainer, [make(0), make(1)], s.graph)
        forward = torch.compile if s.compile else lambda net: net
        self.actor, self.critic = forward(trainer.actor), forward(trainer.critic)
        self.iteration = 0

    def run(self, deadline, curve, every):
        """Until the deadline; `curve` is called whenever `every` seconds of self-play have gone."""
        t, next_curve = self.t, (int(self.t.spent / every) + 1) * every
        with ThreadPoolExecutor(1) as pool:
            while time.time() < deadline:
                start = time.time()
                self.roll.refresh()
                self.roll.fill(pool)
                played = time.time()
                figures = self.learn()
                t.spent += time.time() - start
                self.iteration += 1
                if self.iteration <= 3 or self.iteration % 10 == 0:
                    t.log(phase="play", iteration=self.iteration, samples=t.samples, spent=t.spent,
                          play=played - start, learn=time.time() - played,
                          waited=self.roll.waited, lr=self.lr(), **figures)  # fmt: skip
                if t.spent >= next_curve and time.time() < deadline:
                    next_curve += every
                    curve()
                if self.iteration % 30 == 0:
                    t.remember()

    def lr(self):
        gone = min(1.0, self.t.spent / self.budget)
        return self.t.set.lr * self.t.lr_factor * max(0.1, 1 - 0.9 * gone)

    def learn(self):
        """One iteration's lesson for both nets. Returns what to log."""
        t, s, roll = self.t, self.t.set, self.roll
        advantage, target, ours = roll.advantages()
        count = len(advantage)
        flat = lambda x: x[: roll.steps - 1].flatten(0, 1)
        value = flat(roll.value)
        explained = 1 - (target - value).var() / target.var()
        mean, spread = advantage[ours].mean(), advantage[ours].std()
        lesson = {
            "data": flat(roll.data), "mask": flat(roll.mask), "slot": flat(roll.slot),
            "logp": flat(roll.logp), "target": target, "ours": ours,
            "advantage": (advantage - mean) / (spread + 1e-8),
        }  # fmt: skip
        self._rates()
        teach = t.samples >= s.warm
        kl, entropy = [], []
        for _ in range(s.epochs):
            order = torch.randperm(count, device=t.device)
            for at in range(0, count - s.minibatch + 1, s.minibatch):
                some = order[at : at + s.minibatch]
                self._update_critic(lesson, some)
                if teach:
                    step = self._update_actor(lesson, some)
                    kl.append(step[0])
                    entropy.append(step[1])
                settle(t.device)
        t.samples += int(ours.sum())
        figures = {"explained": explained.item(), "spread": spread.item()}
        if kl:
            figures |= {"kl": torch.stack(kl).mean().item(), "entropy": torch.stack(entropy).mean().item()}
            self._adapt(figures["kl"])
        return figures

    def _rates(self):
        gone = min(1.0, self.t.spent / self.budget)
        for group in self.t.actor_opt.param_groups:
            group["lr"] = self.lr()
        for group in self.t.critic_opt.param_groups:
            group["lr"] = self.t.set.critic_lr * max(0.1, 1 - 0.9 * gone)
        self.entropy_weight = self.t.set.entropy * max(0.1, 1 - gone)

    def _adapt(self, kl):
        """Too large a step is answered with smaller ones, and they grow again slowly."""
        if kl > 0.03:
            self.t.lr_factor = max(0.2, self.t.lr_factor * 0.7)
        elif kl < 0.015:
            self.t.lr_factor = min(1.0, self.t.lr_factor * 1.1)

    def _update_critic(self, lesson, some):
        t = self.t
        with t.amp():
            predicted = self.critic(t.rows(lesson["data"][some]))
        loss = (predicted.float() - lesson["target"][some]).square().mean()
        t.critic_opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(t.critic.parameters(), 1.0)
        t.critic_opt.step()

    def _update_actor(self, lesson, some):
        t, s = self.t, self.t.set
        with t.amp():
            logits = self.actor(t.rows(lesson["data"][some, : self.roll.seen]))
        logits = logits.float().masked_fill(lesson["mask"][some] == 0, -1e9)
        logp = torch.log_softmax(logits, 1)
        ours = lesson["ours"][some].float()
        mean = lambda x: (x * ours).sum() / ours.sum().clamp_min(1)
        change = logp.gather(1, lesson["slot"][some, None]).squeeze(1) - lesson["logp"][some]
        change = change * ours  # an earlier copy's answer may be as good as impossible for us
        ratio, gain = change.exp(), lesson["advantage"][some]
        clipped = ratio.clamp(1 - s.clip, 1 + s.clip)
        entropy = mean(-(logp.exp() * logp).sum(1))
        loss = -mean(torch.minimum(ratio * gain, clipped * gain)) - self.entropy_weight * entropy
        t.actor_opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(t.actor.parameters(), 0.5)
        t.actor_opt.step()
        return mean(ratio - 1 - change).detach(), entropy.detach()
