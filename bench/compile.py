#!/usr/bin/env python3
"""Time whole runs of hgrd against compiling the same file once with clang -O0 -c.

usage: compile.py HGRD [--cuda-path=DIR] [--include=DIR]... [--repeat=N] [--sample=N] [FILE|DIR...]

For each .cu file (default: tests/cases), one after the other in the same round, so that other load
meets both alike: hgrd, clang -O0 -c of the host side, clang -O0 of the device side to assembly (its
object needs NVIDIA's assembler). Of --repeat rounds (default 5) the fastest of each counts. clang gets the
headers that hgrd uses: the built-in ones, or those of the toolkit given. Files that clang rejects are
left out and counted. Prints median, 95th percentile and the most of two ratios:

    both sides   hgrd / (host + device), what "clang -O0 -c" does for a CUDA file
    host only    hgrd / host
"""
import argparse
import pathlib
import random
import shutil
import statistics

import measure
from run import flags_of

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = ROOT / "frontend/include"


def clang_command(args, path, flags):
    toolkit = [f"--cuda-path={args.cuda_path}", "-include", str(HEADERS / "hgrd/toolkit.h"),
               "-idirafter", str(HEADERS)]
    if args.cuda_path and (pathlib.Path(args.cuda_path) / "include/cccl").exists():
        toolkit += ["-isystem", f"{args.cuda_path}/include/cccl"]
    builtin = ["-nocudainc", "-isystem", str(HEADERS), "-include", "hgrd/prelude.h"]
    return [args.clang, "-x", "cuda", "--cuda-gpu-arch=sm_80", "-nocudalib", "-w", "-O0",
            "-Wno-unknown-cuda-version", "-Xclang", "-target-sdk-version=12.9",
            "--cuda-feature=+ptx88", "-Wno-narrowing", "-Wno-register",
            *(toolkit if args.cuda_path else builtin), *flags, str(path), "-o", "/dev/null"]


def once(args, path):
    """Seconds of hgrd, clang's host side and device side; None: clang or hgrd cannot take it."""
    before, after = flags_of(path)
    after += [f"-I{folder}" for folder in [path.parent, *args.include]]
    hgrd = [args.hgrd, "--no-cache", *before, str(path)]
    if args.cuda_path:
        hgrd.insert(1, f"--cuda-path={args.cuda_path}")
    clang = clang_command(args, path, [flag for flag in after if not flag.startswith("-arch")])
    runs = [measure.Run([*hgrd, "--", *after], args.limit),
            measure.Run([*clang, "--cuda-host-only", "-c"], args.limit),
            measure.Run([*clang, "--cuda-device-only", "-S"], args.limit)]
    if runs[0].code not in (0, 1, 3) or runs[1].code or runs[2].code:
        return None
    return [run.seconds for run in runs]


def fastest(args, path):
    rounds = []
    for _ in range(args.repeat):
        times = once(args, path)
        if times is None:
            return None
        rounds.append(times)
    return [min(column) for column in zip(*rounds)]


def files_of(args):
    files = []
    for path in args.paths or [ROOT / "tests/cases"]:
        files += sorted(path.rglob("*.cu")) if path.is_dir() else [path]
    if args.sample and args.sample < len(files):
        files = sorted(random.Random(0).sample(files, args.sample))
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("hgrd")
    parser.add_argument("paths", nargs="*", type=pathlib.Path)
    parser.add_argument("--cuda-path", help="use this toolkit's headers on both sides")
    parser.add_argument("--include", action="append", default=[], type=pathlib.Path)
    parser.add_argument("--repeat", default=5, type=int)
    parser.add_argument("--sample", type=int, help="only so many files, always the same")
    parser.add_argument("--limit", default=120.0, type=float, help="seconds for one run")
    parser.add_argument("--verbose", action="store_true", help="print every file")
    parser.add_argument("--clang", default=shutil.which("clang-22") or "clang")
    args = parser.parse_intermixed_args()
    rows, rejected = [], 0
    for path in files_of(args):
        times = fastest(args, path)
        if times is None:
            rejected += 1
            continue
        hgrd, host, device = times
        rows.append((hgrd / (host + device), hgrd / host, hgrd, host, device))
        if args.verbose:
            print(f"{'/'.join(path.parts[-2:])[-43:]:44}" + "".join(f"{x:8.3f}" for x in rows[-1]), flush=True)
    columns = list(zip(*rows))
    if not rows:
        raise SystemExit("no file was compiled by both")
    print(f"{len(rows)} files, {rejected} more rejected by clang or hgrd; seconds, median: hgrd "
          f"{statistics.median(columns[2]):.3f}, clang -O0 host {statistics.median(columns[3]):.3f}, "
          f"device {statistics.median(columns[4]):.3f}")
    for name, values in (("both sides", columns[0]), ("host only", columns[1])):
        print(f"hgrd / clang -O0, {name}: median {statistics.median(values):.2f}, "
              f"95th percentile {measure.percentile(values, 95):.2f}, most {max(values):.2f}, "
              f"below 1: {100 * sum(value < 1 for value in values) // len(values)} %")


if __name__ == "__main__":
    main()
