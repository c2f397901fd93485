"""What a training run has: nets, optimisers, earlier copies, and how they are kept on disk."""

import os
from dataclasses import dataclass

import numpy as np
import sifang
import torch

from gpu import wait_asleep
from log import Log
from nets import KINDS, Net, actor_shape, critic_shape, parameters


@dataclass
class Settings:
    """What can be chosen; `run.py --help` says what it means."""

    rules: str
    seed: int = 1
    out: str = "."
    threads: int = 0
    n: int = 4096  # deals in each of the two halves
    steps: int = 64  # decisions of each deal in one iteration
    minibatch: int = 16384
    epochs: int = 1
    lr: float = 2e-4
    critic_lr: float = 5e-4
    clone_lr: float = 1e-3
    entropy: float = 0.003
    clip: float = 0.2
    lam: float = 0.95
    knee: float = 4.0
    warm: int = 3_000_000  # decisions from which only the critic learns
    clone_epochs: float = 12.0
    clone_rows: int = 2_000_000
    width: int = 384
    blocks: int = 2
    channels: int = 64
    layers: int = 3
    compile: bool = False
    graph: bool = True
    curve_walls: int = 2000


class Trainer:
    def __init__(self, settings):
        self.set = s = settings
        wait_asleep()
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(s.seed)
        np.random.seed(s.seed)
        torch.set_num_threads(1 if self.device.type == "cuda" else 2)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.layout = sifang.layout(s.rules)
        sizes = dict(width=s.width, blocks=s.blocks, channels=s.channels, layers=s.layers)
        oracle = self.layout["oracle_size"]
        # The last part of the oracle's row is single bytes, what comes before it are planes.
        planes = self.layout["oracle"][-1]["offset"] // KINDS
        self.actor = self._net(actor_shape(self.layout, **sizes))
        self.critic = self._net(critic_shape(self.actor.shape, oracle, planes, **sizes))
        self.actor_opt = self._optimiser(self.actor, s.lr)
        self.critic_opt = self._optimiser(self.critic, s.critic_lr)
        self.scale = 10.0
        self.samples = 0
        self.labels = 0
        self.spent = 0.0  # seconds of self-play
        self.lr_factor = 1.0
        self.past = []
        self.log = None

    def _net(self, shape):
        return Net(shape).to(self.device)

    def _optimiser(self, net, lr):
        fused = self.device.type == "cuda"
        return torch.optim.AdamW(
            net.parameters(), lr, betas=(0.9, 0.98), weight_decay=1e-4, fused=fused
        )

    def path(self, ending):
        return os.path.join(self.set.out, f"{self.set.rules}-{self.set.seed}{ending}")

    def open_log(self, spent=0.0):
        self.log = Log(self.path(".jsonl"), spent, rules=self.set.rules, seed=self.set.seed)

    def amp(self):
        return torch.autocast(self.device.type, torch.bfloat16, self.device.type == "cuda")

    def rows(self, data):
        """Bytes as the nets take them."""
        return data.to(torch.bfloat16 if self.device.type == "cuda" else torch.float32)

    def sizes(self):
        return {"actor": parameters(self.actor), "critic": parameters(self.critic)}

    def remember(self, most=8):
        """Keeps a copy of the actor as an opponent. The first, the clone, stays for ever."""
        self.past.append({k: v.detach().half().clone() for k, v in self.actor.state_dict().items()})
        if len(self.past) > most:
            del self.past[1]

    def save(self, clock):
        """`.pt`: everything, to go on from here; `.half.pt`: the nets alone, a quarter as long."""
        half = lambda net: {k: v.detach().half().cpu() for k, v in net.state_dict().items()}
        common = {
            "rules": self.set.rules,
            "seed": self.set.seed,
            "features": self.layout["version"],
            "scale": self.scale,
            "samples": self.samples,
            "labels": self.labels,
            "spent": self.spent,
            "clock": clock,
        }
        torch.save(
            {**common, "actor": half(self.actor), "critic": half(self.critic)},
            self.path(".half.pt"),
        )
        full = {
            **common,
            "actor": self.actor.state_dict(),
            "critic": self.critic.state_dict(),
            "actor_opt": self.actor_opt.state_dict(),
            "critic_opt": self.critic_opt.state_dict(),
            "past": self.past,
            "lr_factor": self.lr_factor,
        }
        torch.save(full, self.path(".pt.new"))
        os.replace(self.path(".pt.new"), self.path(".pt"))

    def load(self, path):
        """Goes on from a file of `save`, of either kind. Returns the seconds on its clock."""
        kept = torch.load(path, map_location=self.device, weights_only=True)
        for name in ("rules", "features"):
            own = {"rules": self.set.rules, "features": self.layout["version"]}[name]
            if kept[name] != own:
                raise SystemExit(f"{path} has {name} {kept[name]}, this run {own}")
        self.actor.load_state_dict(kept["actor"])
        self.critic.load_state_dict(kept["critic"])
        for name in ("scale", "samples", "labels", "spent"):
            setattr(self, name, kept[name])
        if "actor_opt" in kept:
            self.actor_opt.load_state_dict(kept["actor_opt"])
            self.critic_opt.load_state_dict(kept["critic_opt"])
            self.past, self.lr_factor = kept["past"], kept["lr_factor"]
        else:
            self.remember()
        return kept["clock"]
