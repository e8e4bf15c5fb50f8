#!/usr/bin/env python3
"""Command line tests: exit codes, messages, outputs.

usage: run.py HGRD [NAME...]

Every case runs in a fresh folder with the files of FILES in it and says which exit code it
expects, which patterns stdout and stderr must match ("!" before a pattern: must not), and which
files may appear.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import forks  # noqa: E402
from support import clang_of, on_terminal, program, run_tests, said, script, untimed  # noqa: E402
from support import run as support_run  # noqa: E402

RACY = """#include <cuda_runtime.h>
__global__ void step(int *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
int main()
{
    int *p;
    cudaMalloc(&p, 400);
    step<<<1, 128>>>(p, 100);
    return 0;
}
"""
SAFE = """#include <cuda_runtime.h>
__global__ void fill(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main()
{
    int *p;
    cudaMalloc(&p, 4096);
    fill<<<8, 128>>>(p);
    return 0;
}
"""
OPEN = """#include <cuda_runtime.h>
__global__ void alone(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = (gridDim.y + blockDim.y) * (gridDim.z + blockDim.z);
}
"""
COPIES = """#include <cuda_runtime.h>
__device__ void put(int *out, int i, int v) { out[i] = v; }
__global__ void many(int *out, int *set)
{
    for (int i = 0; i < 4; i++)
        put(out, i * 8, threadIdx.x);
    put(out, 1, threadIdx.x);
    put(out, 2, threadIdx.x + 1);
    put(set, 0, 1);
    put(set, 1, 1);
}
int main()
{
    int *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4);
    many<<<8, 128>>>(p, q);
    return 0;
}
"""
PAIR = """#include <cuda_runtime.h>
__global__ void one(int *out, int n) { if (n != 100) out[0] = threadIdx.x; }
__global__ void two(int *out, int width) { out[0] = atomicAdd(out, width); }
"""
UNKNOWN = """#include <cuda_runtime.h>
extern __device__ int elsewhere(int *p, int i);
__global__ void ask(int *out) { out[threadIdx.x] = elsewhere(out, threadIdx.x); }
int main()
{
    int *p;
    cudaMalloc(&p, 4096);
    ask<<<1, 128>>>(p);
    return 0;
}
"""
VACUOUS = """#include <cuda_runtime.h>
#include <cassert>
__global__ void fill(int *out, int n) { if (threadIdx.x < n) out[threadIdx.x] = 1; }
void run(int *p, int n, int m, int k)
{
    assert(n > m);
    assert(m > k);
    assert(k > n);
    fill<<<1, 128>>>(p, n);
}
"""
# A kernel of a library, with a race, and a program that launches it and one of its own.
LIBRARY = """#pragma once
template <typename T> __global__ void shift(T *out) { out[threadIdx.x] = out[threadIdx.x + 1]; }
template <typename T> void shift_all(T *out) { shift<<<1, 128>>>(out); shift<<<1, 64>>>(out); }
"""
USER = """#include <cuda_runtime.h>
#include <library.cuh>
""" + SAFE.replace("return 0;", "shift_all(p);\n    return 0;")
# A dimension that is a tree of millions of terms, written out.
LONG = """#include <cuda_runtime.h>
__global__ void fill(int *out) { out[blockIdx.x] = threadIdx.x; }
static unsigned up(unsigned x)
{ x--; x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; return x + 1; }
void run(int *p, unsigned n, unsigned m) { fill<<<up(up(n < m ? up(n) : m)), 32>>>(p); }
"""
# A clang that brings its caller down for one file, hangs for none, and is clang otherwise.
CRASHING = """#!/bin/sh
case "$*" in
*crash.cu*) kill -SEGV $PPID; exit 1;;
*garbage.cu*) echo not bitcode; exit 0;;
esac
exec CLANG "$@"
"""
FILES = {
    "racy.cu": RACY, "safe.cu": SAFE, "open.cu": OPEN, "unknown.cu": UNKNOWN,
    "pair.cu": PAIR, "long.cu": LONG, "vacuous.cu": VACUOUS, "empty.cu": "", "host.cu": "int main() { return 0; }\n",
    "broken.cu": "__global__ void k() { int x = ; }\n",
    "flag.cu": "__global__ void k(int *out, bool all) { if (all) out[0] = threadIdx.x; }\n",
    "prose.cu": "This is not CUDA at all.\n",
    "missing.cu": '#include "not_there.h"\n',
    "toolkit.cu": "#include <cuda_not_there.h>\n",
    "binary.cu": "\0\1\2\3", "notes.txt": "hello\n",
    "macro.cu": "#if VALUE != 3\n#error no value\n#endif\n" + SAFE,
    "cluster.cu": "#include <cooperative_groups.h>\n__global__ void __cluster_dims__(2) ranks(int *p)\n{\n"
                  "\tcooperative_groups::cluster_group c = cooperative_groups::this_cluster();\n"
                  "\tif (threadIdx.x == 0)\n\t\tp[blockIdx.x] = c.block_rank();\n}\n"
                  "void run(int *p) { ranks<<<4, 32>>>(p); }\n",
    "arch.cu": "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 700\n#error arch\n#endif\n" + SAFE,
    "with space.cu": SAFE, "-dash.cu": SAFE,
    "library/library.cuh": LIBRARY, "user.cu": USER,
    "crash.cu": SAFE, "garbage.cu": SAFE,
}

# name, arguments, exit code, stdout patterns, stderr patterns
NOTHING = "!."
CASES = [
    ("help", ["--help"], 0, [r"^usage: hgrd", r"--block-dim=X", r"Exit codes:"], [NOTHING]),
    ("version", ["--version"], 0, [r"^hgrd \d+\.\d+\.\d+\n", r"LLVM 22"], [NOTHING]),
    ("manual page", ["--generate=man"], 0, [r"^\.TH HGRD 1", r"\\-\\-timeout"], [NOTHING]),
    ("bash completion", ["--generate=bash"], 0, [r"complete .*hgrd", r"--timeout="], [NOTHING]),
    ("zsh completion", ["--generate=zsh"], 0, [r"^#compdef hgrd"], [NOTHING]),
    ("fish completion", ["--generate=fish"], 0, [r"complete -c hgrd -l timeout"], [NOTHING]),
    ("unknown generated text", ["--generate=html"], 2, [NOTHING], [r"man, bash, zsh"]),
    ("no files", [], 2, [NOTHING], [r"no input files"]),
    ("unknown option", ["--formt=json", "safe.cu"], 2, [NOTHING],
     [r"unknown option '--formt'; is '--format' meant\?"]),
    ("unknown letter", ["-Z", "safe.cu"], 2, [NOTHING], [r"unknown option '-Z'"]),
    ("value missing", ["safe.cu", "--timeout"], 2, [NOTHING], [r"--timeout needs a value"]),
    ("value not wanted", ["--explain=yes", "safe.cu"], 2, [NOTHING], [r"takes no value"]),
    ("bad number", ["-j", "many", "safe.cu"], 2, [NOTHING], [r"--jobs=many"]),
    ("zero time", ["--timeout=0", "safe.cu"], 2, [NOTHING], [r"--timeout=0"]),
    ("bad dimension", ["--block-dim=1,2,3,4", "safe.cu"], 2, [NOTHING], [r"X\[,Y\[,Z\]\]"]),
    ("bad architecture", ["--arch=hopper", "safe.cu"], 2, [NOTHING], [r"sm_NN"]),
    ("bad stage", ["--dump=nothing", "safe.cu"], 2, [NOTHING], [r"the stages are device, host"]),
    ("bad format", ["--format=pdf", "safe.cu"], 2, [NOTHING], [r"the formats are text, json, sarif"]),
    ("bad output", ["--output=no/such/dir.json", "safe.cu"], 2, [NOTHING],
     [r"cannot write no/such/dir.json"]),
    ("bad format of an output", ["-o", "html=x", "safe.cu"], 2, [NOTHING],
     [r"--output=html=x: the formats are text, json, sarif \(\./html=x is a file\)"]),
    ("no project there", ["-p", "build"], 2, [NOTHING],
     [r"build: no compile_commands\.json in there"]),
    ("no project file", ["--project=compile_commands.json"], 2, [NOTHING],
     [r"compile_commands\.json: No such file"]),
    ("clang is missing", ["--clang=/no/clang", "safe.cu"], 2, [NOTHING], [r"no such program"]),
    ("clang is another", ["--clang=/bin/true", "safe.cu"], 2, [NOTHING], [r"not clang"]),
    ("toolkit is missing", ["--cuda-path=/no/cuda", "safe.cu"], 2, [NOTHING],
     [r"no include/cuda_runtime.h"]),

    ("race", ["racy.cu"], 1,
     [r"(?m)^racy\.cu:2:\d+: error: intra-block write-write race on 'out' \(global\) in kernel "
      r"'step' \[hgrd-race\]$", r"(?m)^   2 \| __global__ void step",
      r"(?m)^racy\.cu:2:\d+: note: also here, by another thread$",
      r"(?m)^note: witness: gridDim=\(1,1,1\) blockDim=\(128,1,1\) n=100: block ",
      r"(?m)^racy\.cu:7:\d+: note: launched here$", r"(?m)^note: cause: ",
      r"(?m)^1 kernel, 1 launch: 1 race, 0 race-free, 0 undecided \(\d+\.\d\d s\)$"], [NOTHING]),
    ("witness of a flag", ["flag.cu"], 1, [r"(?m)^note: witness: .* all=1: block "], [NOTHING]),
    ("race-free", ["safe.cu"], 0,
     [r"\A1 kernel, 1 launch: 0 races, 1 race-free, 0 undecided \(\d+\.\d\d s\)\n\Z"], [NOTHING]),
    ("quiet when all is well", ["-q", "safe.cu"], 0, [NOTHING], [NOTHING]),
    ("quiet with a race", ["-q", "racy.cu"], 1, [r"hgrd-race", r"1 race"], [NOTHING]),
    ("explain", ["--explain", "safe.cu"], 0,
     [r"safe\.cu:7:\d+: note: kernel 'fill' <<<\(8,1,1\), \(128,1,1\)>>> is race-free"],
     [NOTHING]),
    ("verbose", ["-v", "safe.cu"], 0, [r"is race-free"], [r"--cuda-device-only", r"clang +\d"]),
    ("statistics", ["--stats", "safe.cu"], 0, [r"1 race-free"], [r"files +1", r"clang +\d"]),
    ("no launch in sight", ["open.cu"], 1, [r"hgrd-race", r"note: no launch is in sight"],
     [NOTHING]),
    ("a launch is given", ["--block-dim=128", "--grid-dim=8", "open.cu"], 0,
     [r"'alone' is race-free; no launch is in sight"], [NOTHING]),
    ("a fact is given", ["--assume=blockDim.y * blockDim.z == 1",
                         "--assume=gridDim.y * gridDim.z == 1", "open.cu"], 0,
     [r"1 race-free"], [NOTHING]),
    ("a fact about one kernel of two", ["--assume=n == 100", "--assume=gridDim.y * blockDim.x > 0",
                                        "pair.cu"], 1, [r"'one' is race-free"], [NOTHING]),
    ("a fact about nothing", ["--assume=m > 0", "pair.cu"], 2, [r"nothing was checked|2 kernels"],
     [r"\Ahgrd: --assume='m > 0': no kernel has a parameter 'm'; "
      r"the parameters are one\(n\), two\(width\)\n\Z"]),
    ("a fact about two kernels at once", ["--assume=n == width", "pair.cu"], 2, [],
     [r"no kernel has a parameter '(width|n)'"]),
    ("a thread has no fact", ["--assume=threadIdx.x > 0", "pair.cu"], 2, [],
     [r"no kernel has a parameter 'threadIdx.x'"]),
    ("a fact that is none", ["--assume=n >", "pair.cu"], 2, [NOTHING],
     [r"\Ahgrd: --assume: expression ends early: expected a value at column 4 of 'n >'\n\Z"]),
    ("one kernel of two", ["--kernel=fill", "safe.cu", "racy.cu"], 0, [r"^1 kernel, 1 launch"],
     [NOTHING]),
    ("no such kernel", ["--kernel=nope", "safe.cu"], 2, [r"nothing was checked"],
     [r"\Ahgrd: --kernel=nope: no kernel has this name\n\Z"]),
    ("kernel of a system header", ["user.cu", "--", "-isystem", "library"], 0,
     [r"1 race-free, .*; 2 launches of kernels in system headers not checked \(--system-kernels "],
     [NOTHING]),
    ("kernel of a system header, as a program",
     ["--whole-program", "user.cu", "safe.cu", "--", "-isystem", "library"], 0,
     [r"2 race-free, .*; 2 launches of kernels in system headers not checked"], [NOTHING]),
    ("kernel of a system header, JSON", ["--format=json", "user.cu", "--", "-isystemlibrary"], 0,
     [r'"rule": "not-checked",\s+"severity": "note",\s+"file": null', r'"launches": 1,'], [NOTHING]),
    ("kernel of a system header, asked for",
     ["--system-kernels", "user.cu", "--", "-isystem", "library"], 1,
     [r"2 races, 1 race-free", r"!not checked"], [NOTHING]),
    ("kernel of a system header, named", ["--kernel=shift", "user.cu", "--", "-isystem", "library"],
     1, [r"2 races, 0 race-free", r"!not checked"], [NOTHING]),
    ("kernel of a user's header", ["user.cu", "--", "-Ilibrary"], 1, [r"2 races, 1 race-free"],
     [NOTHING]),
    ("dump", ["--dump=cfg,device", "safe.cu"], 0, [r"\A1 kernel"], [r"block|entry", r"define"]),
    ("no kernels", ["host.cu"], 0, [r"no kernels: nothing to check"], [NOTHING]),
    ("empty file", ["empty.cu"], 0, [r"no kernels: nothing to check"], [NOTHING]),
    ("undecided", ["unknown.cu"], 3, [r"unknown\.cu:3:\d+: warning: .*undecided: .*hgrd-undec"],
     [NOTHING]),
    ("undecided allowed", ["--allow-undecided", "unknown.cu"], 0, [r"1 undecided"], [NOTHING]),
    ("vacuous", ["vacuous.cu"], 3, [r"hgrd-vacuous", r"vacuous\.cu:[678]:\d+: note: ", r"1 vacuous"],
     [NOTHING]),
    ("race and undecided", ["racy.cu", "unknown.cu"], 1, [r"1 race, 0 race-free, 1 undec"],
     [NOTHING]),
    ("exit zero", ["--exit-zero", "racy.cu", "unknown.cu"], 0, [r"1 race"], [NOTHING]),
    ("exit zero with an error", ["--exit-zero", "no.cu"], 2, [r"1 file not checked"], [r"no\.cu"]),
    ("in process", ["--in-process", "racy.cu", "no.cu"], 1 + 1, [r"1 race"], [r"no\.cu: No such"]),

    ("missing file", ["no.cu"], 2, [r"nothing was checked"],
     [r"\Ahgrd: no\.cu: No such file or directory\n\Z"]),
    ("folder", ["folder.cu"], 2, [r"nothing"], [r"\Ahgrd: folder\.cu: is a directory"]),
    ("not a source", ["notes.txt"], 2, [r"nothing"], [r"\Ahgrd: notes\.txt: is not a CUDA source"]),
    ("binary", ["binary.cu"], 2, [r"nothing"], [r"\Ahgrd: binary\.cu: is not a text file"]),
    ("prose", ["--cuda-path=none", "prose.cu"], 2, [r"nothing"], [r"(?m)^prose\.cu:1:1: error: ",
                                              r"(?m)^hgrd: prose\.cu: does not compile: "]),
    ("compile error", ["broken.cu"], 2, [r"nothing"],
     [r"(?m)^broken\.cu:1:31: error: expected expression$",
      r"(?m)^hgrd: broken\.cu: does not compile: expected expression$"]),
    ("header missing", ["missing.cu"], 2, [r"nothing"],
     [r"fatal error: 'not_there\.h' file not found", r"header 'not_there\.h' is missing"]),
    ("CUDA header missing", ["toolkit.cu"], 2, [r"nothing"],
     [r"header 'cuda_not_there\.h' is not among the built-in CUDA headers", r"--cuda-path"]),
    ("others go on", ["no.cu", "broken.cu", "racy.cu", "folder.cu", "safe.cu"], 2,
     [r"2 kernels, 2 launches: 1 race, 1 race-free, 0 undecided; 3 files not checked"],
     [r"(?s)no\.cu: No such.*broken\.cu: does not.*folder\.cu: is a dir"]),
    ("odd names", ["with space.cu", "./-dash.cu"], 0, [r"2 race-free"], [NOTHING]),

    ("clang's flags", ["macro.cu", "--", "-DVALUE=3"], 0, [r"1 race-free"], [NOTHING]),
    ("nvcc's flags", ["macro.cu", "--", "-D", "VALUE=3", "-lineinfo", "-O3", "-std=c++17",
                      "--use_fast_math", "-Xcompiler", "-fPIC,-Wall", "-Xptxas", "-v", "-o", "x"],
     0, [r"1 race-free"], [NOTHING]),
    ("flags are needed", ["macro.cu"], 2, [r"nothing"], [r"no value"]),
    ("a newer architecture", ["--cuda-path=none", "cluster.cu"], 2, [r"nothing"],
     [r"(?m)^hgrd: cluster\.cu: does not compile \(try --arch=sm_90\): "]),
    ("as it says", ["--arch=sm_90", "cluster.cu"], 0, [r"1 race-free"], [NOTHING]),
    ("unknown clang flag", ["safe.cu", "--", "--no-such-flag"], 2, [NOTHING],
     [r"unknown compiler flag '--no-such-flag'"]),
    ("architecture", ["--arch=sm_70", "arch.cu"], 0, [r"1 race-free"], [NOTHING]),
    ("nvcc's architecture", ["arch.cu", "--", "-arch=sm_70"], 0, [r"1 race-free"], [NOTHING]),
    ("nvcc's gencode", ["arch.cu", "--", "-gencode", "arch=compute_70,code=sm_70"], 0,
     [r"1 race-free"], [NOTHING]),
    ("the option before the flag", ["--arch=70", "arch.cu", "--", "-arch=sm_90"], 0,
     [r"1 race-free"], [NOTHING]),

    ("a crash", ["--clang=./clang", "-j2", "crash.cu", "safe.cu"], 2, [r"1 race-free"],
     [r"crash\.cu: internal error: (signal 11|ended)"]),
    ("not bitcode", ["--clang=./clang", "garbage.cu", "safe.cu"], 2, [r"1 race-free"],
     [r"garbage\.cu: cannot read the device bitcode"]),
    ("long terms", ["--format=json", "long.cu"], 1, [r"\.\.\.", r"!.{3000}"], [NOTHING]),
    ("always colour", ["--color=always", "racy.cu"], 1, ["\033\\[1;31merror:"], [NOTHING]),
    ("never colour", ["--color=never", "racy.cu"], 1, ["!\033"], [NOTHING]),
]


def fill(hgrd, folder):
    """Puts all files into a folder."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    (folder / "folder.cu").mkdir()
    script(folder / "clang", CRASHING.replace("CLANG", clang_of(hgrd)))


