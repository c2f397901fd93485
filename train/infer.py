"""A net that only answers: a copy in 16 bits with fixed buffers, on CUDA replayed as one graph."""

import copy

import torch


class Infer:
    """Answers for `rows` of a buffer that stays where it is. `refresh` takes over new weights."""

    def __init__(self, net, inputs, graph=True):
        """`inputs`: bytes, n x at least the net's inputs; the first of them are the net's."""
        self.half = inputs.is_cuda
        self.dtype = torch.bfloat16 if self.half else torch.float32
        self.net = copy.deepcopy(net).to(self.dtype).eval().requires_grad_(False)
        self.inputs = inputs[:, : net.shape.inputs]
        self.graph = None
        if self.half and graph and len(inputs):
            self._capture()

    def _capture(self):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side), torch.no_grad():
            for _ in range(3):
                self._forward()
        torch.cuda.current_stream().wait_stream(side)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph), torch.no_grad():
            self.answer = self._forward()

    def _forward(self):
        return self.net(self.inputs.to(self.dtype)).float()

    def refresh(self, state):
        """Takes these weights, a state of the same net in any precision."""
        with torch.no_grad():
            for name, own in self.net.state_dict().items():
                own.copy_(state[name])

    @torch.no_grad()
    def __call__(self):
        """The answers to what stands in the buffer. They stay valid until the next call."""
        if self.graph is None:
            return self._forward()
        self.graph.replay()
        return self.answer


def choose(logits, mask, greedy=False):
    """A slot of every row among those the mask allows, and how likely the net chose it (log)."""
    logits = logits.masked_fill(mask == 0, -1e9)
    if greedy:
        return logits.argmax(1), None
    noise = torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7)
    slots = (logits - torch.log(-torch.log(noise))).argmax(1)
    return slots, torch.log_softmax(logits, 1).gather(1, slots[:, None]).squeeze(1)
