#!/usr/bin/env python3
"""Project scans in which one unit tells facts about launches in another.

usage: cross_unit.py HGRD [NAME...]
"""
import functools
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import forks  # noqa: E402
import support  # noqa: E402

PROGRAMS = pathlib.Path(__file__).resolve().parent.parent / "cases" / "program"
LIBRARY = {
    "k.cu": "__global__ void rows(int *m, int n, int w) { m[blockIdx.x * w + threadIdx.x] = blockIdx.x; }\n"
            "void launch(int *m, int n, int w) { rows<<<n, 64>>>(m, n, w); }\n",
    "lib.cc": "void launch(int *m, int n, int w);\n"
              "void clear(int *m, int n, bool on) { if (on) launch(m, n, 32); }\n",
    "use.cc": "void clear(int *m, int n, bool on);\n"
              "void quiet(int *m) { clear(m, 4, false); }\n",
}


class Project:
    """A copy of a program's sources with a database."""

    def __init__(self, folder, files):
        self.folder = folder
        support.write(folder, files)
        (folder / "tmp").mkdir()
        (folder / "build").mkdir()
        self.database(sorted(n for n in files if not n.endswith(".h")))

    def database(self, names):
        entries = [{"directory": str(self.folder), "file": name,
                    "command": f"{'nvcc' if name.endswith('.cu') else 'g++ -O2 -march=native'} -c {name} -o {name}.o"}
                   for name in names]
        (self.folder / "build" / "compile_commands.json").write_text(json.dumps(entries))

    def run(self, hgrd, *args):
        return subprocess.run([hgrd, "-p", "build", *args], cwd=self.folder, capture_output=True,
                              text=True, timeout=300, check=False,
                              env=os.environ | {"TMPDIR": str(self.folder / "tmp")})


def program(folder, name):
    return Project(folder, {f.name: f.read_text() for f in (PROGRAMS / name).iterdir()})


def expect(got, wanted):
    return support.expect([got], [wanted])


def facts_of_host_unit(hgrd, folder):
    """nvcc compiles the kernel, g++ the caller whose asserts prove it; --explain names the place."""
    project = program(folder, "matrix")
    done = project.run(hgrd, "--explain")
    return expect(done.returncode, 0) + \
        expect("matrix.cc:13:2: note: assert: assert(num_rows_ == num_cols_)" in done.stdout, True) + \
        expect("closed-project" in done.stdout, True)


def without_host_unit(hgrd, folder):
    """Without the caller's entry the launcher is checked for any arguments."""
    project = program(folder, "matrix")
    project.database(["kernels.cu"])
    return expect(project.run(hgrd).returncode, 1)


def broken_host_unit(hgrd, folder):
    """A host unit that does not compile is no error of the scan; its facts are missing."""
    project = program(folder, "matrix")
    (folder / "matrix.cc").write_text("#error gone\n")
    done = project.run(hgrd)
    return expect((done.returncode, "gone" in done.stderr), (1, False)) + \
        expect("gone" in project.run(hgrd, "-v").stderr, True)


def one_unit_asked_for(hgrd, folder):
    """A unit that is asked for alone still has its callers."""
    project = program(folder, "foreign_launch")
    done = project.run(hgrd, "kernel.cu")
    return expect(done.returncode, 0) + expect("1 race-free" in done.stdout, True)


def members_changed_elsewhere(hgrd, folder):
    """A relation between members holds until some unit takes an object for something else, or overwrites a part of it."""
    project = program(folder, "class_sizes")
    problems = expect(project.run(hgrd).returncode, 0)
    for line in ("int *raw(Matrix *m) { return (int *)m; }",
                 "void part(Matrix *m, Matrix *n) { __builtin_memcpy(m, n, 12); }",
                 "struct Words { long first; int w[4]; }; void set(Matrix *m) { ((Words *)m)->w[0] = 7; }"):
        (folder / "log.cc").write_text(f'#include "matrix.h"\n{line}\n')
        problems += expect((line, project.run(hgrd).returncode), (line, 1))
    (folder / "log.cc").write_text('#include "matrix.h"\nvoid whole(Matrix *m, Matrix *n) { *m = *n; }\n')
    return problems + expect(project.run(hgrd).returncode, 0)


