"""Bad input raises an exception that says what would be right, and nothing has changed."""

import gc
import os
import random
import threading
import unittest

import numpy as np
import sifang


class Arrays(unittest.TestCase):
    def setUp(self):
        self.env = sifang.VecEnv("wuxi", 4, seed=1, insight=False)
        self.good = self.env.mask.argmax(1).astype(np.int32)

    def refuses(self, kind, words, call):
        before = self.env.obs.copy()
        with self.assertRaisesRegex(kind, words):
            call()
        self.assertTrue((self.env.obs == before).all())

    def test_actions(self):
        env, good = self.env, self.good
        self.refuses(TypeError, "whole numbers", lambda: env.step(good.astype(float)))
        self.refuses(TypeError, "whole numbers", lambda: env.step(["a"] * 4))
        self.refuses(TypeError, "whole numbers", lambda: env.step(None))
        self.refuses(ValueError, "3 elements; it must have 4", lambda: env.step(good[:3]))
        self.refuses(ValueError, "fit int32", lambda: env.step(good.astype(np.int64) + 2**40))
        self.refuses(ValueError, r"slot -1 is not offered; offered are \d+ \(", lambda: env.step(good * 0 - 1))
        self.refuses(ValueError, "row 2: slot 999", lambda: env.step(np.where(np.arange(4) == 2, 999, good)))
        self.refuses(ValueError, r"one slot for each row, not an array of shape \(4, 1\)", lambda: env.step(good[:, None]))
        self.refuses(ValueError, "one slot for each row", lambda: env.step(3))
        self.refuses(TypeError, "whole numbers", lambda: env.step(good > 0))
        self.refuses(TypeError, "whole numbers", lambda: env.step([None] * 4))
        wide = np.zeros(8, np.int32)
        wide[::2] = good
        env.step(wide[::2])  # a stride is copied
        env.step(env.mask.argmax(1).astype(">i4"))  # so is another byte order
        env.step(env.mask.argmax(1).astype(np.uint64))  # and another width
        env.step(env.mask.argmax(1).tolist())

    def test_buffers(self):
        size = self.env.obs_size
        make = lambda **buffers: sifang.VecEnv("wuxi", 4, insight=False, buffers=buffers)
        self.refuses(ValueError, "must be uint8", lambda: make(obs=np.zeros((4, size), np.int8)))
        self.refuses(ValueError, "must be uint8", lambda: make(obs=np.zeros((4, size + 1), np.uint8)))
        strided = np.zeros((4, 2 * size), np.uint8)[:, ::2]
        self.refuses(ValueError, "in one piece", lambda: make(obs=strided))
        fixed = np.zeros((4, size), np.uint8)
        fixed.flags.writeable = False
        self.refuses(ValueError, "writeable", lambda: make(obs=fixed))
        self.refuses(TypeError, "numpy array", lambda: make(obs=[1, 2]))
        self.refuses(ValueError, "there is no buffer 'sight'", lambda: make(sight=fixed))
        shared = np.zeros(64, np.uint8)
        self.refuses(ValueError, "share memory", lambda: make(actor=shared[:4], place=shared[2:6]))
        # Behind the package's back, too.
        self.env._buffers["obs"] = np.zeros((4, size), np.uint16)
        self.refuses(ValueError, "obs must be an array of u8", lambda: self.env.step(self.good))
        self.env._buffers["obs"] = np.zeros((3, size), np.uint8)
        self.refuses(ValueError, "it must have", lambda: self.env.step(self.good))
        self.env._buffers["obs"] = np.zeros((size, 4), np.uint8).T
        self.refuses(ValueError, "obs must lie in one piece", lambda: self.env.step(self.good))
        self.env._buffers["obs"] = fixed
        self.refuses(ValueError, "obs is read-only", lambda: self.env.step(self.good))
        self.env._buffers["obs"] = np.zeros(4 * size + 4, np.uint8)[: 4 * size]
        self.env._buffers["reward"] = np.zeros(65, np.uint8)[1:].view(np.int32)
        self.refuses(ValueError, "reward is not aligned|reward must be an array", lambda: self.env.step(self.good))
        self.env._buffers["reward"] = None
        self.refuses(ValueError, "reward must be an array", lambda: self.env.step(self.good))
        del self.env._buffers["reward"]
        self.refuses(ValueError, "the buffer reward is missing", lambda: self.env.step(self.good))

    def test_numbers_for_lots(self):
        for other in (random.Random(1), np.random, None, 7):
            self.refuses(TypeError, "must be a numpy.random.Generator", lambda: self.env.random_actions(other))

    def test_an_array_cannot_be_resized_under_a_step(self):
        """While a step writes, the array stays where it is: numpy refuses."""
        obs = np.zeros((2000, self.env.obs_size), np.uint8)
        env = sifang.VecEnv("wuxi", 2000, insight=False, buffers={"obs": obs}, threads=1)
        stop = threading.Event()

        def resize():
            while not stop.is_set():
                try:
                    obs.resize((1, 1))
                except ValueError:
                    pass

        thread = threading.Thread(target=resize)
        thread.start()
        rng = np.random.default_rng(1)
        try:
            for _ in range(5):
                env.step(env.random_actions(rng))
        finally:
            stop.set()
            thread.join()
        self.assertEqual(obs.shape, (2000, self.env.obs_size))

    def test_rows_and_seats(self):
        env = self.env
        self.refuses(ValueError, "there is no row 4; there are 4", lambda: env.view(4))
        self.refuses(ValueError, "must not be negative", lambda: env.view(-1))
        self.refuses(TypeError, "whole number", lambda: env.view("a"))
        other = (int(env.actor[0]) + 1) % 4
        self.refuses(ValueError, "only what the asked seat knows", lambda: env.determinize(0, other, 1))
        self.refuses(ValueError, "there is no bot 'genius'", lambda: env.advise(0, "genius"))
        self.refuses(ValueError, "is not offered", lambda: env.branch(0, [999]))
        self.refuses(ValueError, "no deal of row 0 has ended", lambda: env.record(0))
        self.refuses(ValueError, "no saved row", lambda: env.load(0, "x" * 1000))


