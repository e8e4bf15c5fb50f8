#!/usr/bin/env python3
"""Tests of the cache: what it keeps is what a fresh run says, and nothing that happens to it harms.

usage: run.py HGRD [NAME...]

Every check_NAME runs in a fresh folder with the files of FILES and a cache of its own. The precompiled
headers are those of all checks and of the runs without a cache: to make them anew would take most of the time.
"""
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import forks  # noqa: E402
from support import clang_of, program, run_tests, script, untimed, write  # noqa: E402

RACY = """#include <cuda_runtime.h>
#include "size.h"
__global__ void step(int *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
__global__ void fill(int *out, int n)
{
    if (threadIdx.x < n)
        out[threadIdx.x] = SIZE;
}
void run(int *p, int n)
{
    if (n > 4096)
        return;
    step<<<1, SIZE>>>(p, 100);
    fill<<<1, 128>>>(p, n);
}
"""
OTHER = RACY.replace("step", "stride").replace("100", "50")
# Addresses of the third degree: nothing that a millisecond decides.
HARD = """#include <cuda_runtime.h>
__global__ void hard(int *out, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[(i / m) * m + i % m] = i;
}
void run(int *p, int n, int m, int b)
{
    if (m <= 0 || b <= 0 || b > 1024)
        return;
    hard<<<(n + b - 1) / b, b>>>(p, n, m);
}
"""
FILES = {"racy.cu": RACY, "other.cu": OTHER, "hard.cu": HARD, "size.h": "#define SIZE 128\n",
         "broken.cu": "__global__ void k() { int x = ; }\n"}
# What does not compile is not tried with a toolkit's headers as well, which takes seconds each time.
ALONE = "--cuda-path=none"
HIT, MISS = "files unchanged, from the cache", "files not in the cache"
KERNEL_HIT, KERNEL_MISS = "kernels unchanged, from the cache", "kernels not in the cache"


def plain(text):
    """A report without times."""
    return re.sub(r'"seconds": *[0-9.e-]+', "", untimed(text))


def form(text):
    """And with no numbers in witnesses: two runs may find different ones when time is short."""
    return re.sub(r'(?ms)^note: witness: .*?$|"witness": \{.*?"offset": \d+',
                  lambda match: re.sub(r"\d+", "#", match[0]), plain(text))


class Run:
    """One run of hgrd with --stats: outputs without times, exit code, counters."""

    def __init__(self, folder, args, cache="cache", **more):
        where = ["--no-cache"] if cache is None else [f"--cache-dir={cache}"] if cache else []
        command = [HGRD, ALONE, "--stats", *where, *args]
        done = (subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120, **more)
                if more else forks.run(command, 120, folder))
        self.code = done.returncode
        self.exact, self.out = plain(done.stdout), form(done.stdout)
        table = r"(?m)^(\S.*?) {2,}(\d+(?:\.\d+ s)?)\n"
        self.stats = {name: float(value.split()[0]) for name, value in re.findall(table, done.stderr)}
        self.err = re.sub(r"(?m)^redone: .*\n", "", re.sub(table, "", done.stderr))
        self.redone = re.findall(r"(?m)^redone: (.*)$", done.stderr)

    def same(self, other):
        return (self.code, self.out, self.err) == (other.code, other.out, other.err)

    def count(self, name):
        return int(self.stats.get(name, 0))


class Folder:
    """A fresh folder; runs are compared with fresh ones, and what is wrong is collected."""

    def __init__(self, path):
        self.path = path
        self.problems = []
        write(self.path, FILES)
        self.warm("cache")

    def warm(self, cache):
        """Puts the precompiled headers into a cache."""
        (self.path / cache).mkdir(parents=True)
        (self.path / cache / "pch").symlink_to(WARM / "hgrd/pch")

    def renew(self):
        """An empty cache."""
        shutil.rmtree(self.path / "cache")
        self.warm("cache")

    def copy(self, old, new):
        shutil.rmtree(self.path / new, ignore_errors=True)
        shutil.copytree(self.path / old, self.path / new, symlinks=True)

    def write(self, name, text):
        write(self.path, {name: text})

    def run(self, *args, **more):
        return Run(self.path, args, **more)

    def expect(self, what, hits, *args, fresh=True, **more):
        """Runs; `hits` files come from the cache, and the report is that of a fresh run."""
        done = self.run(*args, **more)
        if done.count(HIT) != hits:
            self.problems.append(f"{what}: {done.count(HIT)} hits instead of {hits}")
        if fresh:
            other = self.run(*args, **{**more, "cache": None})
            if not done.same(other):
                self.problems.append(f"{what}: another report than without the cache:\n"
                                     f"{done.code}\n{done.out}{done.err}"
                                     f"--- instead of ---\n{other.code}\n{other.out}{other.err}")
        return done

    def right(self, what, reference, *args, **more):
        """Runs; the report is that of the reference run. True when it came from the cache."""
        done = self.run(*args, **more)
        if not done.same(reference):
            self.problems.append(f"{what}: another report:\n{done.code}\n{done.out}{done.err}")
        return done.count(HIT) > 0

    def db(self):
        found = sorted((self.path / "cache").glob("results-*.db"))
        return found[0] if found else self.path / "cache" / "none"


def check_hit(folder):
    """A second run gives the same report in every format, from the cache."""
    for args in ([], ["--format=json", "--explain"]):
        first, second = folder.run(*args, "racy.cu"), folder.expect("text", 1, *args, "racy.cu")
        if not args and (first.count(HIT) or first.exact != second.exact):
            folder.problems.append(f"not the same:\n{first.exact}{second.exact}")
    for args in (["--format=json"], ["--explain"], ["-v", "-q"], ["--in-process"], ["-j1"],
                 ["--color=always"], ["--exit-zero"], ["--allow-undecided"]):
        done = folder.expect(" ".join(args), 1, *args, "racy.cu", fresh="-v" not in args)
        if done.count("clang") or done.count("solver queries"):
            folder.problems.append(f"{args}: work was done")
    for args in (["-o", "a.json"], ["-o", "json=a.json"]):
        folder.run(*args, "racy.cu")
        if '"step"' not in (folder.path / "a.json").read_text():
            folder.problems.append("no report in the file")


def check_mixed(folder):
    """Files with and without a hit, in the order of the command line."""
    folder.expect("one", 0, "other.cu", fresh=False)
    for jobs in ("-j1", "-j2"):
        folder.expect("three", 1, jobs, "racy.cu", "other.cu", "broken.cu", "no.cu")
        folder.expect("three again", 3, jobs, "racy.cu", "other.cu", "broken.cu", "no.cu")
        folder.renew()
        folder.expect("one", 0, "other.cu", fresh=False)


def check_printed(folder):
    """What clang prints comes again."""
    for hits in (0, 1):
        done = folder.expect("-H", hits, "racy.cu", "--", "-H")
        if "size.h" not in done.err:
            folder.problems.append("clang's output is missing")


def check_source(folder):
    """A changed source or header is checked anew, whatever its time says; a touched one is not."""
    folder.expect("first", 0, "racy.cu", fresh=False)
    os.utime(folder.path / "racy.cu")
    os.utime(folder.path / "size.h")
    folder.expect("touched", 1, "racy.cu")
    folder.write("racy.cu", RACY.replace("% n", "+ n"))
    folder.expect("another source", 0, "racy.cu")
    before = (folder.path / "size.h").stat()
    folder.write("size.h", "#define SIZE 256\n")
    os.utime(folder.path / "size.h", ns=(before.st_atime_ns, before.st_mtime_ns))
    folder.expect("another header of the same size and time", 0, "racy.cu")
    folder.expect("again", 1, "racy.cu")
    (folder.path / "size.h").unlink()
    folder.expect("no header", 0, "racy.cu")
    folder.expect("nor is there one", 1, "racy.cu")


