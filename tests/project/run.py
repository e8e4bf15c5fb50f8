#!/usr/bin/env python3
"""Project scans: databases of every writer, selection, merging, and what goes wrong.

usage: run.py HGRD [NAME...]

Every test runs in a fresh folder with the files of FILES in it.
"""
import fcntl
import hashlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import forks  # noqa: E402
from support import clang_of, expect, on_terminal, program, run, run_tests, said, script, untimed, write  # noqa: E402

KERNEL = """#include "kernel.h"
#ifndef FOO
#error FOO is not defined
#endif
void run(int *p) { fill<<<8, 128>>>(p); }
"""
FILES = {
    "inc/kernel.h": "#include <cuda_runtime.h>\n"
                    "static __global__ void fill(int *out) "
                    "{ out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n",
    "inc/racy.h": "#include <cuda_runtime.h>\ntemplate <typename T> __global__ void step(T *out) "
                  "{ out[threadIdx.x % 100] = threadIdx.x; }\n"
                  "inline void go(int *p) { step<<<1, 128>>>(p); }\n",
    "src/a.cu": KERNEL, "src/b.cu": KERNEL, "src/c.cpp": KERNEL,
    "src/host.cpp": "int host() { return 0; }\n",
    "src/racy.cu": '#include "racy.h"\nvoid one(int *p) { go(p); }\n',
    "src/racy2.cu": '#include "racy.h"\nvoid two(int *p, float *q) { go(p); step<<<1, 128>>>(q); }\n',
}
NVCC = "/usr/local/cuda/bin/nvcc"
CMAKE = "-O3 -DNDEBUG --generate-code=arch=compute_80,code=[compute_80,sm_80] -Xcompiler=-fPIC"


def database(folder, entries, where="build/compile_commands.json"):
    """Writes a database, with {dir} replaced by the folder."""
    write(folder, {where: json.dumps(entries)})


def simple(folder, *names, compiler="nvcc", flags="-DFOO -I../inc"):
    """A database with one entry per source."""
    database(folder, [{"directory": "{dir}/build", "file": f"../src/{name}",
                       "command": f"{compiler} {flags} -c ../src/{name}"} for name in names])


def summary(hgrd, folder, *args, **more):
    """Exit code, units with kernels (by file), errors and what is said on stderr."""
    done = run(hgrd, folder, "--format=json", *args, **more)
    report = json.loads(done.stdout)
    files = sorted({launch["file"] for kernel in report["kernels"]
                    for launch in kernel["launches"]})
    return done.returncode, files, [(e["file"], e["message"]) for e in report["errors"]], done.stderr


# Databases, as they are written by the tools of their names.

def cmake_makefiles(hgrd, folder):
    """CMake's Makefiles: option files, C++ sources as CUDA, quoted macros, host code."""
    write(folder, {"build/CMakeFiles/a.dir/includes_CUDA.rsp": '-I{dir}/inc -I"{dir}/in c" '
                                                               "-isystem={dir}/sys"})
    common = f"{NVCC} -forward-unknown-to-host-compiler -DFOO=1 -DS=\\\"\\\\\\\"x y\\\\\\\"\\\" " \
             f"--options-file CMakeFiles/a.dir/includes_CUDA.rsp {CMAKE} -std=c++17"
    entries = [{"directory": "{dir}/build", "file": "{dir}/src/" + name,
                "command": f"{common} -x cu -rdc=true -c {{dir}}/src/{name} -o a.dir/{name}.o",
                "output": f"a.dir/{name}.o"} for name in ("a.cu", "c.cpp")]
    entries.append({"directory": "{dir}/build", "file": "{dir}/src/host.cpp",
                    "command": "/usr/bin/c++ -O3 -o host.o -c {dir}/src/host.cpp"})
    database(folder, entries)
    code, files, errors, text = summary(hgrd, folder, "-p", "build")
    return expect((code, files, errors), (0, ["src/a.cu", "src/c.cpp"], [])) + \
        said(text, r"not checked: 1 host code")


def cmake_ninja(hgrd, folder):
    """CMake's Ninja files: includes in the command, -isystem=, a launcher."""
    database(folder, [{"directory": "{dir}/build", "file": "{dir}/src/a.cu",
                       "command": f"/usr/bin/ccache {NVCC} -forward-unknown-to-host-compiler "
                                  f"-ccbin=/usr/bin/g++ -DFOO=1 -isystem={{dir}}/inc {CMAKE} "
                                  "-x cu -c {dir}/src/a.cu -o CMakeFiles/a.dir/src/a.cu.o"}])
    project = "--project=build/compile_commands.json"
    code, files, errors, _ = summary(hgrd, folder, project, "--system-kernels")
    return expect((code, files, errors), (0, ["src/a.cu"], [])) + \
        said(run(hgrd, folder, project).stdout, r"1 launch of kernels in system headers not checked")


