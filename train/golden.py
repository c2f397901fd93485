"""Positions with a net's answers, to be found again to the last bit by Rust on any machine:
`python3 train/golden.py weights/RULES.bin RULES nets.half.pt golden/RULES.bin`.

The file: number of positions, inputs, slots (u32 each); then for each position its observation, its
mask, the numbers of all slots (f32) and the slot PyTorch chooses (u32).
"""

import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import numpy as np
import sifang
import torch

from nets import Net, actor_shape
from quantise import rounded
from reference import Reference

POSITIONS = 12
APART = 9  # decisions between two positions


def positions(rules, file):
    """Some of a table at which the net plays all seats."""
    env = sifang.VecEnv(rules, 1, seed=77, threads=1)
    for step in range(POSITIONS * APART):
        answer = np.where(env.mask[0] == 1, file(env.obs[0]), -np.inf)
        if step % APART == 0:
            yield env.obs[0].copy(), env.mask[0].copy()
        env.step(np.array([answer.argmax()], np.int32))


def main():
    weights, rules, nets, out = sys.argv[1:]
    with open(weights, "rb") as opened:
        file = Reference(opened.read())
    kept = torch.load(nets, weights_only=True)["actor"]
    sizes = {
        "width": len(kept["norm.weight"]),
        "blocks": sum(name.startswith("mlp.") for name in kept) // 6,
        "channels": len(kept["lift.bias"]),
        "layers": sum(name.startswith("cnn.") for name in kept) // 6,
    }
    net = Net(actor_shape(sifang.layout(rules), **sizes))
    net.load_state_dict({name: tensor.float() for name, tensor in kept.items()})
    net.load_state_dict(rounded(net))
    found, worst = [], 0.0
    for shown, mask in positions(rules, file):
        got = file(shown)
        with torch.no_grad():
            exact = net(torch.from_numpy(shown[None]).float())[0].numpy()
        worst = max(worst, float(np.abs(got - exact).max() / exact.std()))
        chosen = np.where(mask == 1, exact, -np.inf).argmax()
        assert chosen == np.where(mask == 1, got, -np.inf).argmax(), "PyTorch chooses another slot"
        found.append(shown.tobytes() + mask.tobytes() + got.astype("<f4").tobytes() + struct.pack("<I", chosen))
    with open(out, "wb") as opened:
        opened.write(struct.pack("<3I", len(found), file.inputs, len(got)) + b"".join(found))
    print(f"{rules}: {len(found)} positions, PyTorch within {worst:.1e} of the spread")


if __name__ == "__main__":
    main()
