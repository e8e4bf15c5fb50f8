#!/usr/bin/env python3
"""Random tiny kernels: hgrd's verdicts against brute force over all threads.

usage: fuzz.py HGRD ORACLE [--seed S] [-n N] [-j JOBS] [--phases | --numbers | --sizes] [--keep DIR] [--show]

Program number S is made from the seed S alone. It fails when
  miss         race_oracle finds a race at a launch that the host code allows, and hgrd does not report
               that pair of lines, though it calls nothing about the launch undecided
  false alarm  hgrd reports a race, and at its witness race_oracle sees none (races that rest on what
               memory holds are left out)
  error        one of the two does not run to its end
A failing program is reduced by deleting statements, and printed with its seed.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

from arithmetic import Numbers
from kernels import CONTENTS, SIZE, Block, Program
from phases import Phases
from sizes import Sizes

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import forks  # noqa: E402

TYPES = ("race-free", "race", "undecided", "vacuous")
Outcome = collections.namedtuple("Outcome", "kind text verdict")


class Failure(Exception):
    pass


def linear(at, dims):
    return at[0] + dims[0] * (at[1] + dims[1] * at[2])


def key_of(kind, accesses):
    return kind, tuple(sorted(accesses))


def witness_word(race):
    """Words that let the oracle run the witness of a race, None when it is too large to run."""
    w = race["witness"]
    threads = w["blockDim"][0] * w["blockDim"][1] * w["blockDim"][2]
    blocks = w["gridDim"][0] * w["gridDim"][1] * w["gridDim"][2]
    if threads * blocks > 2048:
        return None
    sides = [f"{a['line']}:{a['type']}:{linear(t['block'], w['gridDim'])}:{linear(t['thread'], w['blockDim'])}"
             for a, t in zip(race["accesses"], w["threads"])]
    params = " ".join(f"{name}={value}" for name, value in w["params"].items())
    dims = [",".join(map(str, w[name])) for name in ("gridDim", "blockDim")]
    return f"grid={dims[0]} block={dims[1]} {params} size={SIZE * 4} pair={'/'.join(sides)}"


class Fuzzer:
    def __init__(self, hgrd, oracle):
        self.hgrd, self.oracle = hgrd, oracle

    def call(self, command, good):
        done = forks.run(command, 120)
        if done.returncode not in good:
            raise Failure(f"{pathlib.Path(command[0]).name} ends with {done.returncode}\n{done.stderr}")
        return done.stdout

    def report(self, path):
        out = self.call([self.hgrd, "--no-cache", "--format=json", "--timeout=5", str(path)], (0, 1, 3))
        launches = [launch for k in json.loads(out)["kernels"] for launch in k["launches"]]
        if len(launches) != 1:
            raise Failure(f"{len(launches)} launches instead of one")
        return launches[0]

    def check(self, program, source, folder):
        path = pathlib.Path(folder) / "k.cu"
        path.write_text(source)
        try:
            launch = self.report(path)
            if isinstance(program, Sizes):
                return Outcome(*program.judge(launch, source), launch["verdict"])
            races = launch.get("races") or []
            words = [(race, f"{word} contents={seed}") for race in races if (word := witness_word(race))
                     and "data-dependent" not in race["cause"] for seed in CONTENTS]
            launches = [w if "n=" in w else w + f" n={program.n[0]}" for w in program.launches()]
            asked = [w if " n=" in w else w + f" n={program.n[0]}" for _, w in words]
            runs = self.runs(program, path, [*launches, *asked])
        except (Failure, subprocess.TimeoutExpired, json.JSONDecodeError) as error:
            return Outcome("error", str(error), "undecided")
        return self.misses(launch, zip(launches, runs)) or \
            self.false_alarms(words, runs[len(launches):]) or Outcome(None, "", launch["verdict"])

    def runs(self, program, path, words):
        if isinstance(program, Numbers):
            return [program.run(path.read_text(), word) for word in words]
        return [json.loads(line) for line in self.call([self.oracle, str(path), "k", *words], (0,)).splitlines()]

    def misses(self, launch, runs):
        known = {key_of(race["kind"], [(a["line"], a["type"]) for a in race["accesses"]])
                 for race in launch.get("races") or []}
        assumed = (launch.get("proof") or {}).get("assumptions") or []
        if launch["verdict"] == "undecided" or launch.get("undecided"):
            return None
        for words, run in runs:
            flags = set(run["flags"])
            if flags & {"undefined", "limit", "divergence", "outside"}:
                continue
            if "wrap" in flags and (known or "no-wrap" in assumed):
                continue
            for race in run["races"]:
                key = key_of(race["kind"], [(line, kind) for line, kind, _, _ in race["accesses"]])
                if key not in known:
                    what = "miss (pair)" if known else "miss"
                    return Outcome(what, f"hgrd: {launch['verdict']}, assuming {assumed}; at {words}:\n"
                                   f"{json.dumps(race)}", launch["verdict"])
        return None

    def false_alarms(self, words, runs):
        seen = collections.defaultdict(list)
        for (race, _), run in zip(words, runs):
            seen[id(race)].append(run["pair"] or bool({"undefined", "limit", "divergence"} & set(run["flags"])))
        for race, word in words:
            if not any(seen[id(race)]):
                lines = [(a["line"], a["type"]) for a in race["accesses"]]
                return Outcome("false alarm", f"{race['severity']}: {race['kind']} {lines} {race['cause']}\n"
                               f"{word}", "race")
        return None


def smaller(body):
    """All bodies with one statement less, or one block replaced by its content."""
    for i, s in enumerate(body):
        rest = body[:i], body[i + 1:]
        yield rest[0] + rest[1]
        if not isinstance(s, Block):
            continue
        for part in (s.body, s.other):
            if part and not s.head.startswith("for"):
                yield rest[0] + part + rest[1]
        if s.other:
            yield rest[0] + [Block(s.head, s.body)] + rest[1]
        for inner in smaller(s.body):
            yield rest[0] + [Block(s.head, inner, s.other)] + rest[1]
        for inner in smaller(s.other or []):
            yield rest[0] + [Block(s.head, s.body, inner)] + rest[1]


def reduce(fuzzer, program, outcome, folder, tries=300):
    body, found = program.body, True
    while found:
        found = False
        for candidate in smaller(body):
            tries -= 1
            if tries < 0:
                return body, outcome
            got = fuzzer.check(program, program.source(candidate), folder)
            if got.kind == outcome.kind and (got.kind != "error" or got.text.split("\n")[0] ==
                                             outcome.text.split("\n")[0]):
                body, outcome, found = candidate, got, True
                break
    return body, outcome


def run(fuzzer, made, seed, keep):
    program = made(seed)
    with tempfile.TemporaryDirectory(prefix="hgrd-fuzz-") as folder:
        outcome = fuzzer.check(program, program.source(program.body), folder)
        if not outcome.kind:
            return seed, outcome, None
        body, outcome = reduce(fuzzer, program, outcome, folder)
    source = program.source(body)
    if keep:
        pathlib.Path(keep, f"seed{seed}.cu").write_text(source)
    return seed, outcome, source


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("hgrd")
    parser.add_argument("oracle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=60, help="number of programs")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--phases", action="store_true", help="kernels whose warps meet at numbered barriers")
    parser.add_argument("--numbers", action="store_true", help="kernels whose places are made by arithmetic")
    parser.add_argument("--sizes", action="store_true", help="kernels whose places depend on sizes that the user gives")
    parser.add_argument("--keep", help="folder for the reduced programs")
    parser.add_argument("--show", action="store_true", help="print the program of the seed, and no more")
    args = parser.parse_args()
    made = Sizes if args.sizes else Numbers if args.numbers else Phases if args.phases else Program
    if args.show:
        program = made(args.seed)
        print(program.source(program.body))
        return 0
    forks.start(args.hgrd, args.hgrd, args.oracle)
    fuzzer, failed, verdicts = Fuzzer(args.hgrd, args.oracle), 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        for seed, outcome, source in pool.map(lambda s: run(fuzzer, made, s, args.keep),
                                              range(args.seed, args.seed + args.n)):
            verdicts[outcome.verdict] += 1
            if outcome.kind:
                failed += 1
                print(f"seed {seed}: {outcome.kind}\n{outcome.text}\n{source}", flush=True)
    print(", ".join(f"{verdicts[v]} {v}" for v in TYPES))
    print(f"{args.n - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
