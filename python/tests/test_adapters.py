"""The adapters pass the tests of their own libraries."""

import contextlib
import io
import unittest
import warnings

import numpy as np
import sifang


class PettingZoo(unittest.TestCase):
    def test_api_and_seed(self):
        from pettingzoo.test import api_test, seed_test
        from sifang.pettingzoo import env

        for rules in sifang.RULES:
            with self.subTest(rules), contextlib.redirect_stdout(io.StringIO()):
                api_test(env(rules), num_cycles=300)
                seed_test(lambda rules=rules: env(rules), num_cycles=200)

    def test_a_deal_ends_with_its_points(self):
        from sifang.pettingzoo import env

        game = env("hongzhong", render_mode="ansi")
        game.reset(seed=1)
        self.assertIn("hongzhong", game.render())
        rng, totals = np.random.default_rng(1), dict.fromkeys(game.possible_agents, 0)
        for agent in game.agent_iter(5000):
            observation, reward, termination, _, _ = game.last()
            totals[agent] += reward
            mask = observation["action_mask"]
            game.step(None if termination else int(rng.choice(np.flatnonzero(mask))))
        self.assertFalse(game.agents)
        self.assertEqual(sum(totals.values()), 0)


    def test_each_reset_is_another_deal(self):
        from sifang.pettingzoo import raw_env

        game, seen = raw_env("wuxi"), []
        for _ in range(3):
            game.reset()
            seen.append(game.observe(game.agent_selection)["observation"].tobytes())
        game.reset(seed=0)
        self.assertEqual(len(set(seen)), 3)
        self.assertEqual(game.observe(game.agent_selection)["observation"].tobytes(), seen[0])


class Gymnasium(unittest.TestCase):
    def test_check_env(self):
        import gymnasium
        import sifang.gymnasium
        from gymnasium.utils.env_checker import check_env

        for rules in sifang.RULES:
            with self.subTest(rules), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                env = gymnasium.make(f"sifang/{rules}-v1", opponents="random")
                check_env(env.unwrapped, skip_render_check=True)

    def test_vector(self):
        import gymnasium
        import sifang.gymnasium

        env = gymnasium.make_vec("sifang/wuxi-v1", num_envs=8, vectorization_mode="vector_entry_point")
        obs, infos = env.reset(seed=1)
        self.assertTrue(env.observation_space.contains(obs))
        ended = 0
        for _ in range(300):
            obs, rewards, terminations, truncations, infos = env.step(infos["action_mask"].argmax(1))
            self.assertTrue((rewards[~terminations] == 0).all() and not truncations.any())
            ended += terminations.sum()
        self.assertGreater(ended, 3)
        with self.assertRaisesRegex(ValueError, "not offered"):
            env.step(np.full(8, 228))
        env.close()


if __name__ == "__main__":
    unittest.main()
