#!/usr/bin/env python3
"""Programs made of parts whose verdict follows from the parts: hgrd's verdicts against it.

usage: run.py HGRD [--sample N] [-j JOBS] [NAME-PREFIX...]

Every program is a pattern in one spelling, as it is or with one part missing, weaker or in another
place. With --sample only so many are checked, spread over all. KNOWN lists those of which another
verdict is expected until that is mended; that they are right then is an error too.
"""
import argparse
import concurrent.futures
import json
import pathlib
import sys
import tempfile

import barriers
import facts
import signals

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import forks  # noqa: E402

KNOWN = {**barriers.KNOWN, **facts.KNOWN}


def verdict(hgrd, source):
    """The worst verdict of the program's launches, or what went wrong."""
    with tempfile.TemporaryDirectory(prefix="hgrd-matrix-") as folder:
        path = pathlib.Path(folder) / "k.cu"
        path.write_text(source, encoding="utf-8")
        done = forks.run([hgrd, "--no-cache", "--format=json", str(path)], None)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        return f"no report: {done.stderr[-300:]}"
    if report["errors"]:
        return f"error: {report['errors']} {done.stderr[-300:]}"
    found = {launch["verdict"] for kernel in report["kernels"] for launch in kernel["launches"]}
    return next((v for v in ("race", "undecided", "vacuous", "race-free") if v in found), "no launch")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("hgrd")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sample", type=int)
    parser.add_argument("-j", type=int, default=2)
    args = parser.parse_intermixed_args()
    programs = [p for module in (signals, barriers, facts) for p in module.programs()
                if not args.names or p[0].startswith(tuple(args.names))]
    if args.sample and args.sample < len(programs):
        programs = [programs[i * len(programs) // args.sample] for i in range(args.sample)]
    forks.start(args.hgrd, args.hgrd)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        for (name, _, label), got in zip(programs, pool.map(lambda p: verdict(args.hgrd, p[1]), programs)):
            wanted = KNOWN.get(name, label)
            if got != wanted:
                failed += 1
                print(f"{name}: {got} instead of {wanted}" + (", which is mended" if got == label else ""), flush=True)
    print(f"{len(programs) - failed} passed, {failed} failed")
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
