#!/usr/bin/env python3
"""End-to-end tests: run hgrd on tests/cases/**/*.cu and compare with the tags in each file.

A folder in tests/cases/program/ is one case: its sources are checked as one program.

usage: run.py HGRD [-j N] [paths...]        The tags are described in tests/README.md.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import forks

HERE = pathlib.Path(__file__).resolve().parent
NAMES = r"(?:twin-)?(?:race(?:\(warning\))?|launch|kernel|fact|assumes|finding(?:\(warning\))?|cause)"
START = re.compile(r"//\s*(?=(?:" + NAMES + r"|twin):)")
TAG = re.compile(r"\s*(" + NAMES + r"|twin):\s*")
HEAD = re.compile(r"//\s*(flags|twin-flags|xfail|twin-xfail|requires|races):\s*(.*?)\s*$")
KINDS = {"inter-block", "intra-block", "intra-warp"}
VERDICTS = {"race", "race-free", "undecided", "vacuous"}
EXACT = ("race", "race(warning)", "launch", "kernel", "finding", "finding(warning)")
TIMEOUT = 300
MORE_TIME = "--timeout=60"  # of a kernel, for a second run of what fails: other work may have taken the first one's
PROGRAMS = HERE / "cases" / "program"
SUFFIXES = {".cu", ".cc", ".cpp", ".c"}
NOWHERE = ("", 0)


def sources(path):
    """The files of a case: itself, or all of a folder."""
    return sorted(f for f in path.iterdir() if f.suffix in SUFFIXES) if path.is_dir() else [path]


class Case:
    """A file or folder: head lines, tags by (name, place), and the texts of its twin."""

    def __init__(self, path):
        self.path, self.errors, self.head = path, [], {}
        self.tags = collections.defaultdict(set)
        self.twin = None  # of each file its lines
        self.texts = {f.name: f.read_text().split("\n") for f in sources(path)}
        for name, lines in self.texts.items():
            for number, line in enumerate(lines, 1):
                head = HEAD.match(line)
                if head:
                    self.head[head[1]] = head[2]
                    continue
                start = START.search(line)
                if start:
                    self.parse(line[start.end():], (name, number))
        if self.twin is None and "twin-flags" in self.head:
            self.twin = self.texts

    def parse(self, text, place):
        number = place
        while text.strip():
            tag = TAG.match(text)
            if not tag:
                self.errors.append((number, f"a tag, got '{text.strip()}'"))
                return
            name, text = tag[1], text[tag.end():]
            if name == "twin":
                if self.twin is not None:
                    self.errors.append((number, "at most one 'twin:' in a file"))
                file, line = place
                lines = self.texts[file]
                self.twin = self.texts | {file: lines[:line - 1] + [text] + lines[line:]}
                return
            value, _, text = text.partition(";")
            plain = name.removeprefix("twin-")
            values = {value.strip()} if plain == "cause" else {v.strip() for v in value.split(",")}
            known = KINDS if "race" in plain else VERDICTS if plain in ("launch", "kernel") else values
            for bad in sorted(values - known | ({""} & values)):
                self.errors.append((number, f"a known value for '{name}', got '{bad}'"))
            self.tags[name, number] |= values

    def expected(self, prefix):
        """Tags of the case itself (prefix "") or of its twin ("twin-"), without the prefix."""
        return {(name.removeprefix(prefix), place): values for (name, place), values in self.tags.items()
                if name.startswith("twin-") == bool(prefix)}


def collect(case, report):
    """The same shape as the tags, from hgrd's JSON: {(name, place): values}."""
    got = collections.defaultdict(set)

    def here(place):
        name = pathlib.Path(place.get("file") or case.path).name
        return (name, place.get("line") or 0) if name in case.texts else NOWHERE

    for kernel in report["kernels"]:
        for launch in kernel["launches"]:
            if launch.get("file"):
                got["launch", here(launch)].add(launch["verdict"])
            else:
                got["kernel", here(kernel)].add(launch["verdict"])
            for race in launch.get("races") or []:
                name = {"error": "race", "warning": "race(warning)"}.get(race["severity"])
                if name == "race":
                    got["races", NOWHERE].add((race["kind"], *sorted(str((here(a), a["column"], a["type"]))
                                                                   for a in race["accesses"])))
                for access in race["accesses"]:
                    if name:
                        got[name, here(access)].add(race["kind"])
                    got["cause", here(access)].add(race["cause"])
            start = here(launch) if launch.get("file") else here(kernel)
            got["assumes", start].update((launch.get("proof") or {}).get("assumptions") or [])
            for fact in (launch.get("proof") or {}).get("facts") or []:
                got["fact", here(fact)].add(fact["kind"])
    for finding in report.get("findings") or []:
        rule = finding["rule"]
        warned = rule == "inter-kernel" and finding["severity"] == "warning"
        got["finding(warning)" if warned else "finding", here(finding)].add(rule)
    return got


def compare(expected, got):
    """Failing expectations as (place, message)."""
    failures = []

    def show(values):
        return ",".join(sorted(values)) or "nothing"

    for name, place in sorted(set(expected) | {k for k in got if k[0] in EXACT}, key=lambda k: (k[1], k[0])):
        want, have = expected.get((name, place), set()), got.get((name, place), set())
        if name in EXACT:
            bad = want != have
        elif name == "cause":
            bad = not all(any(text in cause for cause in have) for text in want)
        elif name == "assumes":
            bad = any((text.lstrip("!") in have) == text.startswith("!") for text in want)
        else:
            bad = not want <= have
        if bad:
            failures.append((place, f"{name} {show(want)}, got {show(have)}"))
    return failures


