"""How fast each part of the loop is on this machine: `python3 train/bench.py [--rules wuxi,...]`."""

import argparse
import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import numpy as np
import sifang
import torch

from infer import Infer
from trainer import Settings, Trainer


def say(**what):
    print(json.dumps({k: round(v, 4) if isinstance(v, float) else v for k, v in what.items()}), flush=True)


def clock(work, seconds=1.0):
    """Mean seconds of one call, after three to warm up."""
    sync = torch.cuda.synchronize if torch.cuda.is_available() else lambda: None
    for _ in range(3):
        work()
    sync()
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        work()
        sync()
        calls += 1
    return (time.perf_counter() - start) / calls


def environment(rules, n, seconds, threads, **kind):
    """Decisions a second, any legal answer; `kind` as for `sifang.VecEnv`."""
    env = sifang.VecEnv(rules, n, seed=5, threads=threads, **kind)
    random = np.random.default_rng(1)
    spent, steps = 0.0, 0
    while spent < seconds:
        slots = (env.mask * random.random(env.mask.shape, dtype=np.float32)).argmax(1)
        if env.teacher is not None:
            slots = np.where(env.teacher >= 0, env.teacher, slots)
        start = time.perf_counter()
        env.step(slots.astype(np.int32))
        spent += time.perf_counter() - start
        steps += n
    return steps / spent


def nets(rules, n, minibatch, seconds, ways):
    t = Trainer(Settings(rules))
    new = lambda rows: torch.randint(
        0, 100, (rows, t.critic.shape.inputs), dtype=torch.uint8, device=t.device
    )
    for graph in (False, True):
        for name in ("actor", "critic"):
            net = Infer(getattr(t, name), new(n), graph)
            say(bench="answer", net=name, graph=graph, rows=n, seconds=clock(net, seconds))
    data = new(minibatch)
    for way in ways:
        for name in ("actor", "critic"):
            net, opt = getattr(t, name), getattr(t, f"{name}_opt")
            start = time.perf_counter()
            forward = net if way == "eager" else torch.compile(net)
            rows = data[:, : net.shape.inputs]

            def step():
                with t.amp():
                    loss = forward(t.rows(rows)).float().square().mean()
                opt.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
                opt.step()

            step()
            first = time.perf_counter() - start
            say(bench="learn", net=name, way=way, rows=minibatch, first=first, seconds=clock(step, seconds))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="wuxi,hongzhong,jingji,xuezhan,anhua")
    parser.add_argument("--n", type=int, default=4096)
    parser.add_argument("--minibatch", type=int, default=8192)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--ways", default="eager,compile")
    a = parser.parse_args()
    for rules in a.rules.split(","):
        for name, kind in (("plain", {}), ("oracle", {"oracle": True}), ("teacher", {"teacher": "expert"})):
            rate = environment(rules, a.n, a.seconds, a.threads, **kind)
            say(bench="environment", rules=rules, kind=name, rate=rate)
    nets(a.rules.split(",")[0], a.n, a.minibatch, a.seconds, a.ways.split(","))


if __name__ == "__main__":
    main()
