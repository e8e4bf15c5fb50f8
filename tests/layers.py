#!/usr/bin/env python3
"""Check the direction of includes: a layer knows itself and those before it.

Order: base, expr, ir, frontend, then hostanalysis and kernelanalysis side by side, then
solver, report, driver. Headers of the three big libraries stay in the layers made for them.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = ROOT / "frontend/include"  # those of user programs
RANKS = [["base"], ["expr"], ["ir"], ["frontend"], ["hostanalysis", "kernelanalysis"],
         ["solver"], ["report"], ["driver"]]
RANK = {layer: rank for rank, layers in enumerate(RANKS) for layer in layers}
OWN = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
FOREIGN = re.compile(r"^\s*#\s*include\s+<([^>]+)>")
LIBRARIES = {"z3": {"solver"}, "sqlite3": {"driver"}, "clang-c/": {"frontend"},
             "llvm-c/": {"ir", "frontend", "hostanalysis", "kernelanalysis"}}


def own_problem(path, name):
    """Why this include of a project header is wrong, or None."""
    layer = path.relative_to(ROOT).parts[0]
    other = name.split("/")[0]
    if "/" not in name or other not in RANK:
        return f'"{name}" is not named from the root'
    if not (ROOT / name).exists():
        return f'"{name}" does not exist'
    if other != layer and RANK[other] >= RANK[layer]:
        return f"{layer}/ must not know {other}/"
    if name.endswith("_internal.h") and (ROOT / name).parent != path.parent:
        return f'"{name}" is for its own folder'
    return None


def foreign_problem(layer, name):
    """Why this include of a library header is wrong, or None."""
    for prefix, allowed in LIBRARIES.items():
        if name.startswith(prefix) and layer not in allowed:
            return f"<{name}> belongs in {', '.join(sorted(allowed))} only"
    return None


def main():
    passed = failed = 0
    for layer in RANK:
        for path in sorted(path for path in (ROOT / layer).rglob("*.[ch]") if HEADERS not in path.parents):
            bad = []
            for number, line in enumerate(path.read_text().splitlines(), 1):
                own, foreign = OWN.match(line), FOREIGN.match(line)
                problem = (own and own_problem(path, own[1])) or \
                    (foreign and foreign_problem(layer, foreign[1]))
                if problem:
                    bad.append(f"{path.relative_to(ROOT)}:{number}: {problem}")
            print("\n".join(bad), end="\n" if bad else "")
            passed, failed = passed + (not bad), failed + bool(bad)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