def run(hgrd, args, folder):
    """Runs hgrd in the folder."""
    return support_run(hgrd, folder, "--no-cache", *args)


def check_case(hgrd, folder, args, code, out, err):
    """One row of CASES."""
    before = sorted(os.listdir(folder))
    done = run(hgrd, args, folder)
    problems = said(done.stdout, *out) + said(done.stderr, *err)
    if done.returncode != code:
        problems.append(f"exit code {done.returncode} instead of {code}:\n{done.stderr}")
    if sorted(os.listdir(folder)) != before:
        problems.append("files were left behind")
    return problems


def check_json(hgrd, folder):
    """The JSON report has the keys of the contract."""
    done = run(hgrd, ["--format=json", "racy.cu", "vacuous.cu", "no.cu"], folder)
    report = json.loads(done.stdout)
    kernel = report["kernels"][0]
    launch = kernel["launches"][0]
    race = launch["races"][0]
    keys = {
        "schema tool kernels findings errors summary": report,
        "name mangled file line launches": kernel,
        "file line grid block verdict seconds races proof undecided": launch,
        "kind space severity cause object accesses witness": race,
        "file line column type text": race["accesses"][0],
        "gridDim blockDim params threads offset": race["witness"],
        "block thread": race["witness"]["threads"][1],
        "facts assumptions": launch["proof"],
        "file message": report["errors"][0],
        "kernels launches race race_free undecided vacuous seconds": report["summary"],
    }
    problems = [f"keys {sorted(have)}, expected {want}" for want, have in keys.items()
                if sorted(have) != sorted(want.split())]
    values = [(report["schema"], 1), (launch["file"], "racy.cu"), (launch["line"], 7),
              (launch["block"], ["128", "1", "1"]), (launch["verdict"], "race"),
              (race["witness"]["params"], {"n": 100}), (done.returncode, 2),
              (race["accesses"][0]["text"], RACY.splitlines()[1]),
              (report["kernels"][1]["launches"][0]["verdict"], "vacuous")]
    return problems + [f"{got!r} instead of {want!r}" for got, want in values if got != want]