def ninja_multi_config(hgrd, folder):
    """Ninja Multi-Config: of several entries the one with asserts is used."""
    write(folder, {"src/a.cu": KERNEL.replace("#ifndef FOO", "#if !defined(FOO) || FOO != 2")})
    entries = [{"directory": "{dir}/build", "file": "{dir}/src/a.cu",
                "command": f"{NVCC} -DFOO={number} -I{{dir}}/inc {flags} -c {{dir}}/src/a.cu "
                           f"-o CMakeFiles/a.dir/{config}/a.cu.o"}
               for number, (config, flags) in enumerate(
                   [("Release", "-O3 -DNDEBUG"), ("RelWithDebInfo", "-O2 -DNDEBUG"),
                    ("Debug", "-g")])]
    database(folder, entries)
    code, files, errors, text = summary(hgrd, folder, "-p", "build")
    told = run(hgrd, folder, "--explain-command=src/a.cu")
    return expect((code, files, errors), (0, ["src/a.cu"], [])) + \
        said(text, "2 more entries of the same files") + \
        said(told.stdout, "entry 3 of", r"entry 1 is for the same file .*with NDEBUG")


def bear(hgrd, folder):
    """Bear: arrays, relative names, output."""
    database(folder, [{"arguments": ["nvcc", "-c", "-DFOO", "-I", "../inc", "-arch=sm_75", "-o",
                                     "a.o", "a.cu"],
                       "directory": "{dir}/src", "file": "{dir}/src/a.cu", "output": "a.o"},
                      {"arguments": ["nvcc", "-c", "-DFOO", "-I", "../inc", "-o", "b.o", "b.cu"],
                       "directory": "{dir}/src", "file": "b.cu"}])
    code, files, errors, _ = summary(hgrd, folder, "-p", "build")
    return expect((code, files, errors), (0, ["src/a.cu", "src/b.cu"], []))


def xmake(hgrd, folder):
    """xmake: separate values everywhere."""
    database(folder, [{"directory": "{dir}", "file": "src/a.cu",
                       "arguments": ["nvcc", "-c", "-ccbin=clang", "-Xcompiler", "-fPIE", "-O3",
                                     "-Iinc", "-DFOO", "-m64", "-rdc=true", "-gencode",
                                     "arch=compute_86,code=sm_86", "-o",
                                     "build/.objs/a.cu.o", "src/a.cu"]}])
    code, files, errors, _ = summary(hgrd, folder, "-p", "build")
    return expect((code, files, errors), (0, ["src/a.cu"], []))


def old_cmake(hgrd, folder):
    """Old CMake: a compile and a dependency run in one command, after a change of folder."""
    database(folder, [{"directory": "{dir}", "file": "{dir}/src/a.cu",
                       "command": "cd {dir}/src && nvcc -DFOO -I../inc -x cu -c a.cu -o a.o && "
                                  "nvcc -DFOO -M a.cu -MT a.o -o a.o.d; true"}])
    code, files, errors, _ = summary(hgrd, folder, "-p", ".", "src")
    other = summary(hgrd, folder, "-p", "build")
    return expect((code, files, errors), (0, ["src/a.cu"], [])) + \
        expect(other[:3], (0, ["src/a.cu"], []))


def cmake_clang(hgrd, folder):
    """CMake with clang as CUDA compiler: outputs are dropped, both sides are made."""
    database(folder, [{"directory": "{dir}/build", "file": "{dir}/src/a.cu",
                       "command": "/usr/bin/clang++-19 -DFOO=1 -I{dir}/inc -O3 "
                                  "--cuda-gpu-arch=sm_75 --cuda-gpu-arch=sm_90 "
                                  "--cuda-path=/no/cuda -std=gnu++17 -x cuda -MD -MT a.o -MF a.o.d "
                                  "-o a.o -c {dir}/src/a.cu"}])
    code, files, errors, _ = summary(hgrd, folder, "-p", "build")
    return expect((code, files, errors), (0, ["src/a.cu"], []))


def clang_writers(hgrd, folder):
    """The same with clang as CUDA compiler: Ninja Multi-Config, Bear, xmake."""
    write(folder, {"src/a.cu": KERNEL.replace("#ifndef FOO", "#if !defined(FOO) || FOO != 1"),
                   "src/b.cu": KERNEL.replace("fill<<<8", "fill<<<n").replace("int *p", "int *p, int n")})
    entries = [{"directory": "{dir}/build", "file": "{dir}/src/a.cu",
                "command": f"/usr/bin/clang++-19 -DFOO={number} -DCMAKE_INTDIR=\\\"{config}\\\" -I{{dir}}/inc {flags} "
                           "-std=gnu++17 --cuda-gpu-arch=sm_80 -fgpu-rdc -x cuda -c {dir}/src/a.cu "
                           f"-o CMakeFiles/a.dir/{config}/src/a.cu.o",
                "output": f"CMakeFiles/a.dir/{config}/src/a.cu.o"}
               for number, (config, flags) in enumerate([("Release", "-O3 -DNDEBUG"), ("Debug", "-g")])]
    entries += [{"arguments": ["/usr/bin/clang++-19", "-c", "-x", "cuda", "--offload-arch=sm_75", "-DFOO", "-I", "../inc",
                               "-nocudalib", "-o", "b.o", "b.cu"],
                 "directory": "{dir}/src", "file": "{dir}/src/b.cu", "output": "{dir}/src/b.o"},
                {"directory": "{dir}", "file": "src/c.cpp",
                 "arguments": ["/usr/bin/clang", "-c", "-Qunused-arguments", "-m64", "-fPIC", "-O3", "-Iinc", "-DFOO", "-x",
                               "cuda", "--cuda-gpu-arch=sm_86", "-fgpu-rdc", "-o", "build/.objs/c.cpp.o", "src/c.cpp"]}]
    database(folder, entries)
    code, files, errors, text = summary(hgrd, folder, "-p", "build")
    return expect((code, files, errors), (0, ["src/a.cu", "src/b.cu", "src/c.cpp"], [])) + \
        said(text, "1 more entry of the same files")


