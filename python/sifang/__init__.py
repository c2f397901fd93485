"""Regional Chinese mahjong for learning programs.

Five exact rule books, many deals at once, observations and masks in numpy buffers:

>>> import numpy as np, sifang
>>> env = sifang.VecEnv("wuxi", 64, seed=1)
>>> rng = np.random.default_rng(1)
>>> for _ in range(100):
...     env.step(env.random_actions(rng))

Adapters are modules of their own: `sifang.pettingzoo`, `sifang.gymnasium`. Bots for the arena and
for servers are in `sifang.bots`.
"""

from ._env import TwoHalves, VecEnv, merge
from ._rules import RULES, Refused, RuleBook, layout, score, waits
from .records import Record

__version__ = "0.1.0"

__all__ = [
    "RULES",
    "Record",
    "Refused",
    "RuleBook",
    "TwoHalves",
    "VecEnv",
    "connect",
    "layout",
    "merge",
    "score",
    "waits",
]


def connect(url, room, bot, **arguments):
    """Plays a match on a server over WebSocket; see `sifang.bots.connect`."""
    from .bots import connect as play

    return play(url, room, bot, **arguments)
