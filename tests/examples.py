#!/usr/bin/env python3
"""Compare hgrd's report on every examples/*.cu with the one beside it, examples/*.txt.

usage: examples.py HGRD [--update]

Times are left out, and witnesses are compared by their form only: another solver version may
choose other values. --update writes the reports.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def report(hgrd, path):
    """The command and what it prints, without the time."""
    args = ["--explain", str(path.relative_to(ROOT))]
    done = subprocess.run([hgrd, "--no-cache", *args], cwd=ROOT, capture_output=True, text=True, check=False)
    text = re.sub(r" \(\d+\.\d\d s\)", "", done.stdout + done.stderr)
    return f"$ hgrd {' '.join(args)}\n{text}exit code {done.returncode}\n"


def form(text):
    """The text with the numbers of its witnesses replaced."""
    return re.sub(r"(?m)^note: witness: .*$", lambda match: re.sub(r"[+-]?\d+", "#", match[0]), text)


def main():
    hgrd, update = str(pathlib.Path(sys.argv[1]).resolve()), "--update" in sys.argv
    passed = failed = 0
    for path in sorted((ROOT / "examples").glob("*.cu")):
        text, stored = report(hgrd, path), path.with_suffix(".txt")
        if update:
            stored.write_text(text)
        if stored.exists() and form(stored.read_text()) == form(text):
            passed += 1
        else:
            failed += 1
            print(f"{path.relative_to(ROOT)}: another report than in {stored.name}:\n{text}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