def nothing_for_cuda(hgrd, folder):
    """HIP and dependency runs are not checked; without CUDA the folder's sources are."""
    (folder / "src/racy2.cu").unlink()
    database(folder, [{"directory": "{dir}", "file": "src/host.cpp", "command": "g++ src/host.cpp"},
                      {"directory": "{dir}", "file": "src/a.cu", "command": "hipcc -c src/a.cu"},
                      {"directory": "{dir}", "file": "src/b.cu", "command": "nvcc -M src/b.cu"}])
    code, files, _, text = summary(hgrd, folder, "-p", "build", "--", "-Iinc")
    return expect((code, files), (1, ["inc/racy.h"])) + \
        said(text, r"1 host code, 1 HIP \(not supported\), 1 no compilation",
             "compiles no CUDA: the 1 .cu file below .*/src is checked")


def damaged_databases(hgrd, folder):
    """What is wrong with a database is said with its place; the exit code is 2."""
    problems = []
    for text, message in (("[{]", r"compile_commands\.json:1:3: "), ("{}", "not a compilation"),
                          ("[{}]", 'entry 1: no "file"'), ("", "compile_commands.json:1:"),
                          ('[{"file": "a.cu"}]', 'entry 1: neither "command"'),
                          ('[{"file": "a.cu", "arguments": [1]}]', "no string"),
                          ('["x"]', 'entry 1: no "file"')):
        write(folder, {"build/compile_commands.json": text})
        done = run(hgrd, folder, "-p", "build")
        problems += said(done.stderr, message) + expect([done.returncode, done.stdout], [2, ""])
        alone = run(hgrd, folder, "src/host.cpp")
        problems += expect([alone.returncode, alone.stderr], [0, ""])
    return problems


def single_file(hgrd, folder):
    """A file named alone takes its flags from the database beside or above it."""
    simple(folder, "a.cu")
    problems = expect(summary(hgrd, folder, "src/a.cu")[:3], (0, ["src/a.cu"], []))
    problems += expect(summary(hgrd, folder / "src", "a.cu", "-v")[:2], (0, ["a.cu"]))
    problems += said(run(hgrd, folder, "src/a.cu", "-v").stderr, "flags of .*compile_commands.json")
    problems += expect([summary(hgrd, folder, "--project=none", "src/a.cu")[0]], [2])
    problems += expect(summary(hgrd, folder, "src/b.cu", "--", "-DFOO", "-Iinc")[:2],
                       (0, ["src/b.cu"]))
    problems += said(run(hgrd, folder, "src/a.cu", "-v", "--", "-DMORE", "-Iinc").stderr,
                     f"-DFOO -I{folder}/inc -DMORE -I{folder}/inc")
    return problems


def other_variables(hgrd, folder):
    """nvcc's variables count when asked for; a missing option file is the unit's error."""
    simple(folder, "a.cu", flags="-I../inc")
    env = {**os.environ, "NVCC_APPEND_FLAGS": "-DFOO", "NVCC_PREPEND_FLAGS": "-DX -G"}
    problems = expect([summary(hgrd, folder, ALONE, "-p", "build", env=env)[0]], [2])
    problems += expect([summary(hgrd, folder, ALONE, "-p", "build", "--use-nvcc-env", env=env)[0]], [0])
    simple(folder, "a.cu", "b.cu", flags="-I../inc -DFOO --options-file b.rsp")
    write(folder, {"build/b.rsp": "-DX"})
    problems += expect([summary(hgrd, folder, ALONE, "-p", "build")[0]], [0])
    (folder / "build/b.rsp").unlink()
    code, files, errors, _ = summary(hgrd, folder, ALONE, "-p", "build", "src/a.cu")
    return problems + expect((code, files, errors), (2, [], [
        ("src/a.cu", "option file b.rsp: No such file or directory")]))


# Which units.

def limits(hgrd, folder):
    """Named files, folders and headers limit the scan."""
    write(folder, {"src/deep/d.cu": KERNEL})
    simple(folder, "a.cu", "b.cu", "racy.cu", "deep/d.cu")
    problems = []
    for args, code, files in (
            (["src/a.cu"], 0, ["src/a.cu"]), (["src/deep"], 0, ["src/deep/d.cu"]),
            (["inc/racy.h"], 1, ["inc/racy.h"]),
            (["inc/kernel.h"], 0, ["src/a.cu", "src/b.cu", "src/deep/d.cu"]),
            (["src/host.cpp"], 0, []), (["src/racy2.cu"], 2, []), (["src/no.h"], 2, [])):
        got = summary(hgrd, folder, "-p", "build", *args)
        problems += expect(got[:2], (code, files))
    problems += said(run(hgrd, folder, "-p", "build", "src/racy2.cu", "src/a.cu").stderr,
                     "src/racy2.cu: is in no CUDA unit", "3 CUDA units not asked for")
    return problems


