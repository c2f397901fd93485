"""Trains a learned player: cloning, self-play, evaluation, export. `train/README.md` says how."""

import argparse
import dataclasses
import os
import shutil
import subprocess
import sys
import tarfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)


def arguments(argv):
    from trainer import Settings

    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--rules", required=True, help="a rule set; or several: wuxi,jingji:8 (8 threads)")
    add("--seconds", type=float, default=280, help="how long this run may take, evaluation included")
    add("--budget", type=float, help="seconds of self-play of all runs together, for the rates")
    add("--clone", type=float, default=45, help="seconds of cloning at the start of a new run")
    add("--curve-every", type=float, default=90, help="seconds of self-play between evaluations")
    add("--final-walls", type=int, default=0, help="walls of the final evaluation")
    add("--reserve", type=float, default=25, help="seconds kept for export and evaluation")
    add("--collect", default="", help="at the end, copy what is worth keeping into this folder")
    add("--load", default="", help="begin with this file, or with RULES-SEED.half.pt of this folder")
    for field in dataclasses.fields(Settings):
        if field.name == "rules":
            continue
        flag = "--" + field.name.replace("_", "-")
        if field.type is bool or field.type == "bool":
            add(flag, action=argparse.BooleanOptionalAction, default=field.default)
        else:
            add(flag, type=type(field.default), default=field.default)
    return parser.parse_args(argv)


def settings(args, rules):
    from trainer import Settings

    names = [field.name for field in dataclasses.fields(Settings)]
    return Settings(**{n: getattr(args, n) for n in names if n != "rules"}, rules=rules)


def train(args, started):
    """One rule set, in this process."""
    from cloning import Cloning
    from evaluation import CURVE_SEED, FINAL_SEED, evaluate
    from export import export
    from ppo import SelfPlay
    from trainer import Trainer

    t = Trainer(settings(args, args.rules))
    kept = t.path(".pt")
    if args.load and not os.path.exists(kept):
        kept = args.load
        if os.path.isdir(kept):
            kept = os.path.join(kept, os.path.basename(t.path(".half.pt")))
    clock = t.load(kept) if args.load or os.path.exists(kept) else 0.0
    t.open_log(clock)
    t.log(phase="start", device=t.device.type, inputs=t.actor.shape.inputs, samples=t.samples,
          features=t.layout["version"], settings=dataclasses.asdict(t.set), **t.sizes())  # fmt: skip

    def judge(opponent, walls, seed, name, random_options=False):
        if walls:
            found = evaluate(t.actor, t.set.rules, opponent, walls, seed, t.set.threads,
                             random_options, t.set.graph)  # fmt: skip
            t.log(phase=name, against=opponent, samples=t.samples, spent=t.spent,
                  random_options=random_options, **found)  # fmt: skip

    def curve():
        judge("expert", t.set.curve_walls, CURVE_SEED, "curve")
        t.save(time.time() - t.log.start)

    if not t.labels and args.clone > 0:
        Cloning(t, args.clone).run()
        curve()
    deadline = started + args.seconds - args.reserve
    budget = args.budget or max(1.0, deadline - time.time())
    if time.time() < deadline:
        SelfPlay(t, budget).run(deadline, curve, args.curve_every)
    t.save(time.time() - t.log.start)
    t.log(phase="trained", samples=t.samples, labels=t.labels, spent=t.spent)
    export(t, t.path(".bin"))
    judge("expert", args.final_walls, FINAL_SEED, "final")
    judge("greedy", args.final_walls, FINAL_SEED, "final")
    judge("expert", args.final_walls // 2, FINAL_SEED, "final", random_options=True)
    t.log(phase="end")


def train_several(args, rules, started):
    """Several rule sets at once, a process each, on one device."""
    children = []
    for one in rules:
        name, _, threads = one.partition(":")
        own = [a for a in replaced(sys.argv[1:], {"--rules": name, "--collect": None})]
        if threads:
            own += ["--threads", threads]
        own = replaced(own, {"--seconds": str(args.seconds - (time.time() - started))})
        children.append((name, subprocess.Popen([sys.executable, os.path.join(HERE, "run.py"), *own])))
    failed = []
    for name, child in children:
        try:
            code = child.wait(max(1.0, args.seconds + 5 - (time.time() - started)))
        except subprocess.TimeoutExpired:
            child.kill()
            code = "out of time"
        if code:
            failed.append(f"{name}: {code}")
    return failed


def replaced(argv, changes):
    """The arguments with these flags changed, or left out."""
    out, skip = [], False
    for i, word in enumerate(argv):
        if skip:
            skip = False
            continue
        flag, equals, _ = word.partition("=")
        if flag in changes:
            skip = not equals
            continue
        out.append(word)
    for flag, value in changes.items():
        if value is not None:
            out += [flag, value]
    return out


def collect(args, rules):
    """Nets in half precision, a file each; weights and logs of all rule sets together."""
    os.makedirs(args.collect, exist_ok=True)
    with tarfile.open(os.path.join(args.collect, f"weights-{args.seed}.tar"), "w") as tar:
        for one in rules:
            stem = os.path.join(args.out, f"{one.partition(':')[0]}-{args.seed}")
            if os.path.exists(stem + ".half.pt"):
                shutil.copy(stem + ".half.pt", args.collect)
            for path in filter(os.path.exists, (stem + ".bin", stem + ".jsonl")):
                tar.add(path, os.path.basename(path))


def main():
    started = time.time()
    args = arguments(sys.argv[1:])
    os.makedirs(args.out, exist_ok=True)
    rules = args.rules.split(",")
    failed = []
    if len(rules) == 1 and ":" not in rules[0]:
        train(args, started)
    else:
        failed = train_several(args, rules, started)
    if args.collect:
        collect(args, rules)
    if failed:
        raise SystemExit("failed: " + "; ".join(failed))


if __name__ == "__main__":
    main()
