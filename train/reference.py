"""The file of weights played in numpy, with the whole numbers and the order of sums that Rust uses:
what it answers, Rust answers to the last bit. Slow and plain; for tests and golden answers."""

import struct

import numpy as np

F = np.float32
KINDS, RANKS, CELLS, MARGIN, ROW = 34, 9, 36, 2, 13


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count, kind):
        out = np.frombuffer(self.data, kind, count, self.at)
        self.at += out.nbytes
        return out

    def matrix(self, rows, columns, transposed=False):
        q = self.take(rows * columns, np.int8).astype(np.int64)
        q = q.reshape(columns, rows).T if transposed else q.reshape(rows, columns)
        return q, self.take(rows, "<f4"), self.take(rows, "<f4")

    def norm(self, width):
        return self.take(width, "<f4"), self.take(width, "<f4")


class Reference:
    def __init__(self, data):
        r = Reader(data)
        r.at = 24
        r.take(2, "<u4")
        (self.inputs, a, p, b, q, self.rows, self.singles, width, blocks, channels, layers,
         hidden) = (int(n) for n in r.take(12, "<u4"))  # fmt: skip
        self.runs, self.channels = ((a, p), (b, q)), channels
        r.at += 48
        for _ in range(2):
            length = int(r.take(1, "<u4")[0])
            r.at += length
        self.enter = r.matrix(width, self.inputs, transposed=True)
        block = lambda: (r.norm(width), r.matrix(width, width), r.matrix(width, width))
        self.blocks = [block() for _ in range(blocks)]
        self.norm = r.norm(width)
        self.lift = r.matrix(channels, 3 * (p + q))
        self.tell = r.matrix(channels, width)
        c = channels
        self.layers = [(r.matrix(c, 5 * c), r.matrix(c, c), r.matrix(c, 2 * c)) for _ in range(layers)]
        self.head = r.matrix(hidden, width + 2 * c)
        self.out = r.matrix(self.singles, hidden)
        self.kinds = r.matrix(self.rows, c)
        assert r.at + 8 == len(data), "sizes and length differ"
        struct.unpack("<Q", data[-8:])

    def __call__(self, observation):
        x = np.asarray(observation, np.int64)[: self.inputs]
        t = relu(apply(self.enter, x, F(0.01)))
        for norm, a, b in self.blocks:
            inner = relu(apply(a, *whole(normal(norm, t))))
            t = t + apply(b, *whole(inner))
        t = relu(normal(self.norm, t))
        shown = apply(self.tell, *whole(t))
        planes = np.concatenate([x[at : at + n * KINDS].reshape(n, KINDS) for at, n in self.runs])
        flat = np.zeros((CELLS, len(planes)), np.int64)
        flat[:KINDS] = planes.T
        y = relu(apply(self.lift, windows(flat, 3), F(0.01)) + shown)
        for a, b, g in self.layers:
            q, unit = whole(y)
            inner = relu(apply(a, windows(q, 5), unit))
            everywhere = apply(g, *whole(pool(inner)))
            y = y + relu(apply(b, *whole(inner)) + everywhere)
        hidden = relu(apply(self.head, *whole(np.concatenate([t, pool(y)]))))
        singles = apply(self.out, *whole(hidden))
        of_kinds = apply(self.kinds, *whole(y))[:KINDS].T
        return np.concatenate([of_kinds.reshape(-1), singles])


def apply(matrix, x, unit):
    q, scale, bias = matrix
    return (x @ q.T).astype(F) * (scale * unit) + bias


def relu(x):
    return np.where(x > 0, x, F(0))


def whole(x):
    most = np.abs(x).max()
    if most == 0:
        return np.zeros(x.shape, np.int64), F(0)
    return np.rint(x * (F(8191) / most)).astype(np.int64), most / F(8191)


def in_lanes(x):
    lanes = np.zeros(8, F)
    for at in range(0, len(x), 8):
        part = x[at : at + 8]
        lanes[: len(part)] += part
    total = F(0)
    for lane in lanes:
        total = total + lane
    return total


def normal(norm, x):
    count = F(len(x))
    mean = in_lanes(x) / count
    variance = in_lanes((x - mean) * (x - mean)) / count
    return (x - mean) / np.sqrt(variance + F(1e-5)) * norm[0] + norm[1]


def pool(cells):
    total = np.zeros(cells.shape[1], F)
    for cell in cells:
        total = total + cell
    return np.concatenate([total / F(CELLS), cells.max(0)])


def windows(cells, count):
    """Each cell with its neighbours of the same suit, side by side."""
    c = cells.shape[1]
    wide = np.zeros((4, ROW, c), np.int64)
    wide[:, MARGIN : MARGIN + RANKS] = cells.reshape(4, RANKS, c)
    first = MARGIN - count // 2
    parts = [wide[:, first + i : first + i + RANKS] for i in range(count)]
    return np.concatenate(parts, 2).reshape(CELLS, count * c)
