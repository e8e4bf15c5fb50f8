#!/usr/bin/env python3
"""Property test of macros: for random mixes of nvcc's flags, device code sees the macros that nvcc defines.

usage: macros.py HGRD [--seed S] [-n N]

What nvcc defines is what its --dryrun says, where there is an nvcc, and the table below, which is compared with it.
"""
import argparse
import json
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

# Flags, and the macros that they make nvcc define; None: undefined.
ARCHS = [
    ("", {}),
    ("-arch=sm_75", {"__CUDA_ARCH__": "750", "__CUDA_ARCH_LIST__": "750"}),
    ("-arch sm_90", {"__CUDA_ARCH__": "900", "__CUDA_ARCH_LIST__": "900"}),
    ("-gencode arch=compute_86,code=sm_89", {"__CUDA_ARCH__": "860", "__CUDA_ARCH_LIST__": "860"}),
    ("-gencode arch=compute_75,code=sm_75 --generate-code=arch=compute_90,code=[compute_90,sm_90]",
     {"__CUDA_ARCH__": "900", "__CUDA_ARCH_LIST__": "750,900"}),
    ("-arch=sm_90a", {"__CUDA_ARCH__": "900", "__CUDA_ARCH_LIST__": "900", "__CUDA_ARCH_FEAT_SM90_ALL": "",
                      "__CUDA_ARCH_SPECIFIC__": "900", "__CUDA_ARCH_FAMILY_SPECIFIC__": "900"}),
    ("-arch=sm_100f", {"__CUDA_ARCH__": "1000", "__CUDA_ARCH_LIST__": "1000", "__CUDA_ARCH_FAMILY_SPECIFIC__": "1000"}),
]
LINKING = [
    ("", {"__CUDACC_RDC__": None, "__CUDACC_EWP__": None}),
    ("-rdc=true", {"__CUDACC_RDC__": "1"}), ("-dc", {"__CUDACC_RDC__": "1"}), ("-ewp", {"__CUDACC_EWP__": "1"}),
    ("-rdc true -rdc=false", {"__CUDACC_RDC__": None}), ("-dlto -dc", {"__CUDACC_RDC__": "1"}),
]
OTHERS = [
    ("-G", {"__CUDACC_DEBUG__": "1"}),
    ("--extended-lambda", {"__CUDACC_EXTENDED_LAMBDA__": "1"}),
    ("--expt-relaxed-constexpr", {"__CUDACC_RELAXED_CONSTEXPR__": "1"}),
    ("-default-stream per-thread", {"CUDA_API_PER_THREAD_DEFAULT_STREAM": "1"}),
    ("-DONE,TWO=2", {"ONE": "1", "TWO": "2"}),
    ("-D 'LIST=a\\,b'", {"LIST": "a,b"}),
    ("--define-macro=TEXT=\\\"x\\\"", {"TEXT": '"x"'}),
    ("-DGONE -UGONE", {"GONE": None}),
    ("-Xcompiler '-DFOR_HOST=1 -DALSO'", {"FOR_HOST": "1", "ALSO": "1"}),
    ("-allow-unsupported-compiler", {"__NV_NO_HOST_COMPILER_CHECK": "1"}),
    ("--options-file more.txt", {"FROM_FILE": "3"}),
    ("-use_fast_math", {}), ("-lineinfo", {}), ("-O3", {}), ("--maxrregcount 32", {}), ("-Xptxas -v", {}),
    ("-t 4", {}), ("-restrict", {}),
]
ALWAYS = {"__CUDACC__": "1"}
# nvcc's own that clang's headers take for it being nvcc (--define-nvcc), or that say nothing about the program.
NOT_TAKEN = re.compile(r"__NVCC__|__CUDACC_VER_\w+|__CUDA_API_VER_\w+|__NVCC_DIAG_PRAGMA_SUPPORT__|"
                       r"__CUDACC_DEVICE_ATOMIC_BUILTINS__|CUDA_DOUBLE_MATH_FUNCTIONS")