def check_copies(hgrd, folder):
    """Copies of one inlined store are one error of each kind for each object; warnings are not left out for each other."""
    pathlib.Path(folder, "copies.cu").write_text(COPIES)
    report = json.loads(run(hgrd, ["--format=json", "copies.cu"], folder).stdout)
    races = report["kernels"][0]["launches"][0]["races"]
    found = sorted((race["kind"], race["severity"], race["accesses"][0]["line"]) for race in races)
    kinds = ("inter-block", "intra-block", "intra-warp")
    wanted = sorted([(kind, "error", 2) for kind in kinds] + [(kind, "warning", 2) for kind in kinds] * 2)
    return [] if found == wanted else [f"races {found}, expected {wanted}"]


def check_sarif(hgrd, folder):
    """The SARIF report has what OASIS and GitHub require, and the results of the text."""
    done = run(hgrd, ["--format=sarif", "racy.cu", "vacuous.cu", "unknown.cu", "no.cu"], folder)
    log = json.loads(done.stdout)
    run_of = log["runs"][0]
    rules = run_of["tool"]["driver"]["rules"]
    invocation = run_of["invocations"][0]
    problems = [f"{result['ruleId']} is not the rule of its index" for result in run_of["results"]
                if rules[result["ruleIndex"]]["id"] != result["ruleId"]]
    for rule in rules:
        texts = [rule[key]["text"] for key in ("shortDescription", "fullDescription", "help")]
        if not all(0 < len(text) <= 1024 for text in texts):
            problems.append(f"texts of {rule['id']}")
    race = next(r for r in run_of["results"] if r["ruleId"] == "hgrd-race")
    place = race["locations"][0]["physicalLocation"]
    flows = race["codeFlows"][0]["threadFlows"]
    values = [(done.returncode, 2), (log["version"], "2.1.0"),
              ([r["ruleId"] for r in run_of["results"]], ["hgrd-race", "hgrd-vacuous", "hgrd-undecided"]),
              ([r["level"] for r in run_of["results"]], ["error", "warning", "note"]),
              (place["artifactLocation"]["uri"], "racy.cu"), (place["region"]["startLine"], 2),
              ([r["message"]["text"] for r in race["relatedLocations"]],
               ["the other access, a write", "launched here"]),
              (race["relatedLocations"][1]["physicalLocation"]["region"]["startLine"], 7),
              ([flow["locations"][-1]["location"]["physicalLocation"] == place for flow in flows], [True] * 2),
              (invocation["executionSuccessful"], False), (len(invocation["toolExecutionNotifications"]), 1)]
    return problems + [f"{got!r} instead of {want!r}" for got, want in values if got != want]


