"""Scores hands in bulk, into a DataFrame: what does the winning tile pay, drawn or thrown?"""

import sys

import pandas
import sifang


def main(rules="wuxi", rows=64):
    """Plays with greedy bots until hands wait, and asks what every wait pays."""
    env = sifang.VecEnv(rules, int(rows), seed=3, teacher="greedy", insight=False)
    found = []
    for _ in range(60):
        for row in range(env.num_envs):
            standing = env.hint(row)["standing"] if row % 8 == 0 else None
            for wait in (standing or {}).get("waits", []):
                found.append(
                    {
                        "deal": int(env.deal[row]),
                        "seat": int(env.actor[row]),
                        "tile": wait["tile"],
                        "unseen": wait["unseen"],
                        "drawn": wait["draw"],
                        "thrown": max((p["points"] for p in wait["discard"]), default=None),
                    }
                )
        env.step(env.teacher)
    table = pandas.DataFrame(found)
    print(table.drop_duplicates().groupby("tile")[["unseen", "drawn", "thrown"]].mean().round(1))
    # One described win, with every step of its score.
    example = sifang.RuleBook(rules).book()["examples"][:1]
    for one in example:
        print(pandas.json_normalize(sifang.score({"rules": rules, **one["request"]})).T)
    return table


if __name__ == "__main__":
    main(*sys.argv[1:])
