"""Weights in whole numbers: every row of a matrix as bytes from -127 to 127 and one scale."""

import numpy as np
import torch


def rows(weight):
    """Bytes and scales of a matrix (or of a convolution, whose rows are its output channels)."""
    flat = weight.detach().float().cpu().numpy().reshape(weight.shape[0], -1)
    most = np.abs(flat).max(1)
    scale = np.where(most > 0, most / np.float32(127), np.float32(1)).astype(np.float32)
    return np.rint(flat / scale[:, None]).astype(np.int8), scale


def is_matrix(name, tensor):
    return name.endswith("weight") and tensor.dim() > 1


def rounded(net):
    """The state of the net as it plays once its matrices are bytes."""
    state = {}
    for name, tensor in net.state_dict().items():
        if is_matrix(name, tensor):
            q, scale = rows(tensor)
            back = (q.astype(np.float32) * scale[:, None]).reshape(tensor.shape)
            state[name] = torch.from_numpy(back).to(tensor.device)
        else:
            state[name] = tensor.detach().clone()
    return state