ARCHS = """#include <cuda_runtime.h>
__global__ void step(int *out)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 750
    out[threadIdx.x / 2] = threadIdx.x;
#else
    out[threadIdx.x] = threadIdx.x;
#endif
#if defined(__CUDA_ARCH_SPECIFIC__) && __CUDA_ARCH__ != 900
#error the macro of another architecture
#endif
}
void run(int *p) { step<<<1, 128>>>(p); }
"""


def all_archs(hgrd, folder):
    """--all-archs checks for every architecture that is named; launches say for which they hold."""
    flags = "-gencode arch=compute_70,code=sm_70 -gencode arch=compute_80,code=sm_80 -arch=sm_90a"
    write(folder, {"src/arch.cu": ARCHS, "src/one.cu": ARCHS.replace("step", "one").replace("750", "650")})
    database(folder, [{"directory": "{dir}/build", "file": "../src/arch.cu",
                       "command": f"nvcc {flags} -c ../src/arch.cu"},
                      {"directory": "{dir}/build", "file": "../src/one.cu",
                       "command": "nvcc -arch=sm_70 -c ../src/one.cu"}])
    problems = []
    for args, wanted in (([], [("race-free", ["sm_70"]), ("race", ["sm_70"]), ("race-free", ["sm_90a"])]),
                         (["--all-archs"], [("race-free", ["sm_70"]), ("race", ["sm_70"]),
                                            ("race-free", ["sm_90a", "sm_80"])]),
                         (["--all-archs", "--arch=sm_60"], [("race", ["sm_60"]), ("race", ["sm_60"])])):
        done = run(hgrd, folder, "-p", "build", "--format=json", *args)
        report = json.loads(done.stdout)
        got = [(launch["verdict"], launch.get("archs")) for kernel in report["kernels"]
               for launch in kernel["launches"]]
        problems += expect([sorted(got, key=str)], [sorted(wanted, key=str)])
    problems += said(run(hgrd, folder, "-p", "build", "--all-archs").stdout, r"launched here \(sm_70\)")
    alone = run(hgrd, folder, "--project=none", "--all-archs", "src/arch.cu", "--", *flags.split())
    return problems + said(alone.stdout, r"1 race, 1 race-free", r"launched here \(sm_70\)")


def archs_of_own_code(hgrd, folder):
    """Other architectures are checked where the user's code is another for them, each text once, and without asking again."""
    flags = "-gencode arch=compute_70,code=sm_70 -gencode arch=compute_72,code=sm_72 -arch=sm_90"
    own = ARCHS.replace("#if defined(__CUDA_ARCH_SPECIFIC__) && __CUDA_ARCH__ != 900", "#if 0")
    same = "#if __CUDA_ARCH__ >= 600\n#define UNUSED 1\n#endif\n" + \
        ARCHS.replace("defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 750", "1")
    write(folder, {"src/arch.cu": own, "src/racy.cu": same, "src/h.cu": '#include "h.cuh"\n',
                   "src/h.cuh": own.replace("step", "other")})

    def ask(*names, args=()):
        database(folder, [{"directory": "{dir}/build", "file": f"../src/{name}",
                           "command": f"nvcc {flags} -c ../src/{name}"} for name in names])
        done = run(hgrd, folder, "-p", "build", "--format=json", f"--cache-dir={folder}/cache", *args)
        return sorted(((launch["verdict"], launch.get("archs")) for kernel in json.loads(done.stdout)["kernels"]
                       for launch in kernel["launches"]), key=str)

    both = [("race", ["sm_72"]), ("race-free", ["sm_90"])]
    problems = []
    for _ in range(2):
        problems += expect([ask("arch.cu"), ask("h.cu"), ask("racy.cu")], [both, both, [("race", None)]])
    problems += expect([ask("arch.cu", args=["--arch=sm_70"])], [[("race", None)]])
    write(folder, {"src/h.cuh": own.replace("750", "710")})
    problems += expect([ask("h.cu")], [[("race", ["sm_70"]), ("race-free", ["sm_90"])]])
    write(folder, {"src/h.cuh": own.replace("defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 750", "0")})
    return problems + expect([ask("h.cu")], [[("race-free", None)]])