def run(hgrd, path, flags, more=""):
    """(json report, None) or (None, why there is none)."""
    own, dashes, clang = (flags + " ").partition("-- ")
    own += f" {more}"
    if path.is_dir():
        own += " --whole-program"
    command = [*hgrd, "--no-cache", "--format=json", *shlex.split(own), *map(str, sources(path)), *([dashes.strip()] if dashes else []),
               *shlex.split(clang)]
    try:
        done = forks.run(command, TIMEOUT)
    except subprocess.TimeoutExpired:
        return None, f"an end, got none in {TIMEOUT} s"
    except OSError as error:
        return None, f"hgrd to start, got '{error}'"
    try:
        report = json.loads(done.stdout)
        report["kernels"]
    except (ValueError, KeyError, TypeError):
        last = (done.stderr.strip().split("\n") or [""])[-1]
        return None, f"a JSON report, got exit code {done.returncode}, stderr '{last}'"
    if report.get("errors") or done.returncode not in (0, 1, 3):
        return None, f"exit code 0, 1 or 3 and no errors, got {done.returncode}, {report.get('errors')}"
    return report, None


def test(case, path, prefix, hgrd, more=""):
    """Failures of the case (prefix "") or of its twin."""
    expected = case.expected(prefix)
    if not any(name in EXACT for name, _ in expected):
        return [(NOWHERE, f"a '{prefix}launch:' or '{prefix}kernel:' tag, got none")]
    report, error = run(hgrd, path, case.head.get(prefix + "flags", case.head.get("flags", "")), more)
    if error:
        return [(NOWHERE, error)]
    try:
        got = collect(case, report)
        failures = compare(expected, got)
        if not prefix and "races" in case.head and len(got["races", NOWHERE]) != int(case.head["races"]):
            failures.append((NOWHERE, f"{case.head['races']} races, got {len(got['races', None])}"))
    except (KeyError, TypeError, AttributeError) as wrong:
        return [(NOWHERE, f"a report as the contract says, got {type(wrong).__name__} {wrong}")]
    return failures


def check(path, hgrd, toolkit, always):
    """(label, outcome, messages) for the case and, if it has one, its twin."""
    case, results = Case(path), []

    def name(place):
        return f"{path / place[0] if path.is_dir() else path}:{place[1]}"

    if case.errors:
        return [(path, "failed", [f"{name(n)}: expected {m}" for n, m in case.errors])]
    wanted = always or case.head.get("requires") == "toolkit"
    if wanted and not toolkit:
        return [(path, "skipped", [f"{path}: skipped, no CUDA toolkit found"])]
    hgrd = [*hgrd, f"--cuda-path={toolkit if wanted else 'none'}"]
    with tempfile.TemporaryDirectory(prefix="hgrd-twin-") as folder:
        twin = pathlib.Path(folder, path.name)
        if case.twin is not None and path.is_dir():
            shutil.copytree(path, twin)
        for file, lines in (case.twin or {}).items():
            pathlib.Path(twin / file if path.is_dir() else twin).write_text("\n".join(lines))
        if case.twin is None and any(tag.startswith("twin-") for tag, _ in case.tags):
            results.append((path, "failed", [f"{path}: expected a 'twin:' for the twin tags, got none"]))
        for prefix, where in ("", path), ("twin-", twin):
            if prefix and case.twin is None:
                continue
            label = f"{path} (twin)" if prefix else str(path)
            xfail = prefix + "xfail" in case.head
            failures = test(case, where, prefix, hgrd)
            slow = failures and not xfail
            if slow:
                failures = test(case, where, prefix, hgrd, MORE_TIME)
            messages = [f"{name(n)}: {'twin ' if prefix else ''}expected {m}" for n, m in failures]
            if slow and not failures:
                messages = [f"{label}: passed, but only with {MORE_TIME}"]
            if xfail:
                outcome = "xfail" if failures else "failed"
                messages = [] if failures else [f"{label}: unexpected pass"]
            else:
                outcome = "failed" if failures else "passed"
            results.append((label, outcome, messages))
    return results


def toolkit_path():
    """Root of a CUDA toolkit, None where there is none."""
    nvcc = shutil.which("nvcc")
    roots = [os.environ.get("CUDA_PATH"), nvcc and pathlib.Path(nvcc).resolve().parents[1], "/usr/local/cuda"]
    return next((str(root) for root in roots if root and pathlib.Path(root, "include", "cuda_runtime.h").is_file()), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("hgrd", help="the program to test, with options if need be")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1, metavar="N", help="files at a time")
    parser.add_argument("--toolkit", action="store_true", help="run every case with a toolkit's headers")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, help="files or folders (default: tests/cases)")
    options = parser.parse_intermixed_args()
    files = []
    for path in options.paths or [HERE / "cases"]:
        found = sorted(path.rglob("*.cu")) if path.is_dir() else [path]
        files += dict.fromkeys(f.parent if f.resolve().parent.parent == PROGRAMS else f for f in found)
    files = [pathlib.Path(os.path.relpath(f)) for f in files][::-1]  # the last folders have the longest cases
    toolkit = toolkit_path()
    forks.start(*shlex.split(options.hgrd)[:1] * 2)
    count = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for results in pool.map(lambda f: check(f, shlex.split(options.hgrd), toolkit, options.toolkit), files):
            for _, outcome, messages in results:
                count[outcome] += 1
                for message in messages:
                    print(message, flush=True)
    extra = "".join(f", {count[o]} {o}" for o in ("skipped", "xfail") if count[o])
    print(f"{count['passed']} passed, {count['failed']} failed{extra}")
    return 1 if count["failed"] or not files else 0


if __name__ == "__main__":
    sys.exit(main())
