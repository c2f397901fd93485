"""The file of weights that Rust plays: header, tensors in the order of their use, checksum.

`crates/sifang-bots/src/net/file.rs` reads it. Matrices are bytes with a scale for each row.
"""

import copy
import struct

import numpy as np

from options import ignored, varied
from quantise import rows

MAGIC = b"SIFANGN1"


def checksum(data):
    """FNV-1a, 64 bits."""
    total = 0xCBF29CE484222325
    for byte in data:
        total = ((total ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return total


def floats(tensor):
    return np.ascontiguousarray(tensor.detach().float().cpu().numpy(), "<f4").tobytes()


def matrix(weight, bias):
    """A linear layer, or a convolution along ranks: what it looks at lies together, cell after
    cell, and so do its weights."""
    q, scale = rows(weight)
    return q.tobytes() + scale.astype("<f4").tobytes() + floats(bias)


def columns(linear, inputs):
    """The first layer, column by column: most inputs are zero, and their columns are skipped."""
    q, scale = rows(linear.weight[:, :inputs])
    return np.ascontiguousarray(q.T).tobytes() + scale.astype("<f4").tobytes() + floats(linear.bias)


def norm(layer):
    return floats(layer.weight) + floats(layer.bias)


def header(shape, layout, labels, samples, digest):
    (a, planes), (b, insight) = shape.runs
    sizes = (shape.inputs, a, planes, b, insight, shape.rows, shape.singles, shape.width,
             shape.blocks, shape.channels, shape.layers, shape.hidden)  # fmt: skip
    return (
        MAGIC
        + layout["rules"].encode().ljust(16, b"\0")
        + struct.pack("<2I", layout["rules_version"], layout["version"])
        + struct.pack("<12I", *sizes)
        + struct.pack("<2Q", labels, samples)
        + digest
        + text(",".join(varied(layout)))
        + text(",".join(ignored(layout)))
    )


def text(words):
    return struct.pack("<I", len(words)) + words.encode()


def encode(net, layout, labels, samples, digest):
    """The whole file."""
    out = [header(net.shape, layout, labels, samples, digest), columns(net.enter, net.shape.inputs)]
    pair = lambda layer: matrix(layer.weight, layer.bias)
    for block in net.mlp:
        out += [norm(block.norm), pair(block.a), pair(block.b)]
    out += [norm(net.norm), pair(net.lift), pair(net.tell)]
    for layer in net.cnn:
        out += [pair(layer.a), pair(layer.b), pair(layer.g)]
    out += [pair(net.head), pair(net.out), pair(net.kinds)]
    body = b"".join(out)
    return body + struct.pack("<Q", checksum(body))


def export(trainer, path):
    """Writes what the trainer has learned, from numbers in half precision as they are kept. The log
    up to here is named by its digest."""
    net = copy.deepcopy(trainer.actor).half().float()
    data = encode(net, trainer.layout, trainer.labels, trainer.samples, trainer.log.digest())
    with open(path, "wb") as file:
        file.write(data)
    trainer.log(phase="exported", bytes=len(data))
