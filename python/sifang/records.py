"""Records of matches and of deals: read, played again, put in words."""

import json
from pathlib import Path

from . import _native


class Record:
    """A record, of a match on a server or of one deal of an environment.

    >>> import sifang, numpy as np
    >>> env = sifang.VecEnv("hongzhong", 1, seed=3)
    >>> rng = np.random.default_rng(0)
    >>> while not env.done[0]:
    ...     env.step(env.random_actions(rng))
    >>> record = env.record(0)
    >>> record.holds
    True
    >>> record.deltas == env.reward[0].tolist()
    True
    """

    def __init__(self, text):
        #: The JSON text, as `sifang replay` reads it.
        self.text = text if isinstance(text, str) else json.dumps(text)
        try:
            self.data = json.loads(self.text)
        except ValueError as why:
            raise ValueError(f"this is no record: {why}") from None
        if not isinstance(self.data, dict) or "format" not in self.data:
            raise ValueError("this is no record: it has no format")
        self._replays = {}

    @classmethod
    def read(cls, path):
        """Reads a file."""
        return cls(Path(path).read_text(encoding="utf-8"))

    def write(self, path):
        """Writes the file that `sifang replay` verifies."""
        Path(path).write_text(self.text + "\n", encoding="utf-8")

    def replay(self, lang="en"):
        """Plays everything again: a dict with `holds`, `why` (not), and the transcripts of `deals`."""
        if lang not in self._replays:
            self._replays[lang] = json.loads(_native.replay(self.text, lang))
        return self._replays[lang]

    @property
    def holds(self):
        """Whether playing it again gives what it says."""
        return self.replay()["holds"]

    def transcript(self, lang="en"):
        """Every move and every payment in words."""
        return "\n".join(self.replay(lang)["deals"])

    @property
    def rules(self):
        """The id of the rule set."""
        return self.data["rules"]

    @property
    def deltas(self):
        """What each seat won or lost (of a deal), or the totals (of a match)."""
        return self.data.get("deltas", self.data.get("totals"))

    @property
    def digest(self):
        """The digest of the deal; None of a match."""
        return self.data.get("digest")

    def __repr__(self):
        return f"<sifang record {self.data['format']} of {self.rules}>"
