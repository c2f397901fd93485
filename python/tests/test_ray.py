"""Ray, with two local workers, where it is installed: number by number the single run."""

import importlib.util
import unittest

import sifang
from test_docs import run


@unittest.skipUnless(importlib.util.find_spec("ray"), "ray is not installed: pip install ray")
class Ray(unittest.TestCase):
    def test_the_page(self):
        names, count = run("docs/ray.md", "python ray")
        self.assertEqual(count, 2)
        single = sifang.VecEnv(
            "wuxi", 16, seed=1, walls=200, rotate=True, players=("expert", "greedy", "greedy", "greedy")
        ).results()
        self.assertTrue((names["points"] == single).all())
        for found, options in ((names["one"], {}), (names["two"], {"base": 10})):
            single = sifang.VecEnv("wuxi", 16, seed=1, walls=200, options=options, players=("greedy",) * 4)
            self.assertTrue((found == single.results()).all())


if __name__ == "__main__":
    unittest.main()
