"""The example programs, made short, and a bot of ours in the arena and on a server."""

import contextlib
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

import sifang
from test_docs import ROOT, blocks

BINARY = os.environ.get("SIFANG")


def example(name):
    path = os.path.join(ROOT, "python", "examples", name + ".py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def quietly(call, *arguments):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        result = call(*arguments)
    return result, said.getvalue()


class Examples(unittest.TestCase):
    def test_look(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "table.svg")
            record, said = quietly(example("look").main, "wuxi", picture)
            self.assertTrue(record.holds and "expert: " in said)
            with open(picture, encoding="utf-8") as file:
                self.assertIn("</svg>", file.read())

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_scores(self):
        table, _ = quietly(example("scores").main, "wuxi", 32)
        self.assertGreater(len(table), 5)
        self.assertTrue((table["drawn"].dropna() > 0).all())

    def test_a_short_training_beats_random(self):
        """The interval must be clear of zero."""
        (mean, error), said = quietly(example("train").main, "hongzhong", 15, 60)
        self.assertGreater(mean - error, 0, said)

    @unittest.skipUnless(BINARY and importlib.util.find_spec("pyarrow"), "needs SIFANG and pyarrow")
    def test_lab(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "lab")
            subprocess.run(
                [BINARY, "lab", "--rules", "wuxi", "--b", "base=2", "--deals", "200", "--bots", "random",
                 "--out", out],
                check=True, capture_output=True,
            )  # fmt: skip
            picture = os.path.join(folder, "lab.png")
            frame, _ = quietly(example("lab").main, out, picture)
            self.assertEqual(len(frame), 400)
            self.assertGreater(os.path.getsize(picture), 1000)


@unittest.skipUnless(BINARY, "SIFANG names no binary")
class Arena(unittest.TestCase):
    def arena(self, command):
        report = subprocess.check_output(
            [BINARY, "arena", "--rules", "wuxi", "--deals", "8", "--limit", "20000", "--json", "--bots",
             f"{command},greedy,random,random"]
        )  # fmt: skip
        program = json.loads(report)["players"][0]["program"]
        self.assertGreater(program["asked"], 50)
        faults = ("timeouts", "garbage", "illegal", "crashes", "hangs", "missed")
        self.assertEqual({fault: program[fault] for fault in faults}, dict.fromkeys(faults, 0))

    def test_the_example(self):
        self.arena(f"'{sys.executable}' '{os.path.join(ROOT, 'examples', 'bot.py')}'")

    def test_the_page_in_the_arena_and_on_a_server(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = os.path.join(folder, "mybot.py")
            with open(bot, "w", encoding="utf-8") as file:
                file.write(blocks("docs/arena.md", "python")[1])
            self.arena(f"'{sys.executable}' '{bot}'")
            with server(folder) as url:
                self.match(url, bot)

    def match(self, url, bot):
        """A match between the page's program and a function here, with two bots of the server."""

        def post(path, body, token=None):
            headers = {"content-type": "application/json"}
            if token:
                headers["authorization"] = f"Bearer {token}"
            request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)

        token = post("/api/players", {"nickname": "Ada"})["token"]
        setup = {"rules": "wuxi", "options": {"deals": 4}, "bots": "random", "clock": None, "uniform_pause": False}
        key = post("/api/rooms", setup, token)["link"]
        guest = subprocess.Popen(
            [sys.executable, bot, url, key], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.addCleanup(guest.kill)
        totals = sifang.connect(url, key, Host(), token=token, pause=0.12, start=2)
        said, complained = guest.communicate(timeout=120)
        self.assertEqual(guest.returncode, 0, complained)
        self.assertEqual(json.loads(said), totals)
        self.assertEqual(sum(totals), 0)


class Host:
    """Passes where it may, and throws the last tile that is offered."""

    def __call__(self, view):
        choices = view["prompt"]["choices"]
        return "hu" if "hu" in choices else choices[-1]


@contextlib.contextmanager
def server(folder):
    """A server at a free port."""
    process = subprocess.Popen(
        [BINARY, "serve", "--listen", "127.0.0.1:0", "--metrics", "off", "--data",
         os.path.join(folder, "data"), "--log", "error"],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "LANG": "C"},
    )  # fmt: skip
    try:
        line = process.stdout.readline()
        found = re.search(r"http://[^ \n/]+", line)
        assert found, line
        yield found[0]
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


if __name__ == "__main__":
    unittest.main()