def archs_disturbed(hgrd, folder):
    """Looking at a unit's architectures can be ended by Ctrl-C, and what befalls it there is said; the rest goes on."""
    simple(folder, "a.cu", "b.cu", flags="-DFOO -I../inc -gencode arch=compute_70,code=sm_70 -arch=sm_90")
    act = "case \"$*\" in *' -E '*) touch begun; %s;; esac"
    with subprocess.Popen([hgrd, "-p", "build", "--format=json", fake(hgrd, folder, act % "sleep 50")], cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not (folder / "build/begun").exists() and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    report = json.loads(out or '{"summary": {}}')
    problems = expect([process.returncode, report["summary"].get("partial")], [2, True]) + said(err, "interrupted: ")
    code, files, errors, err = summary(hgrd, folder, "-p", "build", fake(hgrd, folder, act % "kill -9 $PPID; sleep 50"))
    problems += expect((code, sorted(files), [e[0] for e in errors]), (2, ["src/a.cu", "src/b.cu"], ["src/a.cu"]))
    return problems + said(errors[0][1] if errors else "", "not checked for other architectures: internal error: signal 9")


def define_nvcc(hgrd, folder):
    """--define-nvcc defines __NVCC__; a kept cache does not mix the two. A version of the toolkit's is known either way."""
    write(folder, {"src/a.cu": "#ifdef __NVCC__\n" + FILES["src/racy.cu"] + "#endif\n#if __CUDACC_VER_MAJOR__ < 11\n"
                               "#error no version\n#endif\n"})
    simple(folder, "a.cu")
    problems = []
    for args, code in (([], 0), (["--define-nvcc"], 1), ([], 0)):
        problems += expect([run(hgrd, folder, "-p", "build", *args).returncode], [code])
    return problems


def files_from(hgrd, folder):
    """--files-from reads names by lines or NULs; an empty list selects nothing."""
    simple(folder, "a.cu", "b.cu")
    problems = []
    for text, files in (("src/b.cu\n", ["src/b.cu"]), ("src/b.cu\0README\0", ["src/b.cu"]),
                        ("", [])):
        got = summary(hgrd, folder, "-p", "build", "--files-from=-", input=text)
        problems += expect(got[:3], (0, files, []))
    write(folder, {"list": "src/b.cu"})
    problems += expect(summary(hgrd, folder, "--files-from=list")[:2], (0, ["src/b.cu"]))
    return problems + said(run(hgrd, folder, "--files-from=no").stderr, "--files-from=no: No such")


def since(hgrd, folder):
    """--since takes changed, new and dependent units."""
    simple(folder, "a.cu", "b.cu", "racy.cu")
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@x", "-c", "init.defaultBranch=m"]
    for args in (["init", "-q"], ["add", "src", "inc"], ["commit", "-qm", "x"]):
        subprocess.run([*git, *args], cwd=folder, check=True, capture_output=True)
    ask = ["-p", "build", "--since=HEAD"]
    problems = expect(summary(hgrd, folder, *ask)[:3], (0, [], []))
    with (folder / "src/b.cu").open("a") as file:
        file.write("// changed\n")
    problems += expect(summary(hgrd, folder, *ask)[:2], (0, ["src/b.cu"]))
    with (folder / "inc/racy.h").open("a") as file:
        file.write("// changed\n")
    problems += expect(summary(hgrd, folder, *ask)[:2], (1, ["inc/racy.h", "src/b.cu"]))
    problems += expect(summary(hgrd, folder, *ask, "src/a.cu")[:2], (0, []))
    (folder / "inc/racy.h").unlink()
    problems += expect([[e[0] for e in summary(hgrd, folder, *ask)[2]]], [["src/racy.cu"]])
    done = run(hgrd, folder, "-p", "build", "--since=nowhere")
    return problems + expect([done.returncode], [2]) + said(done.stderr, "--since=nowhere: .*nowhere")


def since_flags(hgrd, folder):
    """--since takes units whose flags have changed: by the database, or by the files of the build."""
    simple(folder, "a.cu", "b.cu")
    write(folder, {"CMakeLists.txt": "# all\n", "src/CMakeLists.txt": "# src\n", "docs/CMakeLists.txt": ""})
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@x", "-c", "init.defaultBranch=m"]
    for args in (["init", "-q"], ["add", "src", "inc", "CMakeLists.txt", "docs"], ["commit", "-qm", "x"]):
        subprocess.run([*git, *args], cwd=folder, check=True, capture_output=True)
    ask = ["-p", "build", "--since=HEAD"]
    problems = expect(summary(hgrd, folder, *ask)[:2], (0, []))
    write(folder, {"docs/CMakeLists.txt": "# docs\n"})
    problems += expect(summary(hgrd, folder, *ask)[:2], (0, []))
    write(folder, {"src/CMakeLists.txt": "# other flags\n"})
    problems += expect(summary(hgrd, folder, *ask)[:2], (0, ["src/a.cu", "src/b.cu"]))
    for args in (["add", "-f", "build"], ["commit", "-qm", "y"]):
        subprocess.run([*git, *args], cwd=folder, check=True, capture_output=True)
    problems += expect(summary(hgrd, folder, *ask)[:2], (0, []))
    path = folder / "build/compile_commands.json"
    entries = json.loads(path.read_text())
    entries[0]["command"] += " -o other.o -O3"
    path.write_text(json.dumps(entries))
    problems += expect(summary(hgrd, folder, *ask)[:2], (0, []))
    entries[1]["command"] += " -DMORE"
    path.write_text(json.dumps(entries[::-1]))
    return problems + expect(summary(hgrd, folder, *ask)[:2], (0, ["src/b.cu"]))


def merging(hgrd, folder):
    """A race in a header is shown once for all units and instances."""
    simple(folder, "racy.cu", "racy2.cu")
    done = run(hgrd, folder, "-p", "build")
    problems = expect([done.stdout.count("hgrd-race"), done.returncode], [1, 1])
    report = json.loads(run(hgrd, folder, "-p", "build", "--format=json").stdout)
    races = [race for kernel in report["kernels"] for launch in kernel["launches"]
             for race in launch["races"]]
    # go() in both units is one launch; the instance for float is another.
    problems += expect([len(races), races[0].get("more"), races[-1].get("repeated")], [2, 2, True])
    return problems + said(done.stdout, "and 1 times? more, in other instances or units")


# What goes wrong.

# What does not compile is not tried with a toolkit's headers as well, which takes seconds each time.
ALONE = "--cuda-path=none"
FAKE = """#!/bin/sh
case "$*" in
*--version*) ;;
*src/a.cu*) {act};;
esac
exec {clang} "$@"
"""


def fake(hgrd, folder, act):
    """A clang that does something else for a.cu."""
    script(folder / "fake", FAKE.format(act=act, clang=clang_of(hgrd)))
    return "--clang=./fake"


def misfortunes(hgrd, folder):
    """A unit that crashes clang, kills its worker, hangs or cannot be read spares the rest."""
    simple(folder, "a.cu", "b.cu")
    problems = []
    for act, message, more in (
            ("kill -SEGV $$", r"clang was ended by signal 11", []),
            ("kill -9 $PPID; sleep 50", r"internal error: signal 9", []),
            ("sleep 50", r"gave up after 8 s \(--unit-timeout\) in clang", ["--unit-timeout=8"]),
            ("echo garbage; exit 0", r"cannot read the device bitcode", []),
            ("echo 'LLVM ERROR: out of memory' >&2; kill -ABRT $$", "out of memory", [])):
        code, files, errors, _ = summary(hgrd, folder, ALONE, "-p", "build", fake(hgrd, folder, act), *more)
        problems += expect((code, files, [e[0] for e in errors]), (2, ["src/b.cu"], ["src/a.cu"]))
        problems += said(errors[0][1] if errors else "", message)
    (folder / "src/a.cu").unlink()
    (folder / "src/a.cu").mkdir()
    code, files, errors, _ = summary(hgrd, folder, ALONE, "-p", "build")
    problems += expect((code, files, [e[0] for e in errors]), (2, ["src/b.cu"], ["src/a.cu"]))
    (folder / "src/a.cu").rmdir()
    code, files, errors, _ = summary(hgrd, folder, ALONE, "-p", "build")
    return problems + expect((code, files, errors), (2, ["src/b.cu"], [
        ("src/a.cu", "No such file or directory")]))


SLOW = """#include <cuda_runtime.h>
__global__ void quick(int *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void called(int *out, int n) { out[threadIdx.x * n] = threadIdx.x; }
__global__ void slow(int *out, int a, int b, int c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[(i * i * a + b * i) / c % (a * b + c)] = i;
    out[(i * i * b + c * i * 1) / a % (b * c + a + 1)] = i;
    out[(i * i * c + a * i * 2) / b % (c * a + b + 2)] = i;
    out[(i * i * b + a * i * 3) / c % (b * a + c + 3)] = i;
    out[(i * i * a + c * i * 4) / b % (a * c + b + 4)] = i;
    out[(i * i * c + b * i * 5) / a % (c * b + a + 5)] = i;
}
void run(int *p, int n) { quick<<<1, 64>>>(p); called<<<1, 64>>>(p, n - 1); }
void last(int *p, int a, int b, int c)
{
    if (a > 3 && b > 3 && c > 3)
        slow<<<a, 256>>>(p, a, b, c);
}
"""


def finished_kernels(hgrd, folder):
    """Of a unit of a program that is ended, what was found until then stays; what callers may change is open."""
    write(folder, {"src/slow.cu": SLOW, "src/main.cc": "void run(int *, int);\nvoid f(int *p) { run(p, 1); }\n"})
    simple(folder, "slow.cu", "main.cc")
    done = run(hgrd, folder, "-p", "build", "--format=json", "--no-cache", "--timeout=100", "--unit-timeout=6")
    report = json.loads(done.stdout)
    got = {kernel["name"]: [launch["verdict"] for launch in kernel["launches"]] for kernel in report["kernels"]}
    return expect([got, done.returncode], [{"quick": ["race-free"], "called": ["undecided"]}, 2]) + \
        said(str(report["errors"]), r"gave up after 6 s \(--unit-timeout\) in kernel 'slow'") + \
        said(done.stdout, "before the callers of the launch were read")


def relative_cache(hgrd, folder):
    """A cache folder that is named relative to the working folder serves units compiled in others."""
    simple(folder, "a.cu")
    done = [run(hgrd, folder, "-p", "build", "-v", "--cache-dir=kept") for _ in range(2)]
    files = sorted(path.suffix for path in (folder / "kept/pch").iterdir())
    return expect([files.count(".pch"), (folder / "build/kept").exists()], [2, False]) + \
        said(done[0].stderr, r"!-include \S*prelude.h -U?") + \
        said(done[1].stderr, "the program is unchanged|unchanged, from the cache")


def full_disk(hgrd, folder):
    """Bitcode or a report that cannot be written is said, with exit code 2; the rest is unharmed."""
    simple(folder, "a.cu", "b.cu", "racy.cu")
    write(folder, {"src/a.cu": KERNEL + "".join(f"int f{i}() {{ return {i}; }}\n" for i in range(1000))})

    def few_bytes():
        resource.setrlimit(resource.RLIMIT_FSIZE, (120000, 120000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    code, files, errors, _ = summary(hgrd, folder, "-p", "build", "--no-cache", preexec_fn=few_bytes)
    problems = expect((code, files, [e[0] for e in errors]), (2, ["inc/racy.h", "src/b.cu"], ["src/a.cu"]))
    problems += said(str(errors), "cannot write to .*: File too large")
    done = run(hgrd, folder, "-p", "build", "--no-cache", "-o", "/dev/full")
    return problems + expect([done.returncode], [2]) + said(done.stderr, "/dev/full: No space left on device")


def wait_unlocked(path):
    """Until nobody holds the folder's lock: what a killed run has started may outlive it a little."""
    lock = os.open(path, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    os.close(lock)


def left_behind(hgrd, folder):
    """What a killed run leaves below $TMPDIR goes with the next one; what others use or made stays."""
    simple(folder, "a.cu", "b.cu")
    place = folder / "tmp"
    env = {**os.environ, "TMPDIR": str(place)}
    names = {"hgrd-units-abcdef": 3600, "hgrd-units-locked": 3600, "hgrd-units-young1": 0, "hgrd-output": 3600,
             "hgrd-units-shared": 3600, "hgrd-units-filled": 3600}
    for name in names:
        write(place, {f"{name}/0.host.bc": "x", f"{name}/1.index.77": "x"})
        (place / name).chmod(0o755 if name.endswith("shared") else 0o700)
    write(place, {"hgrd-units-filled/notes": "mine"})
    for name, age in names.items():
        os.utime(place / name, (time.time() - age,) * 2)
    (place / "hgrd-units-linked").symlink_to(folder / "src")
    lock = os.open(place / "hgrd-units-locked", os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    problems = expect([run(hgrd, folder, "-p", "build", env=env).returncode], [0])
    os.close(lock)
    left = sorted(path.name for path in place.iterdir())
    problems += expect([left], [["hgrd-output", "hgrd-units-filled", "hgrd-units-linked", "hgrd-units-locked",
                                 "hgrd-units-shared", "hgrd-units-young1"]])
    with subprocess.Popen([hgrd, "-p", "build", "--no-cache", fake(hgrd, folder, "touch begun; sleep 50")], cwd=folder,
                          env=env, start_new_session=True) as process:
        while not (folder / "build/begun").exists() and process.poll() is None:
            time.sleep(0.05)
        process.kill()
    new = {path.name for path in place.iterdir()} - set(left)
    problems += expect([len(new)], [1])
    for name in new:
        wait_unlocked(place / name)
        os.utime(place / name, (0, 0))
    run(hgrd, folder, "-p", "build", env=env)
    return problems + expect([sorted(path.name for path in place.iterdir())],
                             [[name for name in left if name != "hgrd-units-locked"]])


def has_limit(hgrd, folder):
    """Does the program keep the memory limit: with sanitizers it does not."""
    simple(folder, "a.cu")
    return summary(hgrd, folder, "-p", "build", "--no-cache", "--memory-limit=60")[0] != 0


def memory(hgrd, folder):
    """The memory limit ends a unit, and says so."""
    if not has_limit(hgrd, folder):
        return []
    code, _, errors, _ = summary(hgrd, folder, "-p", "build", "--memory-limit=60")
    return expect([code], [2]) + said(str(errors), "out of memory|memory-limit|signal|clang's message")


def memory_of_kernel(hgrd, folder):
    """A kernel that needs more than the limit is undecided, the others of its file are decided, also from the cache."""
    if not has_limit(hgrd, folder):
        return []
    depth = 20
    loops = "".join(f"for (int k{d} = 0; k{d} < n{d}; k{d}++) " for d in range(depth))
    index = "i"
    for d in range(depth):
        index = f"({index}) * n{d} + k{d}"
    sizes, values = (", ".join(f"{what}n{d}" for d in range(depth)) for what in ("int ", ""))
    simple(folder, "deep.cu", "host.cpp", flags="-I../inc")
    write(folder, {"src/deep.cu": '#include "kernel.h"\n'
                                  f"__global__ void deep(int *a, {sizes}) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; "
                                  f"{loops} a[{index}] = 1; }}\n"
                                  f"void run(int *a, int *b, {sizes}) {{ deep<<<n0, 64>>>(a, {values}); fill<<<4, 64>>>(b); }}\n"})
    problems = []
    for where in (["src/deep.cu", "--project=none", "--", "-Iinc"], ["-p", "build"], ["-p", "build"]):
        done = run(hgrd, folder, "--format=json", "--timeout=60", "--memory-limit=300", *where)
        got = {kernel["name"]: [(launch["verdict"], [u["reason"] for u in launch["undecided"]])
                                for launch in kernel["launches"]] for kernel in json.loads(done.stdout)["kernels"]}
        problems += expect([got, done.returncode],
                           [{"fill": [("race-free", [])],
                             "deep": [("undecided", ["out of memory (see --memory-limit)"])]}, 3])
    return problems


def interruption(hgrd, folder):
    """Ctrl-C leaves valid reports of every format that say that they are partial."""
    simple(folder, "b.cu", "a.cu", "racy.cu")
    args = ["-p", "build", "-j2", "--format=json", "-o", "out.txt", fake(hgrd, folder, "touch begun; sleep 50")]
    problems = []
    for number in (signal.SIGINT, signal.SIGTERM):
        (folder / "build/begun").unlink(missing_ok=True)
        with subprocess.Popen([hgrd, *args], cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as process:
            while not (folder / "build/begun").exists() and process.poll() is None:
                time.sleep(0.05)
            for _ in range(2):
                process.send_signal(number)
                time.sleep(0.05)
            out, err = process.communicate(timeout=20)
        report = json.loads(out)
        problems += expect([process.returncode, report["summary"].get("partial")], [2, True])
        problems += said(err, "interrupted: 3 of 3 files were not checked")
        problems += said((folder / "out.txt").read_text(), "this report is partial")
    return problems


def any_jobs(hgrd, folder):
    """The report is the same for any -j."""
    simple(folder, "racy.cu", "a.cu", "missing.cu", "racy2.cu", "b.cu")
    seen = {untimed(done.stdout) + done.stderr
            for done in (run(hgrd, folder, "-p", "build", jobs)
                         for jobs in ("-j1", "-j3", "--in-process"))}
    return [] if len(seen) == 1 else ["reports differ:", *seen]


def terminal(hgrd, folder):
    """Progress on a terminal, not elsewhere."""
    simple(folder, "a.cu", "b.cu", "racy.cu")
    slow = fake(hgrd, folder, "sleep 1.5")
    text = on_terminal([hgrd, "-p", "build", slow], folder, "stderr")
    if text is None:
        return []
    return said(text, r"\[[#.]+\] \d/3 .*src/a\.cu: clang", r"left") + \
        said(run(hgrd, folder, "-p", "build", slow).stderr, r"!\[#*\.")


def snapshot(*folders):
    """Names, times and contents of all files."""
    found = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            status = path.lstat()
            data = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
            found[str(path)] = (status.st_mtime_ns, status.st_mode, data)
    return found


def no_traces(hgrd, folder):
    """No file outside temporary and cache folders changes, whatever the flags."""
    home, work = folder / "home", folder / "work"
    write(work, FILES)
    home.mkdir()
    flags = "-DFOO -I../inc -MD -MF a.d -MF=b.d -save-temps -keep -keep-dir . -odir=. -objtemp " \
            "-time t.csv -optix-ir -opt-info inline -ltoir -o a.o --fdevice-time-trace x.json " \
            "-Xcompiler -MD,-MF,c.d,-save-temps,-ftime-trace,-fdump-tree-all -ftest-coverage " \
            "-Xcompiler --coverage -dumpbase x -src-in-ptx -Wp,-MD,w.d -MJ c.json"
    simple(work, "a.cu", "racy.cu", flags=flags)
    entries = json.loads((work / "build/compile_commands.json").read_text())
    entries.append({"directory": str(work / "build"), "file": "../src/b.cu",
                    "command": "clang++ -DFOO -I../inc -MD -MF b.d -MJ j.json -save-temps "
                               "-ftime-trace -fprofile-instr-generate=p -gsplit-dwarf "
                               "-fcrash-diagnostics-dir=. -o b.o -c ../src/b.cu"})
    database(work, entries)
    subprocess.run(["git", "init", "-q"], cwd=work, check=True)
    before = snapshot(work, home)
    env = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(folder / "cache"),
           "TMPDIR": str(folder / "tmp")}
    (folder / "tmp").mkdir()
    problems = []
    for args in (["-p", "build"], ["-p", "build", "inc/kernel.h"], ["src/a.cu"],
                 ["--explain-command=src/a.cu"]):
        done = run(hgrd, work, *args, env=env)
        problems += expect([done.returncode in (0, 1)], [True])
    after = snapshot(work, home)
    problems += [f"changed: {name}" for name in sorted(set(before) | set(after))
                 if before.get(name) != after.get(name)]
    return problems


TESTS = [cmake_makefiles, cmake_ninja, ninja_multi_config, bear, xmake, old_cmake, cmake_clang, clang_writers,
         nothing_for_cuda, damaged_databases, single_file, other_variables, limits, all_archs, archs_of_own_code, archs_disturbed,
         define_nvcc, files_from,
         since, since_flags, merging, misfortunes, finished_kernels, relative_cache, full_disk, left_behind, memory, memory_of_kernel, interruption, any_jobs, terminal, no_traces]


def started(hgrd, test):
    """The test, in a folder that has the files."""
    def with_files(folder):
        write(folder, FILES)
        return test(hgrd, folder)
    return with_files


if __name__ == "__main__":
    forks.start(program())
    sys.exit(run_tests([(test.__name__, started(program(), test)) for test in TESTS], sys.argv[2:]))