def check_rules(_hgrd, _folder):
    """report/rules.def has every rule that the sources find something by."""
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    known = set(re.findall(r'^RULE\("([\w-]+)"', (root / "report/rules.def").read_text(), re.M))
    found = {"race", "undecided", "vacuous"}
    for path in [*root.rglob("solver/**/*.c"), *root.rglob("hostanalysis/**/*.c"), *root.glob("driver/*.c")]:
        found |= set(re.findall(r'"((?:barrier|inter|graph|launch)-(?:divergence|mask|count|kernel|order)[\w-]*)"', path.read_text()))
    return [] if known == found else [f"rules {sorted(known)}, found {sorted(found)}"]


def check_outputs(hgrd, folder):
    """--output writes several formats beside standard output."""
    done = run(hgrd, ["-o", "a.json", "--output=json=b.out", "--output=c.txt", "racy.cu"], folder)
    problems = [] if "hgrd-race" in done.stdout else ["no text on standard output"]
    for name in ("a.json", "b.out"):
        if json.loads((folder / name).read_text())["summary"]["race"] != 1:
            problems.append(f"{name} has no race")
    run(hgrd, ["-o", "./html=x", "--output=v1.2=notes", "racy.cu"], folder)
    for name in ("c.txt", "html=x", "v1.2=notes"):
        if "hgrd-race" not in (folder / name).read_text():
            problems.append(f"{name} has no race")
    return problems


