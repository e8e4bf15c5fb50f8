#!/usr/bin/env python3
"""Compile every .cu file here with the built-in headers and check the IR it becomes.

    check.py HGRD INCLUDEDIR

Each file is compiled on both sides, by the clang that HGRD runs, with what comes before every source precompiled. After

    // IR: regex

the next device function or kernel of the file must have, in its optimized LLVM IR, a line that
matches, and after `// IR-NOT: regex` none. `// HOST: regex` asks the same of the whole host side.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import forks  # noqa: E402
import support  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-nocudainc", "-nocudalib", "--cuda-feature=+ptx88", "-Xclang", "-target-sdk-version=12.9",
         "-Wno-unknown-cuda-version", "-Wno-register", "-Wno-narrowing",
         "-Wno-reserved-user-defined-literal", "-w",
         "--cuda-gpu-arch=sm_80"]
LOOKED_AT = "c++17"  # the other standards are only to compile


def compile_text(clang, include, side, words):
    """What clang prints for one side, None when it fails, and its messages."""
    command = [clang, "-x", "cuda", f"--cuda-{side}-only", *FLAGS, "-isystem", include, "-O1", "-fno-discard-value-names",
               *words]
    done = subprocess.run(["/bin/sh", "-c", 'exec "$@"', "sh", *command], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None, done.stderr


def precompile(clang, include, side, extra, name):
    """Makes the file of what comes before every source; the messages, if it fails."""
    words = [*extra, "-Xclang", "-emit-pch", "-emit-llvm", "-c", "-o", name, f"{include}/hgrd/prelude.h"]
    made, messages = compile_text(clang, include, side, words)
    return messages if made is None else None


def compile_side(clang, include, path, side, extra, before):
    """LLVM IR of one side, after inlining and promotion to SSA, and clang's messages."""
    return compile_text(clang, include, side, [*extra, "-include-pch", before, "-emit-llvm", "-S", "-o", "-", str(path)])


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


def check_all(clang, include, folder):
    """How many expectations hold, and how many do not."""
    passed = failed = 0

    def judge(good, what):
        nonlocal passed, failed
        if good:
            passed += 1
        else:
            failed += 1
            print("FAILED", what)

    for standard in ("c++14", "c++17", "c++20"):
        extra = [f"-std={standard}", *([] if standard == LOOKED_AT else ["-Xclang", "-disable-llvm-passes"])]
        before = {side: f"{folder}/{standard}.{side}.pch" for side in ("device", "host")}
        for side, name in before.items():
            messages = precompile(clang, include, side, extra, name)
            judge(messages is None, f"prelude.h: {side} side, {standard}\n{messages}")
        for path in sorted(HERE.glob("*.cu")):
            sides = {}
            for side, name in before.items():
                sides[side], messages = compile_side(clang, include, path, side, extra, name)
                judge(sides[side] is not None, f"{path.name}: {side} side, {standard}\n{messages}")
            if standard != LOOKED_AT or None in sides.values():
                continue
            functions = bodies(sides["device"])
            for kind, regex, name, line in expectations(path.read_text()):
                place = f"{path.name}:{line}: {kind}: {regex}"
                if kind == "HOST":
                    judge(re.search(regex, sides["host"]) is not None, place)
                    continue
                body = functions.get(name, "")
                hit = re.search(regex, body) is not None
                judge(bool(body) and hit == (kind == "IR"), place)
    return passed, failed


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    include = sys.argv[2]
    clang = support.clang_of(sys.argv[1])
    forks.start(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="hgrd-headers-") as folder:
        passed, failed = check_all(clang, include, pathlib.Path(folder))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
