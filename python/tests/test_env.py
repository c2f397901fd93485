"""Environments: walls, rewards, rows, shares, halves."""

import json
import os
import subprocess
import tempfile
import unittest

import numpy as np
import sifang


def play(env, steps, seed=1):
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        env.step(env.random_actions(rng))
    return env


class Steps(unittest.TestCase):
    def test_every_question_has_a_choice_and_points_sum_to_zero(self):
        for rules in sifang.RULES:
            env, rng = sifang.VecEnv(rules, 16, seed=1, insight=False), np.random.default_rng(1)
            ended = 0
            for _ in range(300):
                env.step(env.random_actions(rng))
                self.assertTrue((env.mask.sum(1) > 1).all())
                self.assertTrue((env.reward.sum(1) == 0).all())
                ended += int(env.done.sum())
            self.assertGreater(ended, 10, rules)

    def test_threads_and_seeds(self):
        sums = []
        for threads, seed in ((1, 1), (2, 1), (1, 2)):
            env = play(sifang.VecEnv("jingji", 32, seed=seed, threads=threads, insight=False), 60)
            sums.append(env.obs.tobytes())
        self.assertEqual(sums[0], sums[1])
        self.assertNotEqual(sums[0], sums[2])

    def test_the_arrays_are_those_of_the_caller(self):
        obs = np.zeros((4, sifang.layout("wuxi")["basic"]), np.uint8)
        env = sifang.VecEnv("wuxi", 4, insight=False, buffers={"obs": obs})
        self.assertIs(env.obs, obs)
        before = obs.copy()
        play(env, 3)
        self.assertFalse((obs == before).all())

    def test_random_actions_are_all_offered_and_all_come(self):
        env, rng = sifang.VecEnv("wuxi", 1, seed=1, insight=False), np.random.default_rng(1)
        drawn = {int(env.random_actions(rng)[0]) for _ in range(2000)}
        self.assertEqual(drawn, set(np.flatnonzero(env.mask[0]).tolist()))

    def test_the_digest_is_that_of_the_command(self):
        """Equal digests of whole simulations say that every deal is the same, event by event."""
        binary = os.environ.get("SIFANG")
        if not binary:
            self.skipTest("SIFANG names no binary")
        env = sifang.VecEnv("wuxi", 8, seed=3, players=("random",) * 4, walls=40)
        words = "simulate --rules wuxi --bots random --deals 40 --seed 3 --json"
        report = json.loads(subprocess.check_output([binary, *words.split()]))
        self.assertEqual(env.digest(), report["digest"])


class Rows(unittest.TestCase):
    def setUp(self):
        self.env = play(sifang.VecEnv("xuezhan", 4, seed=5, insight=False, oracle=True), 70)

    def test_clone_goes_on_alike(self):
        other = self.env.clone()
        play(self.env, 50, 7)
        play(other, 50, 7)
        self.assertTrue((self.env.obs == other.obs).all() and (self.env.deal == other.deal).all())

    def test_save_and_load(self):
        saved = self.env.save(2)
        seen = self.env.obs[2].copy()
        play(self.env, 20)
        self.env.load(0, saved)
        self.assertTrue((self.env.obs[0] == seen).all())
        with self.assertRaisesRegex(ValueError, "no saved row of this environment"):
            self.env.load(0, saved.replace("seed 5", "seed 6"))

    def test_determinize_looks_the_same(self):
        seen, hidden = self.env.obs.copy(), self.env.oracle.copy()
        self.env.determinize(1, self.env.actor[1], 42)
        self.assertTrue((self.env.obs == seen).all())
        self.assertFalse((self.env.oracle == hidden).all())
        with self.assertRaisesRegex(ValueError, "imagined"):
            self.env.save(1)
        play(self.env, 200)

    def test_branch(self):
        slots = np.flatnonzero(self.env.mask[0])
        points = self.env.branch(0, slots, "greedy")
        self.assertEqual(points.shape, (len(slots), 4))
        self.assertTrue((points.sum(1) == 0).all())
        self.assertTrue((points == self.env.branch(0, slots, "greedy")).all())

    def test_advice_hint_view_table(self):
        advice = self.env.advise(0, "expert")
        self.assertEqual(self.env.mask[0, advice["slot"]], 1)
        self.assertTrue(advice["en"] and advice["zh"])
        self.assertTrue(self.env.hint(0)["recommended"]["action"])
        view = self.env.view(0)
        self.assertEqual(view["seat"], self.env.actor[0])
        table = self.env.table(0)
        self.assertIn("hand", str(table))
        self.assertTrue(table.svg().startswith("<svg ") and table._repr_svg_() == table.svg())