def check_moved(folder):
    """Another name of the file, another working folder: reports name them."""
    folder.expect("first", 0, "racy.cu", fresh=False)
    folder.expect("another name", 0, "./racy.cu")
    folder.write("deep/racy.cu", RACY)
    folder.write("deep/size.h", FILES["size.h"])
    done = Run(folder.path / "deep", ["racy.cu"], cache="../cache")
    if done.count(HIT):
        folder.problems.append("a file of another folder was taken")


def check_options(folder):
    """Options and flags that may change the verdict are part of the key."""
    folder.expect("first", 0, "racy.cu", fresh=False)
    for args in (["--arch=sm_60"], ["--kernel=fill"], ["--block-dim=32"], ["--grid-dim=2"],
                 ["--assume=n == 1"], ["--plain-z3"]):
        folder.expect(" ".join(args), 0, *args, "racy.cu")
        folder.expect(" ".join(args) + " again", 1, *args, "racy.cu", fresh=False)
    for flags in (["-DOTHER=1"], ["-DOTHER=2"], ["-I."], ["-std=c++20"]):
        folder.expect(" ".join(flags), 0, "racy.cu", "--", *flags, fresh=False)
    environment = {**os.environ, "CPATH": str(folder.path / "more")}
    folder.expect("CPATH", 0, "racy.cu", fresh=False, env=environment)
    folder.expect("nothing", 1, "racy.cu", fresh=False)


DEEP = '#define NAME "named.h"\n#include <cstdio>\n#include NAME\n#include <more.h>\nint deep = Y;\n'


def check_broken(folder):
    """What does not compile is kept until something that it reads changes, or a missing header appears."""
    folder.write("main.cu", '#include "deep.h"\n' + RACY)
    (folder.path / "a").mkdir()
    steps = [("named.h", "#error not yet\n"), ("named.h", ""), ("a/more.h", "#define Y z\n"),
             ("a/more.h", "#include <missing.h>\n"), ("a/more.h", "#define Y 1\n"), ("deep.h", "#error no\n")]
    for args in (["main.cu"], ["--whole-program", "main.cu", "other.cu"]):
        where = len(args) > 1
        flags = ["--", "-I.", "-Ia", "-Ddeep=deeper"]
        for name in ("named.h", "a/more.h"):
            (folder.path / name).unlink(missing_ok=True)
        folder.write("deep.h", DEEP)
        for number, (name, text) in enumerate([(None, None), *steps]):
            if name:
                folder.write(name, text)
            # while main.cu does not compile, other.cu is the whole program
            alone = where and 0 < number < 5
            done = folder.expect(f"{args} {name} {text}", int(alone), *args, *flags, fresh=not where)
            if where and not done.count(COMPILED):
                folder.problems.append(f"{args} {name} {text}: nothing was compiled")
            done = folder.expect(f"{args} {name} {text} again", 1 + where, *args, *flags, fresh=where)
            if done.count("clang"):
                folder.problems.append(f"{args} {name} {text}: clang was run again")


# A clang that does something else with other.cu, and notes that it was asked to. It names an error: an end without one
# makes the precompiled headers suspect, and to make them anew takes most of the time.
STAND_IN = """#!/bin/sh
case "$*" in
*" -M "*|*--version*) ;;
*other.cu*) echo >> asked; echo "error: none" >&2; . ./act;;
esac
exec {clang} "$@"
"""
# What it does, limits, whether the cache knows the end from the step before, and that end.
LOST = [("sleep 90", ["--unit-timeout=6"], False, r"gave up after 6 s"), (":", ["--unit-timeout=6"], True, r"after 6 s"),
        (":", ["--unit-timeout=3"], True, r"after 6 s"), ("kill -9 $$", ["--unit-timeout=90"], False, "signal 9"),
        ("kill -9 $PPID; sleep 90", [], False, "internal error: signal 9"),
        ("kill -SEGV $$", ["--memory-limit=5000"], False, "signal 11"), (":", ["--memory-limit=4500"], True, "signal 11"),
        ("echo 'LLVM ERROR: out of memory' >&2; exit 134", ["--memory-limit=6000"], False, "out of memory"),
        (":", ["--memory-limit=6000"], True, "out of memory"), ("echo; exit 1", ["--memory-limit=7000"], False, "not compile"),
        (":", ["--memory-limit=8000"], True, "not compile")]


def check_lost(folder):
    """A unit that meets a limit is kept for limits that are no larger; one that someone ends is not."""
    script(folder.path / "clang", STAND_IN.format(clang=clang_of(HGRD)))
    folder.write("act", ":")
    for whole in ([], ["--whole-program"]):
        folder.write("other.cu", OTHER)
        folder.run("--clang=./clang", "racy.cu", cache=str(whole))
        for act, args, known, end in LOST:
            folder.write("act", act)
            (folder.path / "asked").unlink(missing_ok=True)
            done = folder.run("--clang=./clang", *args, *whole, "racy.cu", "other.cu", cache=str(whole))
            asked = (folder.path / "asked").exists()
            if asked == known or done.code != 2 or "step" not in done.out or not re.search(end, done.err):
                folder.problems.append(f"{act} {args} {whole}: asked {asked}\n{done.code}\n{done.out}{done.err}")
        folder.write("other.cu", OTHER + "\n")
        done = folder.run("--clang=./clang", *whole, "racy.cu", "other.cu", cache=str(whole))
        if done.code != 1:
            folder.problems.append(f"{whole}: the end was kept for another source\n{done.code}\n{done.out}{done.err}")


SLOW = """#include <cuda_runtime.h>
__global__ void quick(int *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void slow(int *out, long long a, long long b, long long c)
{
    if (a > 0 && b > 0 && c > 0 && a * a * a + b * b * b == c * c * c)
        out[0] = threadIdx.x;
}
void run(int *p) { quick<<<1, 64>>>(p); }
void last(int *p, long long a, long long b, long long c)
{
    slow<<<16, 256>>>(p, a, b, c);
}
"""


def check_lost_kernels(folder):
    """What a unit had shown when its time was over is kept with the error."""
    folder.write("slow.cu", SLOW)
    for args in (["slow.cu"], ["--whole-program", "slow.cu", "other.cu"]):
        args = ["--timeout=100", "--unit-timeout=3", *args]
        first, second = folder.run(*args), folder.run(*args)
        if not first.same(second) or "gave up after 3 s" not in first.err or first.code != 2:
            folder.problems.append(f"not the same:\n{first.out}{first.err}---\n{second.out}{second.err}")
        if second.count("clang") or second.redone:
            folder.problems.append(f"{args}: work was done again")


def check_clang(folder):
    """Another clang is another unit."""
    for text, hits in (("", 0), ("", 1), ("# another\n", 0)):
        if not hits:
            script(folder.path / "clang", f'#!/bin/sh\n{text}exec {clang_of(HGRD)} "$@"\n')
        folder.expect("clang", hits, "--clang=./clang", "racy.cu", fresh=False)