class Plans(unittest.TestCase):
    def refuses(self, words, *arguments, **more):
        with self.assertRaisesRegex((ValueError, TypeError, OverflowError), words):
            sifang.VecEnv(*arguments, **more)

    def test_plans(self):
        self.refuses("wuxi", "mahjong", 4)
        self.refuses("0 rows", "wuxi", 0)
        self.refuses("n must not be negative", "wuxi", -1)
        self.refuses("n must be a whole number", "wuxi", 1.5)
        self.refuses("seed is too large", "wuxi", 1, seed=2**64)
        self.refuses("rules is the id", 7, 1)
        self.refuses("options is a dict", "wuxi", 1, options=[1])
        self.refuses("base", "wuxi", 1, options={"basis": 2})
        self.refuses("for 4 to 4 players, not 3", "wuxi", 1, seats=3)
        self.refuses("players were named", "wuxi", 1, players=("external",))
        self.refuses("there is no player 'me'", "wuxi", 1, players=("me",) * 4)
        self.refuses("nobody is ever asked", "wuxi", 1, players=("random",) * 4)
        self.refuses("there is no share 2 of 2", "wuxi", 1, shard=(2, 2))
        self.refuses("there is no option 'luck'", "wuxi", 1, random_options=["luck"])
        self.refuses("there is no share 0 of 0", "wuxi", 1, shard=(0, 0))

    def test_records(self):
        for text in ("", "[]", "{}", '{"format": "sifang/deal/1"}', "{" * 1000):
            with self.assertRaisesRegex(ValueError, "this is no record"):
                sifang.Record(text).holds


class Lives(unittest.TestCase):
    def test_a_closed_one(self):
        env = sifang.VecEnv("wuxi", 2, insight=False)
        env.close()
        env.close()
        asks = (
            lambda: env.step(np.zeros(2, np.int32)),
            env.reset,
            env.results,
            env.digest,
            env.clone,
            lambda: env.view(0),
            lambda: env.advise(0),
            lambda: env.branch(0, [0]),
            lambda: env.save(0),
            lambda: env.load(0, "{}"),
            lambda: env.record(0),
            lambda: env.determinize(0, 0, 1),
        )
        for ask in asks:
            with self.assertRaisesRegex(RuntimeError, "is closed: make a new one"):
                ask()
        self.assertEqual(env.obs.shape[0], 2)
        self.assertEqual(env.random_actions(np.random.default_rng(1)).shape, (2,))

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_a_fork(self):
        env = sifang.VecEnv("wuxi", 64, insight=False, threads=2)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            said = "nothing"
            try:
                try:
                    env.step(env.mask.argmax(1))
                except RuntimeError as why:
                    said = str(why)
                # Its threads are not here: giving it up waits for none of them.
                env.close()
                del env
                gc.collect()
                with sifang.VecEnv("wuxi", 64, seed=1, insight=False, threads=2) as own:
                    own.step(own.mask.argmax(1))
                said += ", and a new one plays"
            finally:
                os.write(write, said.encode())
                os._exit(0)
        os.close(write)
        with os.fdopen(read) as pipe:
            said = pipe.read()
        self.assertIn("made in another process", said)
        self.assertIn("a new one plays", said)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_two_threads_at_once(self):
        """One of them plays, the other gets an error; nobody crashes, and all that was played is whole."""
        env = sifang.VecEnv("wuxi", 512, seed=1, insight=False, threads=1)
        refused, other = [], []

        def work():
            for _ in range(60):
                try:
                    env.step(env.mask.argmax(1))
                except RuntimeError as why:
                    refused.append(str(why))
                except ValueError as why:
                    # The mask moved on between looking and answering.
                    other.append(str(why))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all("in use by another thread" in why for why in refused))
        self.assertTrue(all("not offered" in why for why in other))
        env.step(env.mask.argmax(1))


if __name__ == "__main__":
    unittest.main()