def check_order(hgrd, folder):
    """Any -j gives the same report, and the order is that of the command line."""
    args = ["racy.cu", "no.cu", "open.cu", "broken.cu", "unknown.cu", "safe.cu"]
    seen = set()
    for jobs in ("-j1", "-j2", "-j6", "--in-process"):
        done = run(hgrd, [jobs, *args], folder)
        seen.add(untimed(done.stdout) + done.stderr)
    return [] if len(seen) == 1 else ["reports differ:", *seen]


def check_terminal(hgrd, folder):
    """Colour on a terminal, unless NO_COLOR says no."""
    problems = []
    for value, wanted in (("", True), ("1", False)):
        text = on_terminal([hgrd, "--no-cache", "racy.cu"], folder, "stdout", NO_COLOR=value)
        if text is not None and ("\033[" in text) != wanted:
            problems.append(f"NO_COLOR={value!r}: colour is {not wanted}")
    return problems


def check_unreadable(hgrd, folder):
    """A file without permission to read; root may read everything."""
    (folder / "safe.cu").chmod(0)
    if os.access(folder / "safe.cu", os.R_OK):
        return []
    return said(run(hgrd, ["safe.cu"], folder).stderr, r"safe\.cu: Permission denied")


def check_read_only(hgrd, folder):
    """Sources in a folder that cannot be written."""
    folder.chmod(0o555)
    done = run(hgrd, ["safe.cu"], folder)
    folder.chmod(0o755)
    return [] if done.returncode == 0 else [done.stderr]