def mix(random_one):
    """A command line and the macros of the table for it."""
    parts = [random_one.choice(ARCHS), random_one.choice(LINKING)]
    others = random_one.sample(OTHERS, random_one.randrange(6))
    chosen = parts + others
    random_one.shuffle(chosen)
    macros = dict(ALWAYS)
    for _, defined in chosen:
        macros.update(defined)
    return " ".join(flags for flags, _ in chosen if flags), macros


def parsed(text):
    """Macros of lines "#define NAME VALUE"."""
    found = {}
    for line in text.splitlines():
        name, _, value = line.removeprefix("#define ").partition(" ")
        found[name] = value
    return found


def of_clang(hgrd, folder, number):
    """The macros that clang has at the end of device code."""
    done = subprocess.run([hgrd, f"--explain-command=mix{number}.cu"], cwd=folder, capture_output=True, text=True, check=True)
    device = next(line for line in done.stdout.splitlines() if line.startswith("  device "))
    words = shlex.split(device.removeprefix("  device "))
    words = [w for w in words if w not in ("-emit-llvm", "-c")] + ["-E", "-dM"]
    made = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if made.returncode:
        sys.exit(f"{shlex.join(words)}: {made.stderr}")
    return parsed(made.stdout)


def of_nvcc(nvcc, folder, flags):
    """The macros that nvcc gives its preprocessor for the newest architecture; None: it does not take the flags."""
    if "arch" not in flags:
        flags += " -arch=sm_80"  # hgrd's default; nvcc's is older
    done = subprocess.run(f"{nvcc} --dryrun {flags} -c mix.cu", shell=True, cwd=folder, capture_output=True, text=True, check=False)
    passes = [line for line in done.stderr.splitlines() if " -E " in line and "-D__CUDA_ARCH__=" in line]
    if done.returncode or not passes:
        return None
    def arch(line):
        return int(re.search(r"__CUDA_ARCH__=(\d+)", line)[1])
    words, found, at = shlex.split(max(reversed(passes), key=arch)[3:]), {}, 0
    while at < len(words):
        word = words[at]
        if word in ("-D", "-U"):
            at += 1
            word += words[at]
        name, given, value = word[2:].partition("=")
        if word.startswith("-D"):
            found[name] = value if given else "1"
        elif word.startswith("-U"):
            found.pop(name, None)
        at += 1
    return found


def differences(wanted, got):
    """What of the macros is missing or has another value."""
    return [f"{name}: {got.get(name)!r} instead of {value!r}" for name, value in sorted(wanted.items())
            if got.get(name) != value and not (value == "" and got.get(name) == "1")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hgrd")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=40)
    args = parser.parse_args()
    hgrd = str(pathlib.Path(args.hgrd).resolve())
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    random_one = random.Random(args.seed)
    mixes = [mix(random_one) for _ in range(args.n)]
    failed = compared = 0
    with tempfile.TemporaryDirectory(prefix="hgrd-macros-") as name:
        folder = pathlib.Path(name).resolve()
        (folder / "more.txt").write_text("-DFROM_FILE=3\n")
        (folder / "mix.cu").write_text("")
        entries = []
        for number, (flags, _) in enumerate(mixes):
            (folder / f"mix{number}.cu").write_text("")
            entries.append({"directory": str(folder), "file": f"mix{number}.cu", "command": f"nvcc {flags} -c mix{number}.cu"})
        (folder / "compile_commands.json").write_text(json.dumps(entries))
        for number, (flags, table) in enumerate(mixes):
            got = of_clang(hgrd, folder, number)
            problems = differences(table, got)
            real = of_nvcc(nvcc, folder, flags) if nvcc else None
            if real is not None:
                compared += 1
                problems += [f"nvcc: {text}" for text in differences(
                    {n: v for n, v in real.items() if not NOT_TAKEN.fullmatch(n)}, got)]
                problems += [f"the table: {text}" for text in differences(table, real)]
            failed += bool(problems)
            if problems:
                print(f"FAILED seed {args.seed}, mix {number}: nvcc {flags}\n    " + "\n    ".join(problems))
    print(f"{args.n - failed} passed, {failed} failed ({compared} compared with nvcc)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
