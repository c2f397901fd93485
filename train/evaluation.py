"""Strength: one player against three others, every wall in four seatings, the wall as the unit."""

import time

import numpy as np
import sifang
import torch

from batches import ME
from infer import Infer, choose
from options import varied
from quantise import rounded

# Walls of training, of the curve and of the last word never meet.
CURVE_SEED = 700_001
FINAL_SEED = 900_001


def interval(results):
    """Mean points a deal of the first place and half the width of its 95 % interval."""
    walls = np.asarray(results, np.float64)[:, 0].reshape(-1, 4).mean(1)
    return float(walls.mean()), float(1.96 * walls.std(ddof=1) / np.sqrt(len(walls)))


def evaluate(net, rules, opponent, walls, seed, threads, random_options=False, graph=True):
    """The net as it will be shipped, its matrices rounded to bytes, playing its best answer."""
    start = time.time()
    device = next(net.parameters()).device
    n = min(2048, walls * 4)
    env = sifang.VecEnv(
        rules,
        n,
        random_options=varied(sifang.layout(rules)) if random_options else False,
        seed=seed,
        threads=threads,
        players=(ME,) + (opponent,) * 3,
        walls=walls,
        rotate=True,
    )
    obs = torch.zeros(n, net.shape.inputs, dtype=torch.uint8, device=device)
    mask = torch.zeros(env.mask.shape, dtype=torch.uint8, device=device)
    infer = Infer(net, obs, graph)
    infer.refresh(rounded(net))
    while env.active.any():
        obs.copy_(torch.from_numpy(env.obs))
        mask.copy_(torch.from_numpy(env.mask))
        slots, _ = choose(infer(), mask, greedy=True)
        env.step(slots.cpu().numpy().astype(np.int32))
    mean, half = interval(env.results())
    return {"mean": mean, "ci": half, "walls": walls, "seconds": time.time() - start}