def check_install(hgrd, folder):
    """The installed program finds its headers relative to itself, also after a move."""
    build = pathlib.Path(hgrd).resolve().parent
    if not (build / "cmake_install.cmake").exists():
        return []
    first, second = folder / "first", folder / "second"
    subprocess.run(["cmake", "--install", str(build), "--prefix", str(first)], check=True,
                   stdout=subprocess.DEVNULL)
    first.rename(second)
    done = run(str(second / "bin" / "hgrd"), ["-v", "safe.cu"], folder)
    wanted = f"-isystem {second.resolve()}/share/hgrd/include"
    return [] if wanted in done.stderr and done.returncode == 0 else [done.stderr]


def started(hgrd, check, *more):
    """The check, in a folder that has the files."""
    def with_files(folder):
        fill(hgrd, folder)
        return check(hgrd, folder, *more)
    return with_files


def main():
    hgrd = program()
    forks.start(hgrd)
    tests = [(name, started(hgrd, check_case, args, code, out, err))
             for name, args, code, out, err in CASES]
    tests += [(check.__name__, started(hgrd, check))
              for check in (check_json, check_copies, check_sarif, check_rules, check_outputs, check_order, check_terminal,
                            check_unreadable, check_read_only, check_install)]
    return run_tests(tests, sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
