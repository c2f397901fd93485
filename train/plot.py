"""Draws the learning curves of some logs: `python3 train/plot.py OUT/*.jsonl curves.svg`."""

import sys
from collections import defaultdict

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

from log import read


def curves(paths):
    """For each rule set and seed: millions of decisions, points, half the interval's width."""
    found = defaultdict(list)
    for path in paths:
        for line in read(path):
            if line.get("phase") == "curve" and line["against"] == "expert":
                point = (line["samples"] / 1e6, line["mean"], line["ci"])
                found[line["rules"], line["seed"]].append(point)
    return found


def main():
    *paths, out = sys.argv[1:]
    found = curves(paths)
    names = sorted({rules for rules, _ in found})
    figure, axes = plt.subplots(1, len(names), figsize=(3.2 * len(names), 2.8), squeeze=False)
    for axis, name in zip(axes[0], names):
        for (rules, seed), points in sorted(found.items()):
            if rules == name:
                x, mean, half = zip(*points)
                axis.errorbar(x, mean, half, marker="o", markersize=3, capsize=2, label=f"seed {seed}")
        axis.axhline(0, color="grey", linewidth=0.8)
        axis.set_title(name)
        axis.set_xlabel("million decisions")
    axes[0][0].set_ylabel("points a deal against three experts")
    axes[0][0].legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None})


if __name__ == "__main__":
    main()
