#!/usr/bin/env python3
"""Measure how the analysis grows with a kernel's accesses and loops.

usage: scaling.py HGRD [--limit=SECONDS]

Kernels are generated: N accesses to rows of one array, N accesses to N / 10 arrays in shared
memory with a barrier after every ten, and loop nests of depth D, each with a symbolic and with a
concrete grid. Prints verdict, clang's time, hgrd's own time beyond it, per access, and memory.
"""
import argparse
import json
import pathlib
import tempfile

import measure

SIZES = (10, 100, 1000, 5000)
DEPTHS = (1, 2, 3, 4, 5, 6)


def launch(concrete, arguments):
    return f"<<<64, 256>>>({arguments})" if concrete else f"<<<(n + 255) / 256, 256>>>({arguments})"


def rows(size, concrete):
    body = "\n".join(f"\ta[{k} * n + i] += {k};" for k in range(size // 2))
    return (f"__global__ void kernel(float *a, int n)\n{{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n"
            f"\tif (i >= n)\n\t\treturn;\n{body}\n}}\n"
            f"void run(float *a, int n) {{ kernel{launch(concrete, 'a, n')}; }}\n")


def tiles(size, concrete):
    lines = []
    for k in range(size // 2):
        lines.append(f"\ts[{k % 7}][t] = s[{(k + 1) % 7}][{'t' if k % 10 else '255 - t'}] + {k};")
        if k % 10 in (0, 9):
            lines.append("\t__syncthreads();")
    body = "\n".join(lines)
    return (f"__global__ void kernel(float *a, int n)\n{{\n\t__shared__ float s[7][256];\n\tint t = threadIdx.x;\n"
            f"\t__syncthreads();\n{body}\n\t__syncthreads();\n\ta[blockIdx.x * 256 + t] = s[0][t];\n}}\n"
            f"void run(float *a, int n) {{ kernel{launch(concrete, 'a, n')}; }}\n")


def nest(depth, concrete):
    loops = "".join(f"{chr(9) * (d + 1)}for (int k{d} = 0; k{d} < n{d}; k{d}++)\n" for d in range(depth))
    index = "i"
    for d in range(depth):
        index = f"({index}) * n{d} + k{d}"
    sizes = ", ".join(f"int n{d}" for d in range(depth))
    values = ", ".join(f"n{d}" for d in range(depth))
    return (f"__global__ void kernel(float *a, int n, {sizes})\n{{\n"
            f"\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i >= n)\n\t\treturn;\n"
            f"{loops}{chr(9) * (depth + 1)}a[{index}] = 1;\n}}\n"
            f"void run(float *a, int n, {sizes}) {{ kernel{launch(concrete, 'a, n, ' + values)}; }}\n")


def measured(args, folder, title, source, accesses):
    path = pathlib.Path(folder) / "generated.cu"
    path.write_text(source, encoding="utf-8")
    run = measure.Run([args.hgrd, "--no-cache", "--format=json", "--stats", str(path)], args.limit)
    if run.late:
        print(f"{title:34}{'no result':>12}", flush=True)
        return
    found = measure.stats(run.err)
    report = json.loads(run.out)
    verdicts = {launch["verdict"] for kernel in report["kernels"] for launch in kernel["launches"]}
    own = measure.beyond_clang(found)
    print(f"{title:34}{'/'.join(sorted(verdicts)):>12}{found.get('clang', 0.0):9.3f}{own:9.3f}"
          f"{1e6 * own / accesses:12.0f}{run.memory / 1024:7.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("hgrd")
    parser.add_argument("--limit", default=300.0, type=float, help="seconds for one kernel")
    args = parser.parse_args()
    print(f"{'kernel':34}{'verdict':>12}{'clang':>9}{'hgrd':>9}{'us/access':>12}{'MiB':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for make, what in ((rows, "rows"), (tiles, "tiles")):
            for concrete in (False, True):
                for size in SIZES:
                    title = f"{what}, {size} accesses, {'concrete' if concrete else 'symbolic'} grid"
                    measured(args, folder, title, make(size, concrete), size)
        for concrete in (False, True):
            for depth in DEPTHS:
                title = f"nest of {depth}, {'concrete' if concrete else 'symbolic'} grid"
                measured(args, folder, title, nest(depth, concrete), 1)


if __name__ == "__main__":
    main()
