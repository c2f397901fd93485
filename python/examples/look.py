"""Plays a deal and looks at it: as text, as a picture, in words."""

import sys

import numpy as np
import sifang


def main(rules="wuxi", svg=None):
    env = sifang.VecEnv(rules, 1, seed=2, players=("external", "greedy", "greedy", "greedy"))
    # The first question, with what an expert would do and why.
    print(env.table(0))
    advice = env.advise(0, "expert")
    print(f"expert: {advice['action']}. {advice['en']}")
    if svg:
        with open(svg, "w", encoding="utf-8") as file:
            file.write(env.table(0).svg())
    # To the end of the deal, as greedy would play.
    while not env.done[0]:
        slot = env.advise(0, "greedy")["slot"]
        env.step(np.array([slot], np.int32))
    record = env.record(0)
    print(record.transcript().splitlines()[-1])
    print("points", record.deltas, "digest", record.digest)
    return record


if __name__ == "__main__":
    main(*sys.argv[1:])
