#!/usr/bin/env python3
"""Golden tests of compilers' flags: every row of flags.txt, through --explain-command.

usage: flags.py HGRD
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROWS = pathlib.Path(__file__).with_name("flags.txt")
FILES = {
    "conf.h": "", "inc/a.h": "",
    "kit/include/cuda_runtime.h": "#error a toolkit's", "kit/include/crt/host_config.h": "",
    "kit/include/cccl/cuda/std/atomic": "", "kit/include/cublas_v2.h": "",
    "opts.txt": '-I/p/inc -I"/p/inc with space"\n -isystem=/p/sysinc --options-file sub/nested.txt\n',
    "sub/nested.txt": "-DNESTED=1", "more.txt": "-DMORE\n", "loop.txt": "-optf loop.txt",
    "hash.txt": "-DBEFORE\n# no comment\n", "nested/here.txt": "-optf gone.txt", "nested/gone.txt": "-DWRONG",
    "host.rsp": "-DFROM_HOST=1 -O2\n-Wall",
}


def read_rows():
    """(number, compiler, flags, expected) for every row."""
    rows, compiler = [], None
    for number, line in enumerate(ROWS.read_text().splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            compiler = line.strip("[]")
            continue
        flags, _, expected = line.partition("=>")
        rows.append((number, compiler, flags.strip(), expected.strip()))
    return rows


def write_project(folder, rows):
    """The sources and a database with one entry per row."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    entries = []
    for number, compiler, flags, _ in rows:
        source = f"row{number}.cu"
        (folder / source).write_text("")
        entries.append({"directory": str(folder), "file": source,
                        "command": f"{compiler} {flags} -DEND -c {source}"})
    (folder / "compile_commands.json").write_text(json.dumps(entries))


def explained(text):
    """The answer of --explain-command in parts: kind, inputs, error, flags of the device side."""
    parts = {"inputs": "", "error": "", "device": ""}
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "understood":
            parts["kind"] = rest.rpartition(": ")[2]
        elif word in parts:
            parts[word] = rest.strip()
    words = shlex.split(parts["device"])
    if words:
        start = [w.endswith("/hgrd/prelude.h") for w in words].index(True)
        end = [w.startswith("-fdebug-prefix") for w in words]
        parts["flags"] = words[start + 1:end.index(True)]
        parts["arch"] = [w for w in words if w.startswith("--cuda-gpu-arch=")][0].partition("=")[2]
    return parts


def wanted(expected, folder):
    """The architecture and flags of a row, and the files besides the source."""
    words = shlex.split(expected.replace("{dir}", str(folder)))
    arch, inputs = "sm_80", []
    if words and words[0].startswith("inputs="):
        inputs = words.pop(0).partition("=")[2].split(",")
    if words and words[0].startswith("arch="):
        arch = words.pop(0).partition("=")[2]
    if "@last" in words:
        at = words.index("@last")
        return inputs, arch, words[:at] + ["-DEND"] + words[at + 1:]
    return inputs, arch, words + ["-DEND"]


def explain(hgrd, folder, rows):
    """The answers for all rows, by the name of the source."""
    options = [f"--explain-command=row{number}.cu" for number, *_ in rows]
    done = subprocess.run([hgrd, *options], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode or done.stderr:
        sys.exit(f"exit code {done.returncode}: {done.stderr}")
    answers = re.split(r"(?m)^entry ", done.stdout)[1:]
    return {re.search(r"  file +(\S+)", text)[1]: text for text in answers}


def check(answer, folder, row):
    """What is wrong with a row, or None."""
    number, _, _, expected = row
    source = f"row{number}.cu"
    parts = explained(answer)
    if expected.startswith("!"):
        said = f"{parts.get('kind')} {parts['error']}"
        return None if expected[1:] in said and not parts["device"] else f"said {said!r}"
    if not parts["device"]:
        return f"not understood:\n{answer}"
    inputs, arch, flags = wanted(expected, folder)
    if shlex.split(parts["inputs"]) != inputs + [source]:
        return f"inputs are {parts['inputs']}"
    if (parts["arch"], parts["flags"]) != (arch, flags):
        return f"got {parts['arch']} {shlex.join(parts['flags'])}"
    return None


def options_without_row(rows):
    """Options of nvcc's table that no row tries."""
    table = (ROWS.parents[2] / "frontend" / "nvcc.def").read_text()
    tried = {flag for _, _, flags, _ in rows for flag in re.findall(r"(?<![\w-])-+([\w-]+)", flags)}
    names = re.findall(r'^NVCC\("([^"]*)", "([^"]*)"', table, re.MULTILINE)
    return [long or short for long, short in names if (long or short) not in tried]


def main():
    hgrd = str(pathlib.Path(sys.argv[1]).resolve())
    rows = read_rows()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="hgrd-flags-") as name:
        folder = pathlib.Path(name).resolve()
        write_project(folder, rows)
        answers = explain(hgrd, folder, rows)
        for row in rows:
            problem = check(answers[f"row{row[0]}.cu"], folder, row)
            if problem:
                failed += 1
                print(f"FAILED flags.txt:{row[0]}: [{row[1]}] {row[2]} => {row[3]}\n    {problem}")
    for name in options_without_row(rows):
        failed += 1
        print(f"FAILED no row tries --{name}")
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