def check_appearing(folder):
    """A header that appears where it is found before the one that was read."""
    folder.write("main.cu", RACY.replace('"size.h"', "<where.h>")
                 + "#if __has_include(<extra.h>)\n#error extra\n#endif\n")
    folder.write("b/where.h", '#include "inner.h"\n#define SIZE 128\n')
    folder.write("c/inner.h", "")
    args = ["main.cu", "--", "-Inone", "-Ia", "-Ib", "-Ic"]
    (folder.path / "a").mkdir()
    folder.expect("first", 0, *args, fresh=False)
    folder.expect("again", 1, *args, fresh=False)
    folder.write("a/unrelated.h", "")
    folder.expect("a file of no interest", 1, *args, fresh=False)
    for name, text in (("a/where.h", "#define SIZE 64\n"), ("none/where.h", "#define SIZE 32\n"),
                       ("b/inner.h", "#define OTHER\n"), ("c/extra.h", "")):
        folder.write(name, text)
        folder.expect(name, 0, *args)
        (folder.path / name).unlink()
        folder.run(*args)
        folder.expect(f"after {name}", 1, *args, fresh=False)


def check_system_header(folder):
    """A file of the project that takes a system header's place."""
    folder.write("main.cu", "#include <cstdio>\n" + RACY)
    (folder.path / "a").mkdir()
    args = ["main.cu", "--", "-Ia"]
    folder.expect("first", 0, *args, fresh=False)
    folder.expect("again", 1, *args, fresh=False)
    folder.write("a/stdio.h", "#error another stdio.h\n")
    folder.expect("a/stdio.h", 0, *args)


def check_time_limit(folder):
    """What a larger limit might decide is good for no larger limit; what is decided, for any."""
    short = ["--timeout=0.000001", "hard.cu"]
    done = folder.expect("first", 0, *short, fresh=False)
    if "1 undecided" not in done.out:
        folder.problems.append("a microsecond was enough:\n" + done.out)
    folder.expect("the same", 1, *short, fresh=False)
    folder.expect("a shorter one", 1, "--timeout=0.0000001", "hard.cu", fresh=False)
    done = folder.expect("a longer one", 0, "--timeout=20", "hard.cu")
    if "1 race-free" not in done.out:
        folder.problems.append("20 seconds were not enough:\n" + done.out)
    folder.expect("decided", 1, "--timeout=20", "hard.cu")
    folder.expect("decided, and a longer one", 1, "--timeout=30", "hard.cu")
    done = folder.expect("decided, whatever the limit", 1, *short, fresh=False)
    if "1 race-free" not in done.out:
        folder.problems.append("a decided verdict was lost:\n" + done.out)


def check_dump(folder):
    """Dumps are made, not looked up."""
    for _ in range(2):
        done = folder.expect("dump", 0, "--dump=cfg", "racy.cu", fresh=False)
        if "idom" not in done.err:
            folder.problems.append("nothing was dumped")


# What kernels can depend on: each change and the kernels that it reaches.
PARTS = """#include <cuda_runtime.h>
#include <cassert>
#define STEP 1
struct pair { int first, second; };
__constant__ int table[4] = { 1, 2, 3, 4 };
__device__ int total;
__device__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int halves(int x) { return x < 2 ? x : halves(x / 2); }
__global__ void scale(int *out) { out[twice(threadIdx.x)] = table[threadIdx.x & 3]; }
__global__ void __launch_bounds__(128) first(pair *out) { out[threadIdx.x].first = 1; }
__global__ void depth(int *out) { out[threadIdx.x] = halves(threadIdx.x); }
__global__ void sum(int *in) { atomicAdd_block(&total, in[threadIdx.x]); }
__global__ void split(int *out, int n)
{
    if (threadIdx.x < n)
        __syncthreads();
    out[threadIdx.x * STEP] = n;
}
void run(int *p, pair *q, int n)
{
    assert(n > 0);
    if (n > 64)
        return;
    scale<<<1, 128>>>(p);
    first<<<1, n>>>(q);
    depth<<<1, 64>>>(p);
    sum<<<2, 64>>>(p);
    split<<<1, 64>>>(p, n);
}
"""
ALL = ["scale", "first", "depth", "sum", "split"]
CHANGES = [
    ("nothing", "", "", []),
    ("a comment behind a line", "int n)\n{", "int n)\n{ // changed", []),
    ("a comment above", "__constant__", "// one\n// two\n__constant__", []),
    ("a comment between", "void run", "/* one\n * two */\nvoid run", []),
    ("a kernel", "= n;", "= n + 1;", ["split"]),
    ("a kernel's place in the line", "    out[threadIdx.x * STEP]", "  out[threadIdx.x * STEP]", ["split"]),
    ("a macro", "STEP 1", "STEP 2", ["split"]),
    ("a function that is inlined", "2 * x", "3 * x", ["scale"]),
    ("a function that is called", "x < 2", "x < 3", ["depth"]),
    ("a type", "int first, second", "int first, second, third", ["first"]),
    ("a constant", "{ 1, 2", "{ 5, 2", ["scale"]),
    ("a bound of launches", "__launch_bounds__(128)", "__launch_bounds__(64)", ["first"]),
    ("a variable", "int total", "int __attribute__((aligned(64))) total", ["sum"]),
    ("a launch", "depth<<<1, 64>>>", "depth<<<2, 64>>>", ["depth"]),
    ("a guard of two launches", "n > 64", "n > 32", ["first", "split"]),
    ("a fact of two launches", "n > 0", "n > 1", ["first", "split"]),
    ("a new kernel", "void run", "__global__ void more(int *out) { out[0] = 1; }\nvoid run", ["more"]),
    ("a kernel less", "__global__ void depth(int *out) { out[threadIdx.x] = halves(threadIdx.x); }\n", "",
     []),
]


def check_parts(folder):
    """After a change only the kernels that it reaches are checked anew."""
    folder.write("parts.cu", PARTS)
    folder.warm("first")
    first = folder.run("parts.cu", cache="first")
    if first.redone != [f"parts.cu: kernel '{kernel}'" for kernel in ALL]:
        folder.problems.append(f"at first {first.redone}")
    for name, old, text, reached in CHANGES:
        folder.copy("first", "cache")
        folder.write("parts.cu", PARTS.replace(old, text, 1) if old else PARTS + "\n")
        if name == "a kernel less":
            folder.write("parts.cu", PARTS.replace(old, text).replace("    depth<<<1, 64>>>(p);\n", ""))
        done = folder.expect(name, 0, "parts.cu")
        if done.redone != [f"parts.cu: kernel '{kernel}'" for kernel in reached]:
            folder.problems.append(f"{name}: redone {done.redone} instead of {reached}")
        if done.count(KERNEL_MISS) != len(reached):
            folder.problems.append(f"{name}: {done.count(KERNEL_MISS)} kernels not in the cache")


def check_parts_options(folder):
    """Options and flags: what kernels do not depend on leaves them in the cache."""
    folder.write("parts.cu", PARTS)
    folder.run("parts.cu")
    for args, redone in ((["parts.cu", "--", "-DOTHER"], 0), (["parts.cu", "--", "-DSTEP=1"], 0),
                         (["--kernel=depth", "parts.cu"], 0), (["--arch=sm_60", "parts.cu"], 5),
                         (["--plain-z3", "parts.cu"], 5), (["--assume=n == 1", "parts.cu"], 5)):
        done = folder.expect(" ".join(args), 0, *args)
        if len(done.redone) != redone:
            folder.problems.append(f"{args}: redone {done.redone}")


def check_two_files(folder):
    """A kernel in a header of its own: lines of two files, of which one is shifted."""
    body = PARTS[PARTS.index("__global__ void split"):PARTS.index("void run")]
    folder.write("split.h", "\n" * 5 + body)
    folder.write("main.cu", PARTS.replace(body, '#include "split.h"\n'))
    folder.run("main.cu")
    for lines in (1, 4, 10, 40):
        folder.write("split.h", "\n" * (5 + lines) + body)
        folder.expect(f"{lines} lines in the header", 0, "main.cu")
        folder.write("main.cu", "\n" * lines + PARTS.replace(body, '#include "split.h"\n'))
        folder.expect(f"{lines} lines in the source", 0, "main.cu")


