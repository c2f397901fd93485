"""The net: what it is shown is a row of bytes, what it answers is a number for every slot.

A residual perceptron over everything gives a context; a small convolutional net over 4 suits x 9
ranks gives what belongs to a kind of tile. The numbers of a kind come from its own cell, the others
from context and pooled cells. `crates/sifang-bots/src/net` plays the actor: a change of shape here
is a change of format there.
"""

from dataclasses import asdict, dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

KINDS = 34
SUITS, RANKS = 4, 9
CELLS = SUITS * RANKS
UNIT = 0.01  # a byte of 100 is one whole


@dataclass(frozen=True)
class Shape:
    """What a net is made of. `runs` are the planes among its inputs: (first byte, planes)."""

    inputs: int
    runs: tuple
    rows: int  # answers with a number for each kind
    singles: int  # answers that stand alone
    width: int = 384
    blocks: int = 2
    channels: int = 64
    layers: int = 3
    hidden: int = 256

    @property
    def planes(self):
        return sum(count for _, count in self.runs)

    def as_dict(self):
        return asdict(self)


class Block(nn.Module):
    """x + two linear layers of the normalised x."""

    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.a = nn.Linear(width, width)
        self.b = nn.Linear(width, width)

    def forward(self, x):
        return x + self.b(F.relu(self.a(self.norm(x))))


class Ranks(nn.Module):
    """A convolution along the ranks of each suit. As one matrix for all nine ranks, which is half
    zeros, it is a plain product: on a GPU several times as fast as a convolution so small."""

    def __init__(self, inputs, outputs, taps):
        super().__init__()
        bound = (inputs * taps) ** -0.5
        self.weight = nn.Parameter(torch.empty(outputs, taps, inputs).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.empty(outputs).uniform_(-bound, bound))
        at = torch.arange(RANKS)
        tap = at[None, :] - at[:, None] + taps // 2  # of the result's rank and the input's
        places = tap[:, :, None] == torch.arange(taps)
        self.register_buffer("places", places.float(), persistent=False)

    def matrix(self, order):
        """From the inputs of a suit to its results; `order` of the inputs: "id" ranks first."""
        full = torch.einsum(f"oik,ckd->oc{order}", self.places, self.weight)
        return full.reshape(RANKS * len(self.bias), -1)


class Layer(nn.Module):
    """A convolution, and what all cells together say."""

    def __init__(self, channels):
        super().__init__()
        self.a = Ranks(channels, channels, 5)
        self.b = nn.Linear(channels, channels)
        self.g = nn.Linear(2 * channels, channels)
        self.b.weight.data *= 0.3

    def forward(self, x):
        n, _, c = x.shape
        y = F.linear(x.view(n, SUITS, RANKS * c), self.a.matrix("id")).view(n, CELLS, c)
        y = F.relu(y + self.a.bias)
        return x + F.relu(self.b(y) + self.g(pooled(y))[:, None])


def pooled(cells):
    """Mean and maximum of every channel."""
    return torch.cat([cells.mean(1), cells.amax(1)], 1)


class Net(nn.Module):
    def __init__(self, shape):
        super().__init__()
        s = self.shape = shape
        # Matrix units want rows of a multiple of 16 numbers; the bytes added are always zero.
        self.spare = -s.inputs % 16
        self.enter = nn.Linear(s.inputs + self.spare, s.width)
        self.mlp = nn.Sequential(*[Block(s.width) for _ in range(s.blocks)])
        self.norm = nn.LayerNorm(s.width)
        self.lift = Ranks(s.planes, s.channels, 3)
        self.tell = nn.Linear(s.width, s.channels)
        self.cnn = nn.Sequential(*[Layer(s.channels) for _ in range(s.layers)])
        self.head = nn.Linear(s.width + 2 * s.channels, s.hidden)
        self.out = nn.Linear(s.hidden, s.singles)
        nn.init.zeros_(self.out.bias)
        self.out.weight.data *= 0.1
        if s.rows:
            self.kinds = nn.Linear(s.channels, s.rows)
            self.kinds.weight.data *= 0.1

    def forward(self, x):
        """x: bytes as floats, n x inputs. Small whole numbers are exact in 16 bits."""
        s, n = self.shape, x.shape[0]
        t = F.linear(F.pad(x, (0, self.spare)), self.enter.weight) * UNIT + self.enter.bias
        t = F.relu(self.norm(self.mlp(F.relu(t))))
        y = self.cnn(F.relu(self.lifted(x) + (self.tell(t) + self.lift.bias)[:, None]))
        h = self.out(F.relu(self.head(torch.cat([t, pooled(y)], 1))))
        if not s.rows:
            return h
        of_kinds = self.kinds(y).transpose(1, 2)[:, :, :KINDS]
        return torch.cat([of_kinds.reshape(n, -1), h], 1)

    def lifted(self, x):
        """The planes of each suit, turned into cells."""
        s, n = self.shape, x.shape[0]
        planes = torch.cat([x[:, at : at + count * KINDS] for at, count in s.runs], 1)
        planes = F.pad(planes.view(n, s.planes, KINDS), (0, CELLS - KINDS))
        suits = planes.view(n, s.planes, SUITS, RANKS).transpose(1, 2)
        suits = suits.reshape(n, SUITS, s.planes * RANKS)
        spare = -suits.shape[2] % 16
        matrix = F.pad(self.lift.matrix("di"), (0, spare))
        return F.linear(F.pad(suits, (0, spare)), matrix).view(n, CELLS, s.channels) * UNIT


def actor_shape(layout, **sizes):
    """The shape of a player, from the package's description of a rule set."""
    width = lambda fields: sum(field["count"] for field in fields)
    rows = len(layout["action_rows"])
    runs = (
        (0, width(layout["planes"])),
        (layout["insight_planes"][0]["offset"], width(layout["insight_planes"])),
    )
    return Shape(layout["full"], runs, rows, len(layout["actions"]) - rows * KINDS, **sizes)


def critic_shape(actor, oracle, oracle_planes, **sizes):
    """The shape of the critic: it also sees what is hidden, and predicts four results."""
    runs = actor.runs + ((actor.inputs, oracle_planes),)
    return Shape(actor.inputs + oracle, runs, 0, 4, **sizes)


def parameters(net):
    return sum(p.numel() for p in net.parameters())
