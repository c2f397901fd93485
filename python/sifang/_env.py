"""Many deals at once."""

import json
import operator

import numpy as np

from . import _native
from ._rules import layout


class VecEnv:
    """`n` rows, each at one question to one seat.

    A row plays deal after deal. Where its deal asks a seat whose player is `"external"`, the row
    stands still and the arrays say what that seat sees and may do; bots answer for themselves, and
    so does a seat that has only one answer. `step` takes one slot for every row and goes on to the
    next questions, in place: the arrays are allocated once and written again.

    Deal `d` has the wall, dealer and bots of deal `d` of `sifang simulate` with the same seed; row
    `r` plays the deals `r`, `r + n`, `r + 2n` ... Nothing depends on the number of threads.

    Arguments:
        rules: the id of a rule set (`sifang.RULES`).
        n: how many rows.
        options: a dict of options that differ from their defaults.
        random_options: `True` draws all options anew for every wall, from their declared ranges; a
            list of names draws only these.
        seats: how many play; all there can be, if not given.
        seed: of walls, bots and drawn options.
        threads: 0 takes all cores.
        players: one for each place: `"external"`, or a bot: `"random"`, `"greedy"`, `"expert"`.
        walls: how many walls are played before the rows run out; 0 never ends.
        shard: `(i, of)`: play only the walls `w` with `w % of == i`, for work that is shared by many
            machines; `merge` puts their results together.
        rotate: each wall is played in as many seatings as there are seats; in seating `k` the
            player of place `p` sits at seat `(p - k) % seats`.
        teacher: the name of a bot whose answers are given in `teacher`.
        oracle: fill `oracle`, which no player may see.
        insight: observations also have what can be worked out (distances, useful tiles, what waits
            pay, dangers). Costs about seven times as much as what can be seen.
        buffers: a dict of arrays to be used instead of new ones, by name.

    Arrays (`n` rows each):
        obs: uint8 `[n, D]`, what the asked seat sees (`sifang.layout`).
        mask: uint8 `[n, A]`, 1 for each slot that may be answered.
        actor: uint8, the seat that is asked.
        place: uint8, the index of its player in `players`.
        done: uint8, 1 if a deal of this row ended since its last question.
        reward: int32 `[n, 4]`, the points of that deal by seat (their sum is zero); else zeros.
        deal: uint64, the number of the deal (with `rotate`: wall times seats plus seating).
        active: uint8, 0 once all deals of the row are played; such rows have an empty mask.
        teacher: int32, the teacher's slot, or -1; None without a teacher.
        oracle: uint8 `[n, O]`; None unless asked for.
    """

    def __init__(
        self,
        rules,
        n,
        *,
        options=None,
        random_options=False,
        seats=None,
        seed=0,
        threads=0,
        players=None,
        walls=0,
        shard=(0, 1),
        rotate=False,
        teacher=None,
        oracle=False,
        insight=True,
        buffers=None,
    ):
        self._env = None
        if not isinstance(rules, str):
            raise TypeError(f"rules is the id of a rule set, not {type(rules).__name__}")
        if not isinstance(options or {}, dict):
            raise TypeError(f"options is a dict of names and values, not {type(options).__name__}")
        if seats is not None:
            seats = _index(seats, "seats")
        n, seed, threads = _index(n, "n"), _index(seed, "seed"), _index(threads, "threads")
        walls, shard = _index(walls, "walls"), tuple(_index(part, "shard") for part in shard)
        if len(shard) != 2:
            raise ValueError("shard is a pair: (0, 1) is everything")
        if players is None:
            players = ("external",) * (seats or 4)
        names = None if isinstance(random_options, (bool, np.bool_)) else list(random_options)
        self._env = _native.Env(
            {
                "rules": rules,
                "seats": seats,
                "options": json.dumps(options or {}),
                "varied": names,
                "vary_all": random_options is True,
                "rows": n,
                "seed": seed,
                "threads": threads,
                "players": list(players),
                "walls": walls,
                "share": shard,
                "rotate": rotate,
                "teacher": teacher,
                "insight": insight,
            }
        )
        self._arrange(rules, players, teacher is not None, oracle, buffers)
        self.reset()

    def _arrange(self, rules, players, teacher, oracle, buffers):
        self.rules = rules
        self.players = tuple(players)
        self.num_envs, self.obs_size, self.num_actions, self.oracle_size = self._env.shape()
        n = self.num_envs
        wanted = {
            "obs": ((n, self.obs_size), np.uint8),
            "mask": ((n, self.num_actions), np.uint8),
            "actor": ((n,), np.uint8),
            "place": ((n,), np.uint8),
            "done": ((n,), np.uint8),
            "reward": ((n, 4), np.int32),
            "deal": ((n,), np.uint64),
            "active": ((n,), np.uint8),
        }
        if teacher:
            wanted["teacher"] = ((n,), np.int32)
        if oracle:
            wanted["oracle"] = ((n, self.oracle_size), np.uint8)
        self._buffers = _allocate(wanted, dict(buffers or {}))
        self.obs = self._buffers["obs"]
        self.mask = self._buffers["mask"]
        self.actor = self._buffers["actor"]
        self.place = self._buffers["place"]
        self.done = self._buffers["done"]
        self.reward = self._buffers["reward"]
        self.deal = self._buffers["deal"]
        self.active = self._buffers["active"]
        self.teacher = self._buffers.get("teacher")
        self.oracle = self._buffers.get("oracle")
        self._keys = np.zeros(n, np.float32)
        self._chosen = np.zeros(n, np.int32)

    def reset(self):
        """Starts all rows anew, from their first deals."""
        self._env.begin(self._buffers)

    def step(self, actions):
        """Answers every row with a slot (int32 `[n]`) and goes on to the next questions.

        Rows that are not active are not looked at. A slot that is not offered raises `ValueError`,
        and nothing has changed.
        """
        self._env.step(_int32(actions), self._buffers)

    def random_actions(self, rng):
        """A slot for every row, each offered one with equal chance; 0 where none is.

        `rng` is a `numpy.random.Generator`. The array is the same each time, written anew.
        """
        try:
            rng.random(out=self._keys, dtype=np.float32)
        except (AttributeError, TypeError):
            wanted = "rng must be a numpy.random.Generator, such as numpy.random.default_rng(1)"
            raise TypeError(f"{wanted}, not {type(rng).__name__}") from None
        _native.pick(self.mask, self._keys, self._chosen, *self.mask.shape)
        return self._chosen

    def results(self):
        """The points of every deal by place, int32 `[deals, 4]`; zeros where one is not over.

        Only where `walls` is given. With `rotate` the seatings of a wall follow each other.
        """
        out = np.zeros((self._env.deals(), 4), np.int32)
        self._env.results(out)
        return out

    def digests(self):
        """The digest of every deal, as hexadecimal text: equal deals have equal digests.

        Only where `walls` is given.
        """
        return self._env.digests()

    def digest(self):
        """The digest of all deals together: that of `sifang simulate` with the same bots and seed.

        None unless bots alone have played, without shards and drawn options, and with `rotate` just
        where they differ: as a simulation does.
        """
        return self._env.digest()

    def clone(self):
        """Another environment that stands where this one stands, with arrays of its own."""
        other = object.__new__(VecEnv)
        other._env = self._env.copy()
        other._arrange(self.rules, self.players, self.teacher is not None, self.oracle is not None, None)
        for name, array in self._buffers.items():
            other._buffers[name][...] = array
        return other

    def save(self, row):
        """Where a row stands, as text. `load` goes on from it, in any environment made alike."""
        return self._env.save(_index(row))

    def load(self, row, text):
        """Puts a row where a saved one stood. Text that does not fit raises `ValueError`."""
        self._env.load(_index(row), text, self._buffers)

    def determinize(self, row, seat, seed):
        """Puts a row into another world that `seat`, the asked one, cannot distinguish from this one.

        All that is hidden from the seat is exchanged: other hands, the wall, buried tiles. What
        others have declared about their hands is not looked at. The row can be played on like any
        other; `clone` first to keep the real one.
        """
        self._env.determinize(_index(row), _index(seat, "seat"), _index(seed, "seed"), self._buffers)

    def branch(self, row, actions, policy="greedy"):
        """How a row's deal ends after each of these slots: int32 `[len(actions), 4]`, by seat.

        The wall stays as it is; the bot `policy` answers everything else that is asked from outside.
        The row itself does not move.
        """
        points = self._env.branch(_index(row), [_index(a, "action") for a in actions], policy)
        return np.array(points, np.int32).reshape(-1, 4)

    def advise(self, row, bot="expert"):
        """What a bot would answer in a row and why: a dict with `slot`, `action`, `zh`, `en` and the
        numbers it reckoned with (`away`, `useful`, `expects`, `danger`; None where it did not)."""
        return json.loads(self._env.advice(_index(row), bot))

    def hint(self, row):
        """What a player may be shown about its position: waits, useful tiles, advice, as a dict."""
        return json.loads(self._env.hint(_index(row)))

    def view(self, row):
        """What the asked seat of a row sees, as a dict: the same as a server sends its clients."""
        return json.loads(self._env.view(_index(row)))

    def table(self, row):
        """The view of a row as a table that draws itself, as text and in notebooks as a picture."""
        from .draw import Table

        return Table(self.view(row))

    def record(self, row):
        """The record of the deal that ended last in a row, as a `sifang.Record`."""
        from .records import Record

        return Record(self._env.record(_index(row)))

    def action_name(self, slot):
        """The name of a slot: `discard 5p`, `pass`, ..."""
        return layout(self.rules)["actions"][slot]

    def close(self):
        """Gives back memory and threads; the arrays stay."""
        if self._env is not None:
            self._env.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"VecEnv({self.rules!r}, {self.num_envs}, players={self.players!r})"