def check_examples(folder):
    """The examples, shifted by two lines."""
    for path in sorted((pathlib.Path(__file__).parents[2] / "examples").glob("*.cu")):
        folder.write("example.cu", path.read_text())
        folder.run("example.cu")
        folder.write("example.cu", "// one\n// two\n" + path.read_text())
        done = folder.expect(path.name, 0, "--explain", "example.cu")
        if done.redone:
            folder.problems.append(f"{path.name}: redone {done.redone}")


def check_parts_time_limit(folder):
    """The time limit, when only the kernel is found."""
    def write(i):
        folder.write("hard.cu", HARD + "\n" * i)
    short = ["--timeout=0.000001", "hard.cu"]
    for i, (args, redone, words) in enumerate((
            (short, 1, "1 undecided"), (short, 0, "1 undecided"),
            (["--timeout=20", "hard.cu"], 1, "1 race-free"), (short, 0, "1 race-free"))):
        write(i)
        done = folder.expect(" ".join(args), 0, *args, fresh=False)
        if len(done.redone) != redone or words not in done.out:
            folder.problems.append(f"{args}: redone {done.redone}\n{done.out}")
    write(9)
    folder.write("hard.cu", HARD.replace("% m", "% m + 0 * n"))
    folder.renew()
    folder.run(*short)
    write(0)
    folder.run(*short)
    done = folder.expect("an unfinished kernel from the cache", 0, "--timeout=20", "hard.cu", fresh=False)
    if "1 race-free" not in done.out:
        folder.problems.append("the limit of a kernel was lost in its file")


def sql(path, *statements):
    base = sqlite3.connect(path)
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


def flip(path, seed, times):
    """Changes some bytes."""
    data, chance = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(times):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def free_list(path):
    """Every value is another, and the list of free pages begins at a page that is none."""
    sql(path, "UPDATE entry SET value = substr(value, 1, length(value) - 1) || x'00'")
    data = bytearray(path.read_bytes())
    data[32:40] = b"\0\0\xff\xff\0\0\0\5"
    path.write_bytes(data)


def truncate(path, part):
    os.truncate(path, int(path.stat().st_size * part))


def rename(path, old, new):
    """Changes a word in all values."""
    base = sqlite3.connect(path)
    for row, value in base.execute("SELECT rowid, value FROM entry").fetchall():
        base.execute("UPDATE entry SET value = ? WHERE rowid = ?", (value.replace(old, new), row))
    base.commit()
    base.close()


DAMAGES = {
    "empty": lambda path: truncate(path, 0),
    "a half": lambda path: truncate(path, 0.5),
    "all but the end": lambda path: truncate(path, 0.95),
    "garbage": lambda path: path.write_bytes(random.Random(1).randbytes(50000)),
    "text": lambda path: path.write_text("no database\n" * 1000),
    "another schema": lambda path: sql(path, "PRAGMA user_version = 77"),
    "no version": lambda path: sql(path, "PRAGMA user_version = 0"),
    "no table": lambda path: sql(path, "DROP TABLE entry"),
    "another table": lambda path: sql(path, "DROP TABLE entry", "CREATE TABLE entry (a, b)"),
    "NULL": lambda path: sql(path, "DROP TABLE entry", "CREATE TABLE entry (key, sum, used, size, value)",
                             "INSERT INTO entry VALUES (NULL, NULL, NULL, NULL, NULL)"),
    "values cut": lambda path: sql(path, "UPDATE entry SET value = substr(value, 1, length(value) - 1)"),
    "values emptied": lambda path: sql(path, "UPDATE entry SET value = x''"),
    "sums lost": lambda path: sql(path, "UPDATE entry SET sum = x'00'"),
    "another name": lambda path: rename(path, b"step", b"stop"),
    "values and the list of free pages": free_list,
    "numbers": lambda path: sql(path, "UPDATE entry SET value = 17, sum = 18"),
    "a journal of garbage": lambda path: path.with_name(path.name + "-wal").write_bytes(b"x" * 9999),
    "an index of garbage": lambda path: path.with_name(path.name + "-shm").write_bytes(b"x" * 40000),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    **{f"{n} flipped bits, seed {seed}": lambda path, seed=seed, n=n: flip(path, seed, n)
       for seed, n in enumerate([1] * 4 + [20] * 3 + [400] * 3)},
}


def check_damage(folder):
    """A damaged cache is made anew: right reports, no word, and hits again afterwards."""
    reference = folder.run("racy.cu", cache=None)
    folder.run("racy.cu")
    folder.copy("cache", "sound")
    for name, damage in DAMAGES.items():
        folder.copy("sound", "cache")
        damage(folder.db())
        folder.right(name, reference, "racy.cu")
        folder.right(name, reference, "racy.cu")
        if not folder.right(name, reference, "racy.cu") and name != "a folder":
            folder.problems.append(f"{name}: the cache was not made anew")


def check_exchanged(folder):
    """A sound value under another key is not taken."""
    folder.run("-j1", "racy.cu", "other.cu")
    base = sqlite3.connect(folder.db())
    rows = base.execute("SELECT rowid, value, sum FROM entry ORDER BY rowid").fetchall()
    half = len(rows) // 2  # of each file: its inputs, its kernels, its results
    for row, other in zip(rows, rows[half:] + rows[:half]):
        base.execute("UPDATE entry SET value = ?, sum = ? WHERE rowid = ?", (other[1], other[2], row[0]))
    base.commit()
    base.close()
    folder.expect("exchanged", 0, "racy.cu", "other.cu")


def check_places(folder):
    """Where nothing can be kept, the work goes on; --verbose says why."""
    reference, told = folder.run("racy.cu", cache=None), folder.run("-v", "racy.cu", cache=None)
    (folder.path / "file").write_text("")
    (folder.path / "locked").mkdir(mode=0o500)
    places = ["file", "file/cache", "/proc/hgrd", "/dev/null"]
    if os.geteuid():
        places.append("locked")
    for place in places:
        done = folder.run("-v", "racy.cu", cache=place)
        if (done.code, done.out) != (told.code, told.out):
            folder.problems.append(f"{place}: another report:\n{done.code}\n{done.out}{done.err}")
        if len(re.findall("without the cache", done.err)) != 1:
            folder.problems.append(f"{place}: not one note:\n{done.err}")
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("HOME", "XDG_CACHE_HOME")}
    done = folder.run("-v", "racy.cu", cache="", env=environment)
    if (done.code, done.out) != (told.code, told.out) or "without the cache" not in done.err:
        folder.problems.append(f"no HOME: another report or no note:\n{done.code}\n{done.out}{done.err}")
    for name, value, where in (("XDG_CACHE_HOME", "xdg", "hgrd"), ("HOME", "home", ".cache/hgrd")):
        full = folder.path / value
        folder.warm(f"{value}/{where}")
        folder.right(name, reference, "racy.cu", cache="", env={**environment, name: str(full)})
        if not list((full / where).glob("results-*.db")):
            folder.problems.append(f"nothing was kept under {name}")


def check_read_only(folder):
    """A cache in a folder and file that cannot be written."""
    if not os.geteuid():
        return
    folder.run("racy.cu")
    reference = folder.run("racy.cu", cache=None)
    folder.db().chmod(0o400)
    (folder.path / "cache").chmod(0o500)
    folder.right("read-only", reference, "racy.cu")
    (folder.path / "cache").chmod(0o700)


