#!/usr/bin/env python3
"""Time hgrd against clang and against plain Z3.

usage: run.py HGRD [--z3-timeout=SECONDS] [--no-z3] [--repeat=N] [FILE...]

For each program (default: tests/cases/paper/*.cu): launches and verdicts, the time clang takes for
both sides, hgrd's time beyond that, its solver's part of it, peak memory, and the solver's
time when Z3 is given the raw nonlinear queries instead (--plain-z3). Then totals, and median and
95th percentile of the time per kernel launch.
Of several runs of hgrd (--repeat, default 3) the fastest counts, so that other load matters less.
"""
import argparse
import json
import pathlib
import sys

import measure

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERDICTS = ("race", "race-free", "undecided", "vacuous")


def flags_of(path):
    """Options that a test case asks for, before and after --."""
    for line in path.read_text(errors="replace").splitlines():
        if line.startswith("// flags:"):
            before, _, after = line[len("// flags:"):].partition(" -- ")
            return before.split(), after.split()
    return [], []


def check(hgrd, path, *options):
    before, after = flags_of(path)
    command = [hgrd, "--no-cache", "--format=json", "--stats", *options, *before, str(path)]
    run = measure.Run(command + (["--", *after] if after else []))
    if run.code not in (0, 1, 3):
        sys.exit(f"{path}: {run.err}")
    launches = [launch for kernel in json.loads(run.out)["kernels"] for launch in kernel["launches"]]
    return run, measure.stats(run.err), launches


def fastest(args, path):
    """The run with the least time of hgrd's own."""
    runs = [check(args.hgrd, path) for _ in range(args.repeat)]
    return min(runs, key=lambda run: measure.beyond_clang(run[1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("hgrd")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--z3-timeout", default="10", help="seconds per kernel for plain Z3")
    parser.add_argument("--repeat", default=3, type=int, help="runs of hgrd, the fastest counts")
    parser.add_argument("--no-z3", action="store_true", help="leave plain Z3 out")
    args = parser.parse_args()
    files = args.files or sorted((ROOT / "tests/cases/paper").glob("*.cu"))
    total = {"clang": 0.0, "own": 0.0, "solver": 0.0, "plain": 0.0, "queries": 0}
    counts, plain_counts, seconds, memory = dict.fromkeys(VERDICTS, 0), dict.fromkeys(VERDICTS, 0), [], 0
    print(f"{'program':24}{'launches':>9}{'r/f/u/v':>10}{'queries':>8}{'clang':>8}{'hgrd':>8}"
          f"{'solver':>8}{'MiB':>6}{'plain Z3':>10}{'r/f/u/v':>10}{'ratio':>8}")
    for path in files:
        run, found, launches = fastest(args, path)
        verdicts = [sum(launch["verdict"] == verdict for launch in launches) for verdict in VERDICTS]
        own, solver = measure.beyond_clang(found), found.get("solver", 0.0)
        line = (f"{path.stem[:23]:24}{len(launches):9}{'/'.join(map(str, verdicts)):>10}"
                f"{found.get('solver queries', 0):8}{found.get('clang', 0.0):8.3f}{own:8.3f}{solver:8.3f}"
                f"{run.memory / 1024:6.0f}")
        if not args.no_z3:
            _, plain, answers = check(args.hgrd, path, "--plain-z3", f"--timeout={args.z3_timeout}")
            others = [sum(launch["verdict"] == verdict for launch in answers) for verdict in VERDICTS]
            spent = plain.get("solver", 0.0)
            line += f"{spent:10.3f}{'/'.join(map(str, others)):>10}{spent / max(solver, 1e-3):8.1f}"
            total["plain"] += spent
            for verdict, n in zip(VERDICTS, others):
                plain_counts[verdict] += n
        print(line, flush=True)
        for verdict, n in zip(VERDICTS, verdicts):
            counts[verdict] += n
        for name, value in (("clang", found.get("clang", 0.0)), ("own", own), ("solver", solver),
                            ("queries", found.get("solver queries", 0))):
            total[name] += value
        seconds += [launch["seconds"] for launch in launches]
        memory = max(memory, run.memory)
    print(f"\n{len(files)} programs, {len(seconds)} launches: "
          + ", ".join(f"{n} {verdict}" for verdict, n in counts.items()))
    print(f"clang {total['clang']:.3f} s, hgrd beyond clang {total['own']:.3f} s "
          f"(solver {total['solver']:.3f} s, {total['queries']} queries), peak {memory / 1024:.0f} MiB")
    print(f"per kernel launch: median {1000 * measure.percentile(seconds, 50):.1f} ms, "
          f"95th percentile {1000 * measure.percentile(seconds, 95):.1f} ms, "
          f"most {1000 * max(seconds, default=0):.1f} ms")
    if not args.no_z3:
        print(f"plain Z3 ({args.z3_timeout} s a kernel): {total['plain']:.3f} s, "
              f"{total['plain'] / max(total['solver'], 1e-3):.1f} times the solver's time; "
              + ", ".join(f"{n} {verdict}" for verdict, n in plain_counts.items()))


if __name__ == "__main__":
    main()