def library(hgrd, folder):
    """A function that is called inside with other arguments alone is no launch that never happens."""
    return expect(Project(folder, LIBRARY).run(hgrd).returncode, 1)


def never_called(hgrd, folder):
    """The only call of the function that launches stands on a way that its caller never takes."""
    codes = []
    for way, taken in ("sizeof(int) == 4", "on"), ("sizeof(int) == 4", "!on"):
        files = LIBRARY | {"lib.cc": "void launch(int *m, int n, int w);\nvoid copy(int *m, int n);\n"
                           f"void clear(int *m, int n, bool on) {{ if ({way} && on) copy(m, n);"
                           f" else if ({taken}) launch(m, n, 32); }}\n"}
        case = folder / str(len(codes))
        case.mkdir()
        codes.append(Project(case, files).run(hgrd).returncode)
    return expect(codes, [3, 1])


def order_and_traces(hgrd, folder):
    """Reports are the same whatever -j; nothing stays behind."""
    project = program(folder, "levels")
    one, four = (project.run(hgrd, "--explain", f"-j{n}").stdout.rsplit("(", 1)[0] for n in (1, 4))
    return expect(one, four) + expect(list((folder / "tmp").iterdir()), [])


def assumed(hgrd, folder):
    """--assume reaches the kernels of a program that have no launch in sight, and names are checked in all units."""
    project = Project(folder, {
        "k.cu": "__global__ void rows(int *m, int w) { m[blockIdx.x * w + threadIdx.x] = blockIdx.x; }\n",
        "other.cu": "__global__ void other(int *m, int v) { m[blockIdx.x * blockDim.x + threadIdx.x] = v; }\n",
        "u.cc": "int unrelated(int x) { return x + 1; }\n"})
    problems = []
    for args, code in (([], 1), (["--assume=w == 64"], 1), (["--assume=w == 64", "--block-dim=64"], 0),
                       (["--assume=w == 64", "--block-dim=65"], 1), (["--assume=w == 64", "--block-dim=64"], 0)):
        problems += expect((args, project.run(hgrd, *args).returncode), (args, code))
    done = project.run(hgrd, "--assume=absent == 1")
    return problems + expect(done.returncode, 2) + support.said(done.stderr, "no kernel has a parameter 'absent'")


def many_callers(hgrd, folder):
    """More callers than one plan holds are asked about in groups, with the relations that their class keeps."""
    callers = range(60)
    files = {
        "m.h": "class Matrix {\npublic:\n\tvoid resize(int rows, int cols, int *data);\n" +
               "".join(f"\tvoid fill{i}();\n" for i in callers) +
               "\tvoid raw(int stride);\nprivate:\n\tint *data_;\n\tint rows_, cols_, stride_;\n};\n" +
               "".join(f"void launch{i}(int *m, int rows, int cols, int stride);\n" for i in [*callers, 60]),
        "k.cu": '#include "m.h"\n__global__ void fill(int *m, int cols, int stride)\n'
                "{\n\tif (threadIdx.x < cols)\n\t\tm[blockIdx.x * stride + threadIdx.x] = blockIdx.x;\n}\n" +
                "".join(f"void launch{i}(int *m, int rows, int cols, int stride)\n"
                        f"{{\n\tfill<<<rows, 64>>>(m, cols, stride);\n}}\n" for i in [*callers, 60]),
        "m.cc": '#include "m.h"\nvoid log(const char *what);\n'
                "void Matrix::resize(int rows, int cols, int *data)\n{\n\tif (rows <= 0 || cols <= 0)\n\t\treturn;\n"
                "\tdata_ = data;\n\trows_ = rows;\n\tcols_ = cols;\n\tstride_ = (cols + 3) / 4 * 4;\n}\n" +
                "".join(f'void Matrix::fill{i}() {{ log("{i}"); launch{i}(data_, rows_, cols_, stride_); }}\n'
                        for i in callers) +
                "void Matrix::raw(int stride) { launch60(data_, rows_, cols_, stride); }\n"}
    project = Project(folder, files)
    problems = []
    for stride, wanted in (("(cols + 3) / 4 * 4", [1, 60]), ("cols / 4 * 4", [61, 0])):
        (folder / "m.cc").write_text(files["m.cc"].replace("(cols + 3) / 4 * 4", stride))
        done = project.run(hgrd, "--format=json", "--no-cache")
        summary = json.loads(done.stdout)["summary"]
        problems += expect([summary["race"], summary["race_free"]], wanted)
    one, two = (project.run(hgrd, "--explain", "--no-cache", f"-j{n}").stdout.rsplit("(", 1)[0] for n in (1, 2))
    return problems + expect(one, two)


