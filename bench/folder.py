#!/usr/bin/env python3
"""Check every program of some folders and rank what stays undecided.

usage: folder.py HGRD [--include=DIR]... [--limit=SECONDS] [--timeout=SECONDS] DIR...

Each *.cu is checked by itself, with -I of its own folder and of every --include. Prints per program
and in total: launches, race / race-free / undecided / vacuous, clang's and hgrd's own time, peak
memory, errors; then the reasons of undecided, most frequent first.
"""
import argparse
import collections
import json
import pathlib
import re

import measure

VERDICTS = ("race", "race-free", "undecided", "vacuous")


def check(args, path):
    includes = [f"-I{folder}" for folder in [path.parent, *args.include]]
    command = [args.hgrd, "--no-cache", "--format=json", "--stats", f"--timeout={args.timeout:g}", str(path), "--", *includes]
    run = measure.Run(command, args.limit)
    try:
        report = json.loads(run.out)
    except json.JSONDecodeError:
        report = {"kernels": [], "errors": []}
    errors = [error["message"].splitlines()[0] for error in report["errors"]]
    if run.late:
        errors = [f"no result in {args.limit:g} s"]
    elif run.code not in (0, 1, 3) and not errors:
        errors = [f"exit code {run.code}"]
    if errors:
        diagnostic = re.search(r"(?:fatal )?error: .*", run.err)
        errors[0] += f" ({diagnostic[0]})" if diagnostic and diagnostic[0] not in errors[0] else ""
    return run, measure.stats(run.err), report, errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("hgrd")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--include", action="append", default=[], type=pathlib.Path)
    parser.add_argument("--timeout", default=10.0, type=float, help="hgrd's own limit for a kernel")
    parser.add_argument("--limit", default=120.0, type=float, help="seconds for one file")
    args = parser.parse_args()
    counts, reasons, failures = collections.Counter(), collections.Counter(), collections.Counter()
    clang = own = 0.0
    memory, seconds, files, system = 0, [], 0, 0
    print(f"{'program':44}{'launches':>9}{'r/f/u/v':>12}{'clang':>8}{'hgrd':>8}{'MiB':>6}")
    for path in sorted(path for folder in args.folders for path in folder.rglob("*.cu")):
        files += 1
        run, found, report, errors = check(args, path)
        launches = [launch for kernel in report["kernels"] for launch in kernel["launches"]]
        verdicts = [sum(launch["verdict"] == verdict for launch in launches) for verdict in VERDICTS]
        mine = measure.beyond_clang(found)
        print(f"{'/'.join(path.parts[-2:])[-43:]:44}{len(launches):9}{'/'.join(map(str, verdicts)):>12}"
              f"{found.get('clang', 0.0):8.3f}{mine:8.3f}{run.memory / 1024:6.0f}"
              + "".join(f"  {error}" for error in errors[:1]), flush=True)
        counts.update(dict(zip(VERDICTS, verdicts)))
        reasons.update(entry["reason"] for launch in launches if launch["verdict"] == "undecided"
                       for entry in launch["undecided"])
        failures.update(errors[:1])
        system += sum(int(finding["message"].split()[0]) for finding in report.get("findings", [])
                      if finding["rule"] == "not-checked")
        seconds += [launch["seconds"] for launch in launches]
        clang, own, memory = clang + found.get("clang", 0.0), own + mine, max(memory, run.memory)
    print(f"\n{files} programs, {len(seconds)} launches: "
          + ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
          + f"; {failures.total()} programs with errors; "
          f"{system} launches of kernels in system headers not checked")
    print(f"clang {clang:.3f} s, hgrd beyond clang {own:.3f} s, peak {memory / 1024:.0f} MiB; "
          f"per launch median {1000 * measure.percentile(seconds, 50):.1f} ms, "
          f"95th percentile {1000 * measure.percentile(seconds, 95):.1f} ms")
    for title, table in (("undecided because", reasons), ("errors", failures)):
        if table:
            print(f"\n{title}:")
        for text, n in table.most_common():
            print(f"{n:6}  {text}")


if __name__ == "__main__":
    main()