def _index(number, name="row"):
    try:
        number = operator.index(number)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(number).__name__}") from None
    if number < 0 and name != "action":
        raise ValueError(f"{name} must not be negative: {number}")
    if not -(2**31) <= number < (2**64 if name != "action" else 2**31):
        raise ValueError(f"{name} is too large: {number}")
    return number


_INT32 = np.dtype(np.int32)


def _int32(actions):
    array = np.asarray(actions)
    if array.dtype == _INT32 and array.ndim == 1 and array.flags.c_contiguous:
        return array
    if not np.issubdtype(array.dtype, np.integer):
        raise TypeError(f"actions must be whole numbers (int32), not {array.dtype}")
    if array.ndim != 1:
        raise ValueError(f"actions must be one slot for each row, not an array of shape {array.shape}")
    if array.size and not (-(2**31) <= array.min() and array.max() < 2**31):
        raise ValueError("actions must fit int32; slots are counted from 0")
    return np.ascontiguousarray(array, np.int32)


def _allocate(wanted, given):
    unknown = set(given) - set(wanted)
    if unknown:
        raise ValueError(f"there is no buffer {sorted(unknown)[0]!r}; there are: {', '.join(wanted)}")
    arrays = {}
    for name, (shape, dtype) in wanted.items():
        array = given.get(name)
        if array is None:
            array = np.zeros(shape, dtype)
        elif not isinstance(array, np.ndarray):
            raise TypeError(f"{name} must be a numpy array (of a tensor: tensor.numpy())")
        elif array.dtype != dtype or array.shape != shape:
            raise ValueError(f"{name} is {array.dtype} {array.shape}; it must be {np.dtype(dtype)} {shape}")
        elif not (array.flags.c_contiguous and array.flags.writeable):
            raise ValueError(f"{name} must lie in one piece (C order) and be writeable")
        arrays[name] = array
    return arrays


