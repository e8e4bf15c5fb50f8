#!/usr/bin/env python3
"""Compile every .cu file here with the built-in headers and check the IR it becomes.

    check.py CLANG INCLUDEDIR

Each file is compiled on both sides. After

    // IR: regex

the next device function or kernel of the file must have, in its optimized LLVM IR, a line that
matches, and after `// IR-NOT: regex` none. `// HOST: regex` asks the same of the whole host side.
"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-nocudainc", "-nocudalib", "--cuda-feature=+ptx88", "-Xclang", "-target-sdk-version=12.9",
         "-Wno-unknown-cuda-version", "-Wno-register", "-Wno-narrowing",
         "-Wno-reserved-user-defined-literal", "-w",
         "--cuda-gpu-arch=sm_80"]
LOOKED_AT = "c++17"  # the other standards are only to compile


def compile_side(clang, include, path, side, extra):
    """LLVM IR of one side, after inlining and promotion to SSA, and clang's messages."""
    command = [clang, "-x", "cuda", f"--cuda-{side}-only", *FLAGS, "-isystem", include,
               "-include", "hgrd/prelude.h", "-O1", "-fno-discard-value-names", *extra,
               "-emit-llvm", "-S", "-o", "-", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None, done.stderr


def bodies(ir):
    """Map from the name of each function, as in the source, to the lines of its body."""
    found = {}
    for match in re.finditer(r"^define .*?@(\w+)\((?s:.*?)^}", ir, re.M):
        name = match.group(1)
        mangled = re.match(r"_Z(\d+)(\w+)", name)
        if mangled:
            name = mangled.group(2)[:int(mangled.group(1))]
        found[name] = match.group(0)
    return found


def expectations(text):
    """List of (kind, regex, function name, line number)."""
    wanted, pending = [], []
    for number, line in enumerate(text.splitlines(), 1):
        comment = re.match(r"\s*// (IR|IR-NOT|HOST): (.*)", line)
        if comment and comment.group(1) == "HOST":
            wanted.append(("HOST", comment.group(2), None, number))
        elif comment:
            pending.append((comment.group(1), comment.group(2), number))
        elif pending:
            name = re.search(r"void (\w+)\(", line)
            if name:
                wanted += [(kind, regex, name.group(1), at) for kind, regex, at in pending]
                pending = []
    return wanted


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    clang, include = sys.argv[1:]
    passed = failed = 0

    def judge(good, what):
        nonlocal passed, failed
        if good:
            passed += 1
        else:
            failed += 1
            print("FAILED", what)

    for path in sorted(HERE.glob("*.cu")):
        text = path.read_text()
        for standard in ("c++14", "c++17", "c++20"):
            sides = {}
            for side in ("device", "host"):
                extra = [f"-std={standard}", *([] if standard == LOOKED_AT else ["-Xclang", "-disable-llvm-passes"])]
                ir, messages = compile_side(clang, include, path, side, extra)
                sides[side] = ir
                judge(ir is not None, f"{path.name}: {side} side, {standard}\n{messages}")
            if standard != LOOKED_AT or None in sides.values():
                continue
            functions = bodies(sides["device"])
            for kind, regex, name, line in expectations(text):
                place = f"{path.name}:{line}: {kind}: {regex}"
                if kind == "HOST":
                    judge(re.search(regex, sides["host"]) is not None, place)
                    continue
                body = functions.get(name, "")
                hit = re.search(regex, body) is not None
                judge(bool(body) and hit == (kind == "IR"), place)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
