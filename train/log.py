"""A log of JSON lines: one object per line, the seconds since the start first."""

import hashlib
import json
import time


class Log:
    def __init__(self, path, spent=0.0, **always):
        self.path, self.always = path, always
        self.start = time.time() - spent
        self.file = open(path, "a", encoding="utf-8")

    def __call__(self, **what):
        line = {"t": round(time.time() - self.start, 1), **self.always}
        for name, value in what.items():
            line[name] = round(value, 4) if isinstance(value, float) else value
        text = json.dumps(line)
        print(text, flush=True)
        self.file.write(text + "\n")
        self.file.flush()

    def digest(self):
        """SHA-256 of everything logged so far."""
        with open(self.path, "rb") as file:
            return hashlib.sha256(file.read()).digest()


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]
