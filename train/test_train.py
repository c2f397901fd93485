"""Checks of the training program, on the processor and in under a minute:
`python3 -m unittest discover train`."""

import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from evaluation import interval
from export import checksum, encode
from log import read
from nets import Net, Shape
from ppo import Rollout, squash
from quantise import rounded
from reference import Reference

HERE = os.path.dirname(os.path.abspath(__file__))
TINY = Shape(300, ((0, 5), (200, 2)), 2, 7, width=32, blocks=1, channels=16, layers=2, hidden=24)
SMALL = ["--n", "24", "--steps", "12", "--minibatch", "128", "--width", "32", "--blocks", "1",
         "--channels", "8", "--layers", "1", "--clone-rows", "2000", "--curve-walls", "2",
         "--warm", "500", "--threads", "2"]  # fmt: skip


class Files(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)
        self.net = Net(TINY)
        for p in self.net.parameters():
            if p.dim() == 1:
                p.data += 0.1 * torch.randn_like(p)
        options = [{"name": f"option_{name}", "count": 2, "about": ""} for name in ("a", "base", "b")]
        layout = {"rules": "wuxi", "rules_version": 1, "version": 1, "globals": options}
        self.data = encode(self.net, layout, 5, 6, bytes(32))

    def test_the_file_plays_as_the_net_with_rounded_weights(self):
        random = np.random.default_rng(1)
        shown = (random.integers(0, 256, (40, 300)) * (random.random((40, 300)) < 0.3)).astype(np.uint8)
        file = Reference(self.data)
        got = np.stack([file(row) for row in shown])
        self.net.load_state_dict(rounded(self.net))
        with torch.no_grad():
            exact = self.net(torch.from_numpy(shown).float()).numpy()
        self.assertEqual(got.dtype, np.float32)
        self.assertLess(np.abs(got - exact).max(), 0.002 * exact.std())
        self.assertTrue((got.argmax(1) == exact.argmax(1)).all())

    def test_the_checksum_is_the_published_one(self):
        self.assertEqual(checksum(b"foobar"), 0x85944171F73967E8)
        self.assertEqual(int.from_bytes(self.data[-8:], "little"), checksum(self.data[:-8]))


class Advantages(unittest.TestCase):
    def test_are_sums_of_what_the_critic_did_not_expect(self):
        """Against the definition, decision by decision and seat by seat."""
        steps, n, lam = 7, 3, 0.9
        torch.manual_seed(2)
        roll = Rollout.__new__(Rollout)
        settings = type("S", (), {"lam": lam, "knee": 4.0})
        roll.t = type("T", (), {"set": settings, "scale": 2.0, "device": torch.device("cpu")})
        roll.steps = steps
        roll.actor = torch.randint(0, 4, (steps, n))
        roll.value = torch.randn(steps, n, 4)
        roll.reward = torch.randn(steps, n, 4)
        roll.done = torch.rand(steps, n) < 0.3
        roll.past = torch.rand(steps, n) < 0.2
        advantage, target, ours = roll.advantages()

        def value(step, row, seat):
            return roll.value[step, row, (seat - roll.actor[step, row]) % 4].item()

        def sum_from(step, row, seat):
            if step == steps - 1:
                return 0.0
            if roll.done[step, row]:
                return roll.reward[step, row, seat].item() / 2 - value(step, row, seat)
            delta = value(step + 1, row, seat) - value(step, row, seat)
            return delta + lam * sum_from(step + 1, row, seat)

        for step in range(steps - 1):
            for row in range(n):
                at, seat = step * n + row, roll.actor[step, row].item()
                self.assertAlmostEqual(advantage[at].item(), sum_from(step, row, seat), 5)
                self.assertEqual(ours[at].item(), not roll.past[step, row].item())
                for relative in range(4):
                    other = (seat + relative) % 4
                    wanted = sum_from(step, row, other) + value(step, row, other)
                    self.assertAlmostEqual(target[at, relative].item(), wanted, 5)

    def test_large_wins_count_as_logarithms(self):
        got = squash(torch.tensor([-400.0, -8.0, 0.0, 3.0, 8.0, 80.0]), 2.0, 4.0)
        wanted = [-4 * (1 + np.log(50)), -4, 0, 1.5, 4, 4 * (1 + np.log(10))]
        np.testing.assert_allclose(got.numpy(), wanted, rtol=1e-6)

    def test_the_wall_is_the_unit_of_the_interval(self):
        results = np.zeros((8, 4))
        results[:, 0] = [1, 1, 1, 1, 3, 3, 3, 3]
        self.assertEqual(interval(results), (2.0, 1.96 * np.sqrt(2) / np.sqrt(2)))


class WholeRun(unittest.TestCase):
    def test_clones_plays_exports_and_goes_on(self):
        with tempfile.TemporaryDirectory() as out:
            common = [sys.executable, os.path.join(HERE, "run.py"), "--rules", "hongzhong",
                      "--out", out, "--clone", "3", "--reserve", "1", "--curve-every", "5"]  # fmt: skip
            subprocess.run([*common, *SMALL, "--seconds", "14"], check=True, capture_output=True)
            first = read(os.path.join(out, "hongzhong-1.jsonl"))
            subprocess.run([*common, *SMALL, "--seconds", "10", "--final-walls", "2"], check=True,
                           capture_output=True)  # fmt: skip
            lines = read(os.path.join(out, "hongzhong-1.jsonl"))
            phases = [line["phase"] for line in lines]
            for phase in ("cloned", "curve", "play", "trained", "exported", "final", "end"):
                self.assertIn(phase, phases)
            self.assertEqual(phases.count("cloned"), 1, "the second run goes on")
            trained = [line["samples"] for line in lines if line["phase"] == "trained"]
            self.assertEqual(len(trained), 2)
            self.assertGreater(trained[1], trained[0])
            self.assertGreaterEqual(lines[len(first)]["t"], first[-1]["t"] - 1)
            with open(os.path.join(out, "hongzhong-1.bin"), "rb") as file:
                Reference(file.read())


if __name__ == "__main__":
    unittest.main()