def limited(size):
    """Files of the process cannot grow beyond a size, as if the disk were full."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def check_full(folder):
    """A full disk: before the cache is made, while it is made, and later."""
    reference = folder.run("racy.cu", cache=None)
    both = folder.run("racy.cu", "other.cu", cache=None)
    for size in (20000, 40000):
        if size > 20000:
            folder.warm(f"full{size}")
        folder.right(f"{size} bytes", reference, "racy.cu", cache=f"full{size}",
                     preexec_fn=limited(size))
        folder.right(f"{size} bytes", reference, "racy.cu", cache=f"full{size}",
                     preexec_fn=limited(size))
        folder.right(f"{size} bytes", reference, "racy.cu", cache=f"full{size}")
        if not folder.right(f"{size} bytes", reference, "racy.cu", cache=f"full{size}"):
            folder.problems.append(f"{size} bytes: nothing kept after there was room again")
    folder.run("racy.cu")
    if not folder.right("full later", both, "racy.cu", "other.cu", preexec_fn=limited(40000)):
        folder.problems.append("what was kept was not found on a full disk")
    done = folder.run("-v", "racy.cu", "other.cu", preexec_fn=limited(40000))
    if len(re.findall("without the cache", done.err)) != 1:
        folder.problems.append(f"not one note:\n{done.err}")


def check_name(folder):
    """A kernel whose name LLVM writes in another way."""
    folder.write("racy.cu", RACY.replace("step", "größe"))
    folder.expect("first", 0, "racy.cu")
    folder.write("racy.cu", RACY.replace("step", "größe") + "\n")
    folder.expect("changed", 0, "racy.cu")
    folder.expect("again", 1, "racy.cu")


K = ("__global__ void put(int *p, int n) { p[threadIdx.x * n % 1024] = threadIdx.x; }\n"
     "__global__ void fill(int *p, int n) { if (threadIdx.x < n) p[threadIdx.x] = n; }\n"
     "void launch(int *p, int n) { put<<<1, 64>>>(p, n); fill<<<1, 64>>>(p, n); }\n")
USE = "void launch(int *p, int n);\nvoid run(int *p) { launch(p, 32); }\n"
COMPILED, UNCOMPILED = "units of the program compiled", "units of the program unchanged, not compiled"
UNITS = ["--whole-program", "k.cu", "other.cu", "use.cc"]


def program_run(folder, what, compiled, redone, *args, **more):
    """Runs a program: units compiled anew, kernels checked anew; the report is that of a fresh run."""
    done = folder.run(*UNITS, *args, **more)
    other = folder.run(*UNITS, *args, **{**more, "cache": None})
    if not done.same(other):
        folder.problems.append(f"{what}: another report than without the cache:\n{done.out}{done.err}"
                               f"--- instead of ---\n{other.out}{other.err}")
    if (done.count(COMPILED), done.redone) != (compiled, redone):
        folder.problems.append(f"{what}: {done.count(COMPILED)} compiled instead of {compiled}, {done.redone}")
    return done


def check_program(folder):
    """Of a program only what a change reaches is done again, wherever the change is."""
    folder.write("k.cu", K)
    folder.write("use.cc", USE)
    both = ["k.cu: kernel 'put'", "k.cu: kernel 'fill'"]
    others = ["other.cu: kernel 'stride'", "other.cu: kernel 'fill'"]
    alone = folder.run("k.cu")
    program_run(folder, "first", 3, both + others)
    folder.expect("unchanged", 3, *UNITS)
    folder.expect("unchanged, in another format", 3, *UNITS, "--format=json", "--explain")
    folder.expect("unchanged, one process", 3, *UNITS, "--in-process")
    folder.write("k.cu", K.replace("% 1024", "% 2048"))
    program_run(folder, "a kernel", 1, both[:1])
    folder.write("k.cu", "// above\n" + K.replace("% 1024", "% 2048"))
    done = program_run(folder, "a comment", 1, [])
    if done.count("solver queries") or done.count(KERNEL_MISS):
        folder.problems.append("a comment made work for the solver")
    folder.write("k.cu", K)
    program_run(folder, "the first kernel again", 1, [])
    folder.write("use.cc", USE.replace("32", "1"))
    program_run(folder, "a caller in another unit", 1, both[:1])
    folder.write("use.cc", USE + "// behind\n")
    program_run(folder, "the caller again", 1, [])
    folder.write("use.cc", USE + "void more(int *p) { launch(p, 1); }\n")
    program_run(folder, "one more caller", 1, both[:1])
    folder.write("use.cc", USE + "#error broken\n")
    program_run(folder, "a unit that does not compile", 1, both[:1])
    program_run(folder, "and again", 0, [])
    folder.write("use.cc", USE)
    program_run(folder, "repaired", 1, [])
    folder.expect("unchanged", 3, *UNITS)
    if not folder.right("alone", alone, "k.cu"):
        folder.problems.append("the file alone did not come from the cache")


def check_program_sides(folder):
    """A changed kernel does not reach the units that link host code of its unit."""
    folder.write("k.cu", "int size(int n) { return n * 2; }\n" + K)
    folder.write("other.cu", "int size(int n);\n" + OTHER.replace("128>>>(p, n)", "size(64)>>>(p, n)"))
    folder.run("racy.cu")  # precompiles headers
    folder.run(*UNITS[:3])
    folder.write("k.cu", "int size(int n) { return n * 2; }\n" + K.replace("% 1024", "% 2048"))
    done = folder.expect("a kernel", 1, *UNITS[:3])
    if done.redone != ["k.cu: kernel 'put'"]:
        folder.problems.append(f"redone {done.redone}, {done.stats}")
    folder.write("k.cu", "int size(int n) { return n * 3; }\n" + K.replace("% 1024", "% 2048"))
    folder.expect("host code", 0, *UNITS[:3])


KERNELS = """__device__ int ready, other;
__device__ int twice(int n)
{
	return 2 * n;
}
__global__ void put(int *p)
{
	ready = 0;
}
__global__ void pass(int *p)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		p[0] = 1;
		__threadfence();
		atomicExch(&ready, 1);
	} else {
		while (atomicAdd(&ready, 0) == 0)
			;
		__threadfence();
		p[1] = p[0];
	}
}
__global__ void look(int *p, int n)
{
	p[threadIdx.x * n % 1024] = twice(n);
}
__global__ void far(int *p, int n)
{
	if (threadIdx.x < n)
		p[threadIdx.x] = twice(3);
}
__global__ void near(int *p)
{
	__shared__ int s[64];
	s[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = s[63 - threadIdx.x];
}
void launch(int *p, int n)
{
	put<<<1, 1>>>(p);
	pass<<<2, 32>>>(p);
	look<<<1, 64>>>(p, n);
	far<<<1, 64>>>(p, n);
	near<<<1, 64>>>(p);
}
"""
EDITS = {  # what: the text, what stands there then, kernels checked anew, how many of five are kept
    "the body of one": ("p[0] = 1;", "p[0] = 2;", ["pass"], 4),
    "lines of one": ("\ts[threadIdx.x] = p", "\t// here\n\n\ts[threadIdx.x] = 1 + p", ["near"], 4),
    "a barrier": ("\t__syncthreads();\n", "", ["near"], 4),
    "a launch that callers prove": ("n % 1024", "n % 2048", ["look"], 4),
    "a function of two": ("return 2", "return 3", ["look", "far"], 3),
    "a comment in one, another in front": ("__global__ void look", "// a\n// b\n__global__ void look", [], None),
    "a variable that is used by none": ("ready, other;", "ready, another, other;", None, None),
    "what a kernel leaves for another": ("ready = 0;", "ready = 1;", ["put", "pass"], 0),
    "a wait where none was": ("p[threadIdx.x] = twice(3);", "p[threadIdx.x] = atomicAdd(&other, 0);", ["far"], 0),
    "a column": ("\t\tp[1] = p[0];", "\t\t p[1] = p[0];", ["pass"], 4),
    "a kernel more": ("__global__ void near", "__global__ void more(int *p) { p[0] = 1; }\n__global__ void near", None, None),
}
FETCHED = ("typedef void (*operation)(int *, int);\n__device__ void add(int *p, int i) { p[i] += i; }\n"
           "__device__ operation chosen = add;\n__global__ void apply(int *p, operation with) { with(p, threadIdx.x); }\n"
           "__device__ int other;\n__global__ void choose(operation with)\n{\n\tother = 1;\n}\n"
           "void launch(int *p, int n)\n{\n\toperation with;\n\tchoose<<<1, 1>>>(0);\n"
           "\tcudaMemcpyFromSymbol(&with, chosen, sizeof(with));\n\tapply<<<1, 64>>>(p, with);\n}\n")
JOINED = ("__global__ void one(int *p) { p[threadIdx.x] = 1; }\n__global__ void two(int *p) { p[64 + threadIdx.x] = 2; }\n"
          "__global__ void three(int *p) { p[threadIdx.x] = 3; }\n"
          "void launch(int *p, int *q, int n)\n{\n\tcudaStream_t a, b;\n\tcudaMalloc(&p, 4096);\n\tcudaStreamCreate(&a);\n\tcudaStreamCreate(&b);\n"
          "\tone<<<1, 64, 0, a>>>(p);\n\ttwo<<<1, 64, 0, b>>>(p);\n\tthree<<<1, 64, 0, a>>>(q);\n}\n")


def check_program_kernels(folder):
    """Where the device code of a unit alone is another, host code is analysed for the kernels that are others."""
    folder.write("use.cc", USE)

    def edited(what, before, after):
        folder.write("k.cu", before)
        folder.run("--whole-program", "k.cu", "use.cc", "--explain")
        folder.write("k.cu", after)
        done = folder.run("--whole-program", "k.cu", "use.cc", "--explain")
        other = folder.run("--whole-program", "k.cu", "use.cc", "--explain", cache=None)
        if not done.same(other):
            folder.problems.append(f"{what}: another report:\n{done.out}--- instead of ---\n{other.out}")
        return done

    for what, (old, new, redone, kept) in EDITS.items():
        if KERNELS.count(old) != 1:
            folder.problems.append(f"{what}: no such text")
        done = edited(what, KERNELS, KERNELS.replace(old, new))
        names = [f"k.cu: kernel '{name}'" for name in redone or []]
        if redone is not None and sorted(done.redone) != sorted(names):
            folder.problems.append(f"{what}: redone {done.redone}")
        if kept and done.count(KERNEL_HIT) < kept:
            folder.problems.append(f"{what}: {done.stats}")
        if redone == [] and done.count(LINKED):
            folder.problems.append(f"{what}: host code was linked: {done.stats}")
        folder.expect(f"{what}, again", 2 if done.code != 2 else 0, "--whole-program", "k.cu", "use.cc", "--explain")
    for what, before, after in (("another function may be fetched", FETCHED, FETCHED.replace("other = 1;", "chosen = with;")),
                                ("no function of the file", FETCHED, FETCHED.replace("chosen = add;", "chosen = (operation)16;"))):
        folder.write("before.cu", before)
        done = edited(what, before, after)
        if "1 undecided" not in done.out or "1 undecided" in folder.run("--whole-program", "before.cu", "use.cc").out:
            folder.problems.append(f"{what}: decided:\n{done.out}")
    folder.write("use.cc", "void launch(int *p, int *q, int n);\nvoid run(int *p, int *q) { launch(p, q, 32); }\n")
    done = edited("streams", JOINED, JOINED.replace("64 + ", "63 + "))
    if "inter-kernel" not in done.out:
        folder.problems.append(f"no finding:\n{done.out}")
    edited("streams, back", JOINED.replace("64 + ", "63 + "), JOINED)


BOX = "\n" * 20 + "template <class T> struct Box { T n; void run(int *p, T by); T twice(T n); };\n"
MEMBERS = ("#include \"half.h\"\nvoid launch(int *p, int n);\n"
           "template <class T> void Box<T>::run(int *p, T by)\n{\n\tlaunch(p, twice(by));\n}\n"
           + "\n" * 20 + "template <class T> T Box<T>::twice(T n) { return 2 * n; }\ntemplate struct Box<int>;\n")
MIXED = ("#include \"half.h\"\n\n\n__global__ void mixed(int *p)\n{\n\tatomicAdd(p, 1);\n\tp[1 + threadIdx.x + blockIdx.x * 64] = *p;\n}\n"
         "void launch(int *p, int n)\n{\n\tmixed<<<2, 64>>>(p);\n}\n")
HEADER = "inline int half(int n)\n{\n\treturn n / 2;\n}\n"
CALLEE = ("#include \"half.h\"\n"
          "__global__ void put(int *p, int n) { p[threadIdx.x * n % 1024] = threadIdx.x; }\n"
          "__global__ void lines(int *p, int n)\n{\n\tif (threadIdx.x > n)\n\t\treturn;\n"
          "\tp[threadIdx.x / n] = 1;\n}\n"
          "void launch(int *p, int n)\n{\n\tif (n > 9)\n\t\treturn;\n\tput<<<1, 64>>>(p, half(n));\n"
          "\tlines<<<1, 64>>>(p, n);\n}\n")
CALLER = ("#include <cassert>\n#include \"half.h\"\nvoid launch(int *p, int n);\n"
          "void run(int *p, int n)\n{\n\tassert(n == 2);\n\tif (p)\n\t\tlaunch(p, half(n) + 1);\n}\n")
FINISH = ("#include <stdlib.h>\nvoid launch(int *p, int n);\n"
          "[[noreturn]] void finish(int *p, int n) { launch(p, n); exit(0); }\n"
          "void run(int *p) { finish(p, __LINE__); }\n")
THROWN = ("void launch(int *p, int n);\n[[noreturn]] void fail(int n) { throw n; }\n"
          "void run(int *p) { try { fail(__LINE__); } catch (int n) { launch(p, n); } }\n")
PRINTED = ("#include <stdio.h>\n#include <stdlib.h>\nvoid launch(int *p, int n);\nint status();\n"
           "struct Log { Log(int level, const char *file, int line); ~Log(); };\n"
           "static void failed(const char *file, int line) { fprintf(stderr, \"%s:%d\", file, line); exit(1); }\n"
           "inline void check(int e, const char *f, int l) { if (e) failed(f, l); }\n"
           "void run(int *p) { check(status(), __FILE__, __LINE__); Log(1, __FILE__, __LINE__); launch(p, 2); }\n")
LINES = "void launch(int *p, int n);\nvoid named(const char *, int *p, int n) { launch(p, n); }\n" \
        "inline int same(const char *, int line) { return line; }\n" \
        "struct Log { int kept; Log(const char *, int line) : kept(line) {} };\n" \
        "inline void above(const char *, int *p, int line) { if (line > 9) launch(p, 1); }\n" \
        "inline void through(int &into, const char *, int line) { into = line; }\n" \
        "inline void on(const char *f, int *p, int line) { named(f, p, line); }\n" \
        "extern \"C\" int abs(int); extern \"C\" int known(const char *, int);\n" \
        "template <class T> struct Made { static int same(const char *, int line) { return line; } };\n" \
        "extern template struct Made<int>;\n"
USED = {"returned": "launch(p, same(__FILE__, __LINE__));", "kept": "launch(p, Log(__FILE__, __LINE__).kept);",
        "compared": "above(__FILE__, p, __LINE__);", "given out": "int n; through(n, __FILE__, __LINE__); launch(p, n);",
        "passed on": "on(__FILE__, p, __LINE__);", "returned by a template that is made elsewhere": "launch(p, Made<int>::same(__FILE__, __LINE__));",
        "given to C": "launch(p, known(__FILE__, __LINE__));"}
LINKED = "units linked for host facts"


def check_program_comments(folder):
    """Lines that move cost the parse of the units that read them alone, and the report names them where they are."""
    def fresh(header=HEADER):
        folder.write("half.h", header)
        folder.write("k.cu", CALLEE)
        folder.write("use.cc", CALLER)
        return folder.run("--whole-program", "k.cu", "use.cc", "--explain")

    def moved(what, name, text, compiled, linked, before=None, header=HEADER):
        fresh(header)
        if before:
            folder.write(name, before)
            folder.run("--whole-program", "k.cu", "use.cc", "--explain")
        folder.write(name, text)
        done = folder.run("--whole-program", "k.cu", "use.cc", "--explain")
        other = folder.run("--whole-program", "k.cu", "use.cc", "--explain", cache=None)
        if not done.same(other):
            folder.problems.append(f"{what}: another report:\n{done.out}--- instead of ---\n{other.out}")
        if (done.count(COMPILED), bool(done.count(LINKED))) != (compiled, linked):
            folder.problems.append(f"{what}: {done.stats}")

    if "assert: assert(n == 2);" not in fresh().out:
        folder.problems.append("no fact from the caller")
    moved("above", "k.cu", "// one\n// two\n" + CALLEE, 1, False)
    moved("in the kernel", "k.cu", CALLEE.replace("{\n\tif (thr", "{\n\t// here\n\n\tif (thr"), 1, False)
    moved("in the caller", "use.cc", CALLER.replace("\tassert", "\t/* a\n\tcomment */\n\tassert"), 1, False)
    moved("behind an assert", "use.cc", CALLER.replace("== 2);", "== 2); // two"), 1, False)
    moved("behind a guard", "k.cu", CALLEE.replace("> 9)", "> 9) // small"), 1, False)
    moved("in the header", "half.h", "// of two\n" + HEADER.replace("\treturn", "\n\treturn"), 2, False)
    moved("a line apart", "k.cu", CALLEE.replace("if (n > 9)\n\t\treturn", "if (n > 9) return"), 1, True)
    moved("another column", "use.cc", CALLER.replace("\tassert", "  assert"), 1, True)
    moved("a number", "use.cc", CALLER.replace("== 2", "== 3"), 1, True)
    moved("a number that is a line", "use.cc", "\n" + CALLER.replace("== 2", "== 7"), 1, True)
    for what, text in (("launched", FINISH), ("thrown", THROWN)):
        moved(f"a line that is {what}", "use.cc", "\n" + text, 1, True, text)
    moved("a line that is printed", "use.cc", "// one\n" + PRINTED, 1, False, PRINTED)
    for what, text in USED.items():
        text = LINES + "void run(int *p) { " + text + " }\n"
        moved(f"a line that is {what}", "use.cc", "\n" + text, 1, True, text)
    moved("a class in a header", "use.cc", "// one\n" * 22 + MEMBERS, 1, False, MEMBERS, HEADER + BOX)
    moved("a line that a cause names and the caller has too", "k.cu", "// one\n" + MIXED, 1, False, MIXED)
    moved("the kernel", "k.cu", "\n" + CALLEE.replace("% 1024", "% 2048"), 1, True)
    moved("the header's code", "half.h", "\n" + HEADER.replace("/ 2", "/ 1"), 2, True)


def check_program_headers(folder):
    """Units that were compiled before their headers were precompiled are those that are compiled with them."""
    include = "#include <vector>\n"
    folder.write("k.cu", include + K)
    folder.write("use.cc", include + USE)
    for turn in range(4):
        done = folder.run("--whole-program", "k.cu", "use.cc")
        if turn and (done.count(LINKED) or done.count(COMPILED) != 2):
            folder.problems.append(f"turn {turn}: {done.stats}")
        folder.write("k.cu", "// above\n" * (turn + 1) + include + K)
        folder.write("use.cc", "// above\n" * (turn + 1) + include + USE)


def check_program_units(folder):
    """Another unit, one unit less, another order, other flags: never what was found without."""
    folder.write("k.cu", K)
    folder.write("use.cc", USE)
    folder.write("one.cc", USE.replace("run", "one").replace("32", "1"))
    folder.write("two.cc", "int unrelated(int x) { return x + 1; }\n")
    sets = (["use.cc"], ["one.cc"], ["one.cc", "use.cc"], ["two.cc", "one.cc"], ["two.cc"], [])
    for names in sets:
        for _ in range(2):
            args = ["--whole-program", *names, "k.cu"]
            done, other = folder.run(*args), folder.run(*args, cache=None)
            if not done.same(other):
                folder.problems.append(f"{names}:\n{done.out}--- instead of ---\n{other.out}")
    done = folder.run("--whole-program", "two.cc", "use.cc", "k.cu")
    if done.redone:
        folder.problems.append(f"a unit of no interest made {done.redone}")
    for args in (["--kernel=put"], ["--arch=sm_60"], ["--", "-DX=1"]):
        folder.expect(" ".join(args), 0, "--whole-program", "use.cc", "k.cu", *args)


def check_program_lost(folder):
    """Bitcode that was evicted is made again; damaged values are not taken."""
    folder.write("k.cu", K)
    folder.write("use.cc", USE)
    folder.run(*UNITS)
    base = sqlite3.connect(folder.db())
    base.execute("DELETE FROM entry WHERE substr(value, 1, 2) = x'4243'")
    base.commit()
    base.close()
    folder.expect("unchanged", 3, *UNITS)
    folder.write("use.cc", USE.replace("32", "16"))
    folder.expect("without the bitcode", 1, *UNITS)
    for i in range(6):
        base = sqlite3.connect(folder.db())
        rows = [row[0] for row in base.execute("SELECT rowid FROM entry ORDER BY rowid")]
        for row in rows[i::6]:
            base.execute("UPDATE entry SET value = x'00' || substr(value, 2) WHERE rowid = ?", (row,))
        base.commit()
        base.close()
        reference = folder.run(*UNITS, cache=None)
        folder.right(f"damaged {i}", reference, *UNITS)


def check_program_places(folder):
    """A full disk and a cache that cannot be written do not change what is found about a program."""
    folder.write("k.cu", K)
    folder.write("use.cc", USE)
    reference = folder.run(*UNITS, cache=None)
    for size in (30000, 100000):
        folder.warm(f"full{size}")
        for _ in range(2):
            folder.right(f"{size} bytes", reference, *UNITS, cache=f"full{size}", preexec_fn=limited(size))
        folder.right(f"{size} bytes, then room", reference, *UNITS, cache=f"full{size}")
        if not folder.right("afterwards", reference, *UNITS, cache=f"full{size}"):
            folder.problems.append(f"{size} bytes: nothing kept after there was room again")
    folder.right("nowhere", reference, *UNITS, cache="/proc/hgrd")
    if os.geteuid():
        folder.run(*UNITS)
        folder.db().chmod(0o400)
        (folder.path / "cache").chmod(0o500)
        folder.right("read-only", reference, *UNITS)
        (folder.path / "cache").chmod(0o700)


def check_program_concurrent(folder):
    """Several hgrd at once on one program, some of them killed."""
    folder.write("k.cu", K)
    folder.write("use.cc", USE)
    reference = folder.run(*UNITS, cache=None)
    command = [HGRD, ALONE, "-j2", "--cache-dir=cache", *UNITS]
    for _ in range(2):
        runs = [subprocess.Popen(command, cwd=folder.path, stdout=subprocess.PIPE, text=True,
                                 stderr=subprocess.PIPE, start_new_session=True) for _ in range(4)]
        time.sleep(0.15)
        os.killpg(runs[0].pid, signal.SIGKILL)
        for number, process in enumerate(runs):
            out, err = process.communicate(timeout=120)
            if number and (process.returncode, form(out), err) != (reference.code, reference.out, reference.err):
                folder.problems.append(f"another report:\n{process.returncode}\n{out}{err}")
    folder.expect("afterwards", 3, *UNITS)


def check_program_device(folder):
    """Device code that is linked from another unit is a part of what uses it."""
    folder.write("k.cu", "__device__ int place(int i);\n__global__ void put(int *p) { p[place(threadIdx.x)] = 1 + threadIdx.x; }\n"
                         "void run(int *p) { put<<<1, 64>>>(p); }\n")
    for text, verdict, hits in (("return i;", "1 race-free", 0), ("return i / 2;", "1 race,", 0),
                                ("return i;", "1 race-free", 2)):
        folder.write("place.cu", "__device__ int place(int i) { %s }\n" % text)
        done = folder.expect(text, hits, "--whole-program", "k.cu", "place.cu", "--", "-fgpu-rdc")
        if verdict not in done.out:
            folder.problems.append(f"{text}\n{done.out}")


GIVEN = ("__global__ void turn(int *p, const int *q, int n)\n{\n\tint i = blockIdx.x * 64 + threadIdx.x;\n"
         "\tif (i < n)\n\t\tp[i] = q[n - 1 - i];\n}\n"
         "void launch(int *p, const int *q, int n) { turn<<<(n + 63) / 64, 64>>>(p, q, n); }\n")
GIVING = ("void launch(int *p, const int *q, int n);\nvoid pass(int *p, const int *q, int n) { launch(p, q, n); }\n")
GIVER = ("extern \"C\" int cudaMalloc(void **, unsigned long);\nvoid pass(int *p, const int *q, int n);\nvoid run()\n{\n\tvoid *a, *b;\n"
         "\tcudaMalloc(&a, 4000);\n\tcudaMalloc(&b, 4000);\n\tint *p = (int *)a, *q = (int *)b;\n\tpass(p, q, 1000);\n}\n")


def check_program_twice(folder):
    """A caller far away that gives one pointer twice changes the verdict; others are not linked."""
    args = ["--whole-program", "k.cu", "pass.cc", "main.cc"]
    folder.write("k.cu", GIVEN)
    folder.write("pass.cc", GIVING)
    for given, n, code, linked in (("p, q", 1000, 0, True), ("p, q", 999, 0, False), ("q, q", 999, 1, True),
                                   ("q, q", 998, 1, True), ("p, q", 998, 0, True), ("p, q + 4", 998, 0, False)):
        text = GIVER.replace("p, q, 1000", f"{given}, {n}")
        folder.write("main.cc", text)
        done = folder.run(*args)
        other = folder.run(*args, cache=None)
        if not done.same(other) or done.code != code:
            folder.problems.append(f"{text}: {done.code}\n{done.out}--- instead of ---\n{other.out}")
        if bool(done.count(LINKED)) != linked:
            folder.problems.append(f"{text}: {done.stats}")
        folder.expect("unchanged", 3, *args)


def check_static_kernel(folder):
    """With relocatable device code a static kernel has another name than the host's launches say.

    The name depends on clang's arguments, so it is the same from the second run on, when headers are precompiled.
    All stands on one line, so that no line tells that a launch is missing.
    """
    text = ("static __global__ void put(int *p, int n) { p[threadIdx.x * n %% 1024] = threadIdx.x; } "
            "void run(int *p) { put<<<1, 64>>>(p, %d); }\n")
    for stride, verdict in ((32, "1 race,"), (1, "1 race-free"), (64, "1 race,")):
        folder.write("k.cu", text % stride)
        done = folder.expect(f"stride {stride}", 0, "k.cu", "--", "-fgpu-rdc")
        if verdict not in done.out:
            folder.problems.append(f"stride {stride}:\n{done.out}")
    folder.write("k.cu", text % 64 + "\n")
    done = folder.expect("the same", 0, "k.cu", "--", "-fgpu-rdc")
    if done.count(KERNEL_HIT) != 1:
        folder.problems.append("the kernel did not come from the cache")


def check_concurrent(folder):
    """Several hgrd at once, on a new, a damaged and a filled cache."""
    files = ["racy.cu", "other.cu"]
    reference = folder.run(*files, cache=None)
    command = [HGRD, ALONE, "-j2", "--cache-dir=cache", *files]
    for round_ in ("new", "damaged", "filled"):
        if round_ == "damaged":
            flip(folder.db(), 1, 2000)
        runs = [subprocess.Popen(command, cwd=folder.path, stdout=subprocess.PIPE, text=True,
                                 stderr=subprocess.PIPE) for _ in range(4)]
        for run in runs:
            out, err = run.communicate(timeout=120)
            out = form(out)
            if (run.returncode, out, err) != (reference.code, reference.out, reference.err):
                folder.problems.append(f"{round_}: another report:\n{run.returncode}\n{out}{err}"
                                       f"--- instead of ---\n{reference.code}\n{reference.out}{reference.err}")
    folder.expect("afterwards", 2, *files)


def check_killed(folder):
    """Killed at any moment, hgrd leaves a cache that the next one can use."""
    reference = folder.run("racy.cu", cache=None)
    for i in range(12):
        run = subprocess.Popen([HGRD, ALONE, "--cache-dir=cache", "racy.cu"], cwd=folder.path,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
        time.sleep(0.03 * i)
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        if (folder.path / "cache").exists() and i % 3 == 2:
            shutil.rmtree(folder.path / "cache")
    folder.right("after kills", reference, "racy.cu")
    if not folder.right("after kills", reference, "racy.cu"):
        folder.problems.append("nothing kept after kills")


def check_eviction(folder):
    """What was not used for longest goes when there is too much."""
    folder.run("racy.cu")
    base = sqlite3.connect(folder.db())
    for i in range(40):
        base.execute("INSERT INTO entry (key, sum, used, size, value) VALUES (?, x'00', ?, 100000, ?)",
                     (bytes([i] * 32), i, bytes(100000)))
    base.commit()
    base.close()
    folder.run("--cache-size=1", "other.cu")
    base = sqlite3.connect(folder.db())
    used = [row[0] for row in base.execute("SELECT used FROM entry ORDER BY used")]
    base.close()
    old = [u for u in used if u < 40]
    if not old or old != list(range(40 - len(old), 40)) or len(old) > 10:
        folder.problems.append(f"kept of the old: {old}")
    size = folder.db().stat().st_size
    if size > 1.3 * 2**20:
        folder.problems.append(f"the file still takes {size} bytes")
    folder.expect("the new", 2, "racy.cu", "other.cu")


def started(check):
    """The check, as a test of a plain folder."""
    def with_files(path):
        folder = Folder(path)
        check(folder)
        return folder.problems
    return with_files


if __name__ == "__main__":
    HGRD = program()
    forks.start(HGRD, HGRD)
    WARM = pathlib.Path(tempfile.mkdtemp(prefix="hgrd-warm-"))
    os.environ["XDG_CACHE_HOME"] = str(WARM)
    write(WARM, FILES)
    Run(WARM, ["racy.cu"], cache=None)
    CHECKS = [(name.removeprefix("check_"), started(check)) for name, check in list(globals().items())
              if name.startswith("check_")]
    code = run_tests(CHECKS, sys.argv[2:])
    shutil.rmtree(WARM)
    sys.exit(code)
