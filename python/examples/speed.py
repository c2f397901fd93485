"""How fast the package is on this machine: `python3 python/examples/speed.py [SECONDS]`.

Random actions drawn with numpy; observations and masks are written. Turns of all measurements are
interleaved, and the median turn is printed. One core is measured in processor time, so that a machine
with other work on it gives nearly the same. Two threads are compared with one by the clock, with many
rows: that needs a machine with two free cores. Where `riichienv` is installed, its Python loop is
measured in the same turns.
"""

import random
import statistics
import sys
import time

import numpy as np
import sifang

# So many rows that waking a thread costs little of a step.
MANY = 2048


def ours(rules, rows, threads, seconds, insight=False, clock=time.process_time):
    """Steps a second of all rows together."""
    env = sifang.VecEnv(rules, rows, seed=1, threads=threads, insight=insight)
    rng = np.random.default_rng(1)
    for _ in range(20):
        env.step(env.random_actions(rng))
    steps, start = 0, clock()
    while (spent := clock() - start) < seconds:
        for _ in range(4):
            env.step(env.random_actions(rng))
        steps += 4
    env.close()
    return steps * rows / spent


def riichienv(seconds):
    """Decisions a second of RiichiEnv's own loop in Python."""
    from riichienv import RiichiEnv

    choose = random.Random(1).choice
    decisions, seed, start = 0, 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        seed += 1
        env = RiichiEnv(game_mode="4p-red-single", seed=seed)
        obs = env.reset()
        while not env.done():
            answers = {player: choose(seen.legal_actions()) for player, seen in obs.items()}
            decisions += len(answers)
            obs = env.step(answers)
    return decisions / spent


def main(seconds=1.0, turns=7):
    seconds = float(seconds)
    what = {f"{rules}": lambda rules=rules: ours(rules, 128, 1, seconds) for rules in sifang.RULES}
    for rules in sifang.RULES:
        for threads in (1, 2):
            what[f"{rules}, {MANY} rows, threads: {threads}"] = lambda rules=rules, threads=threads: ours(
                rules, MANY, threads, seconds, clock=time.perf_counter
            )
    what["wuxi with insight"] = lambda: ours("wuxi", 128, 1, seconds, insight=True)
    try:
        import riichienv as _
    except ImportError:
        pass
    else:
        what["riichienv"] = lambda: riichienv(seconds)
    found = {name: [] for name in what}
    for _ in range(int(turns)):
        for name, measure in what.items():
            found[name].append(measure())
    for name, speeds in found.items():
        line = f"{name:32} {statistics.median(speeds):12,.0f} steps/s"
        if "riichienv" in found and name != "riichienv":
            ratios = [a / b for a, b in zip(speeds, found["riichienv"])]
            line += f"  {statistics.median(ratios):6.1f} x riichienv"
        if name.endswith("threads: 2"):
            ratios = [a / b for a, b in zip(speeds, found[name[:-1] + "1"])]
            line += f"  {statistics.median(ratios):5.2f} x one"
        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