def many_classes(hgrd, folder):
    """Relations are looked for in all classes that the launches of a unit use, however many."""
    numbers = range(12)
    stride = "(cols + 3) / 4 * 4"
    files = {
        "m.h": "".join(f"class M{i} {{\npublic:\n\tvoid resize(int cols, int *data);\n\tvoid fill();\n"
                       f"private:\n\tint *data_;\n\tint cols_, stride_;\n}};\n"
                       f"void launch{i}(int *m, int cols, int stride);\n" for i in numbers),
        "k.cu": "__global__ void fill(int *m, int cols, int stride)\n"
                "{\n\tif (threadIdx.x < cols)\n\t\tm[blockIdx.x * stride + threadIdx.x] = blockIdx.x;\n}\n" +
                "".join(f"void launch{i}(int *m, int cols, int stride) {{ fill<<<9, 64>>>(m, cols, stride); }}\n"
                        for i in numbers),
        "m.cc": '#include "m.h"\n' +
                "".join(f"void M{i}::resize(int cols, int *data)\n{{\n\tif (cols <= 0)\n\t\treturn;\n\tdata_ = data;\n"
                        f"\tcols_ = cols;\n\tstride_ = {stride};\n}}\n"
                        f"void M{i}::fill() {{ launch{i}(data_, cols_, stride_); }}\n" for i in numbers)}
    project = Project(folder, files)
    problems = []
    for text, wanted in ((stride, [0, 12]), ("cols / 4 * 4", [12, 0])):
        (folder / "m.cc").write_text(files["m.cc"].replace(stride, text))
        summary = json.loads(project.run(hgrd, "--format=json", "--no-cache").stdout)["summary"]
        problems += expect([summary["race"], summary["race_free"]], wanted)
    return problems


THREADS = {
    "k.cu": "__global__ void add(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x]++; }\n"
            "void start(void *(*run)(void *), void *data);\n"
            "void *work(void *p)\n{\n\tadd<<<4, 256>>>((int *)p);\n\treturn 0;\n}\n"
            "int main()\n{\n\tint *p;\n\tcudaMalloc(&p, 4096);\n\tstart(work, p);\n}\n",
    "broken.cc": "#error no\n",
}


def main_without_launch(hgrd, folder):
    """main starts a thread that launches, and a unit of the program is missing: main itself is left out."""
    done = Project(folder, THREADS).run(hgrd, "--format=json")
    summary = json.loads(done.stdout)["summary"]
    return expect([summary["race_free"], "internal error" in done.stderr], [1, False])


TESTS = [main_without_launch, facts_of_host_unit, without_host_unit, broken_host_unit, one_unit_asked_for,
         members_changed_elsewhere, many_callers, many_classes, library, never_called,
         order_and_traces, assumed]


if __name__ == "__main__":
    forks.start(support.program())
    sys.exit(support.run_tests([(test.__name__, functools.partial(test, support.program()))
                                for test in TESTS], sys.argv[2:]))