class Records(unittest.TestCase):
    def test_records_hold_here_and_for_the_command(self):
        binary = os.environ.get("SIFANG")
        for rules in sifang.RULES:
            env, rng = sifang.VecEnv(rules, 1, seed=4, insight=False), np.random.default_rng(4)
            while not env.done[0]:
                env.step(env.random_actions(rng))
            record = env.record(0)
            self.assertTrue(record.holds)
            self.assertEqual(record.deltas, env.reward[0].tolist()[: len(record.deltas)])
            self.assertGreater(len(record.transcript("zh")), 100)
            changed = json.loads(record.text)
            changed["deltas"][0] += 1
            self.assertFalse(sifang.Record(changed).holds)
            if binary:
                with tempfile.TemporaryDirectory() as folder:
                    path = os.path.join(folder, "deal.json")
                    record.write(path)
                    said = subprocess.check_output([binary, "replay", path], text=True, env={"LANG": "C"})
                    self.assertIn("holds", said)
                    self.assertEqual(sifang.Record.read(path).digest, record.digest)


class Shares(unittest.TestCase):
    def test_shards_merge_to_the_whole(self):
        def job(shard):
            return sifang.VecEnv(
                "hongzhong", 8, seed=2, walls=20, rotate=True, shard=shard,
                players=("random", "greedy", "random", "random"),
            ).results()  # fmt: skip

        whole = job((0, 1))
        self.assertTrue((sifang.merge([job((i, 3)) for i in range(3)], seatings=4) == whole).all())
        with self.assertRaisesRegex(ValueError, "shards of one job"):
            sifang.merge([job((0, 3)), job((0, 3)), job((2, 3))][::-1], seatings=4)

    def test_two_halves_are_the_shards(self):
        rng = np.random.default_rng(1)
        plain = [sifang.VecEnv("wuxi", 8, seed=1, shard=(i, 2), insight=False) for i in range(2)]
        with sifang.TwoHalves("wuxi", 16, seed=1, insight=False) as halves:
            for n in range(40):
                half, env = halves.recv(), plain[n % 2]
                self.assertTrue((half.obs == env.obs).all() and (half.deal % 2 == n % 2).all())
                actions = env.random_actions(rng).copy()
                env.step(actions)
                halves.send(actions)
            with self.assertRaisesRegex(RuntimeError, "without recv"):
                halves.send(actions)


class Books(unittest.TestCase):
    def test_rule_books_are_objects(self):
        for rules in sifang.RULES:
            book = sifang.RuleBook(rules)
            self.assertTrue(book.fans and book.options and book.book("zh")["sections"])
            self.assertEqual(book.layout["rules"], rules)

    def test_score_and_waits(self):
        hand = {"rules": "wuxi", "concealed": "1334555777999s", "melds": []}
        self.assertTrue(sifang.waits(hand))
        win = {
            **hand, "options": {}, "players": 4, "dealer": 0, "winner": 1, "winning_tile": "2s",
            "source": "discard", "from": 0, "flowers": "", "context": [],
        }  # fmt: skip
        self.assertIsInstance(sifang.score(win), dict)
        with self.assertRaises(sifang.Refused) as caught:
            sifang.score({**win, "winning_tile": "9p"})
        self.assertTrue(caught.exception.code and caught.exception.zh)


if __name__ == "__main__":
    unittest.main()