def merge(shards, seatings=1):
    """Puts the results of shards together, in the order of the whole: number by number the same.

    Arguments:
        shards: `results()` of the shards `(0, of)`, `(1, of)` ..., or any arrays by deal.
        seatings: how many deals each wall is played in: the number of seats with `rotate`, else 1.
    """
    shards = [np.asarray(shard) for shard in shards]
    if not shards:
        raise ValueError("there is nothing to merge")
    if any(len(shard) % seatings for shard in shards):
        raise ValueError(f"a shard has a wall that was not played in all {seatings} seatings")
    counts = [len(shard) // seatings for shard in shards]
    walls, of = sum(counts), len(shards)
    if counts != [(walls - i + of - 1) // of for i in range(of)]:
        raise ValueError(f"these are not the {of} shards of one job, in order: they have {counts} walls")
    out = np.zeros((walls * seatings, *shards[0].shape[1:]), shards[0].dtype)
    by_wall = out.reshape(walls, seatings, *out.shape[1:])
    for i, shard in enumerate(shards):
        by_wall[i::of] = shard.reshape(-1, seatings, *out.shape[1:])
    return out


class TwoHalves:
    """Two half batches: while your program thinks about one, the other is played.

    `recv` waits for the half that is ready first in turn and gives its `VecEnv`; `send` answers it
    and starts it. Half 0 plays the even walls, half 1 the odd ones. Arguments are those of `VecEnv`;
    `n` is the number of rows of both together.

    >>> import numpy as np, sifang
    >>> rng = np.random.default_rng(1)
    >>> with sifang.TwoHalves("wuxi", 32, seed=1) as halves:
    ...     for _ in range(10):
    ...         half = halves.recv()
    ...         halves.send(half.random_actions(rng))
    """

    def __init__(self, rules, n, **arguments):
        from concurrent.futures import ThreadPoolExecutor

        if n < 2 or n % 2:
            raise ValueError(f"{n} rows cannot be halved; n must be even")
        if "shard" in arguments or "buffers" in arguments:
            raise ValueError("the halves have shards and buffers of their own")
        self.envs = tuple(VecEnv(rules, n // 2, shard=(i, 2), **arguments) for i in range(2))
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="sifang")
        self._waiting = [None, None]
        self._turn, self._held = 0, None

    def recv(self):
        """The half whose turn it is, as a `VecEnv`, as soon as it is played."""
        if self._held is None:
            self._held, self._turn = self._turn, 1 - self._turn
            waiting, self._waiting[self._held] = self._waiting[self._held], None
            if waiting is not None:
                waiting.result()
        return self.envs[self._held]

    def send(self, actions):
        """Answers the half that `recv` gave, and starts it. What is not offered is reported by its `recv`."""
        if self._held is None:
            raise RuntimeError("send without recv: recv says which half is to be answered")
        half, self._held = self._held, None
        answers = np.array(actions)
        self._waiting[half] = self._pool.submit(self.envs[half].step, answers)

    def close(self):
        """Waits for what is being played, and gives back memory and threads."""
        self._pool.shutdown(wait=True)
        for env in self.envs:
            env.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
