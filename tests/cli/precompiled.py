#!/usr/bin/env python3
"""Tests of the precompiled headers: they never change a result, whatever state they are in.

usage: precompiled.py HGRD [NAME...]
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import forks  # noqa: E402
import support  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOLKIT = "/usr/local/cuda"
SOURCE = """#include <cuda_runtime.h>
#ifndef SIZE
#define SIZE 4
#endif
__global__ void step(int *out) { out[threadIdx.x / SIZE] = threadIdx.x; }
void run(int *p) { step<<<1, 128>>>(p); }
"""


class Place:
    """A fresh folder with a source, and an empty cache beside it."""

    def __init__(self, hgrd, folder):
        self.hgrd = hgrd
        self.folder = folder
        self.cache = self.folder / "cache"
        self.options = []
        self.environment = {}
        (self.folder / "a.cu").write_text(SOURCE)

    def start(self, *flags):
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.cache), **self.environment}
        command = [self.hgrd, "--no-cache", "-v", *self.options, "a.cu", "--", *flags]
        return subprocess.Popen(command, cwd=self.folder, env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *flags, used=True, code=1):
        """Runs once; the result must be that of a plain run, with or without the files."""
        child = self.start(*flags)
        out, err = child.communicate()
        assert child.returncode == code, f"exit code {child.returncode}\n{err}"
        assert (" race on 'out'" in out) == (code == 1), out
        assert ("-include-pch" in err) == used, err
        return err

    def files(self):
        return sorted(self.cache.glob("hgrd/pch/*.pch"))


def warmed(test):
    """The test, where the files of the built-in headers are there already: to make them takes longer than most tests."""
    def with_files(place):
        shutil.copytree(WARM / "cache", place.cache)
        test(place)
    with_files.__name__ = test.__name__
    return with_files


def made_once(place):
    place.run()
    first = [(path, path.stat().st_ino) for path in place.files()]
    assert len(first) == 2, first
    place.run()
    assert first == [(path, path.stat().st_ino) for path in place.files()]
    assert sorted(path.name for path in place.folder.iterdir()) == ["a.cu", "cache"]


@warmed
def own_macros_share(place):
    place.run()
    place.run("-DSIZE=2", "-I.")
    assert len(place.files()) == 2
    place.run("-DSIZE=1", code=0)
    place.run("-D_GNU_SOURCE")
    place.run("-std=c++14")
    place.run("-arch=sm_90")
    assert len(place.files()) > 2


@warmed
def preamble(place):
    """Large standard headers that a source begins with are precompiled from the third time on."""
    start = "// A comment.\n#include <vector>\n#include <cuda.h>\n/* and */ #include <cstdio>\n#include <deque>\n"
    (place.folder / "a.cu").write_text(start + "#define string 1\n#include <new>\n" + SOURCE)
    place.run()
    place.run()
    assert len(place.files()) == 2
    place.run("-DSIZE=2")
    assert len(place.files()) == 4
    place.run("-DSIZE=1", code=0)
    place.run("-include", "vector")
    (place.folder / "a.cu").write_text("#include <deque>\n#include <vector>\n#include <vector>\n" + SOURCE)
    place.run()
    assert len(place.files()) == 4
    texts = [path.read_text() for path in place.cache.glob("hgrd/pch/*.h")]
    assert len(texts) == 1 and texts[0].endswith("<deque>\n#include <vector>\n/**/\n"), texts
    longer = [re.search(r"-include-pch (\S+)", line)[1] for line in place.run().splitlines() if "-include-pch" in line]
    (place.folder / "a.cu").write_text("#include <vector>\n#include <map>\n#include <deque>\nstd::map<int, int> of;\n" + SOURCE)
    for _ in range(3):
        err = place.run()
        assert all(path in err for path in longer), (longer, err)  # files of a part of the list serve
    assert len(place.files()) == 4
    (place.folder / "a.cu").write_text("#include <deque>\n#include <vector>\n" + SOURCE)
    for path in place.cache.glob("hgrd/pch/*.h"):
        path.unlink()
    place.run()
    place.run()
    place.run()
    (place.folder / "vector").write_text("#error not this one\n")
    place.run()
    (place.folder / "own").mkdir()
    (place.folder / "own/vector").write_text("#pragma once\n#define SIZE 1\nnamespace std { template <class T> class vector {}; }\n")
    place.run("-I", "own", code=0)
    place.run("-Iown", code=0)
    (place.folder / "vector").unlink()
    place.environment = {"CPATH": str(place.folder / "own")}
    place.run(code=0)
    assert len(place.files()) == 4


@warmed
def small_headers(place):
    """Those that are read as fast as taken from a file are not precompiled."""
    (place.folder / "a.cu").write_text("#include <cstdio>\n#include <stdlib.h>\n" + SOURCE)
    for _ in range(4):
        place.run()
    assert len(place.files()) == 2
    assert not list(place.cache.glob("hgrd/pch/*.h"))


def toolkit_headers(place):
    """Those of a toolkit's C++ library are precompiled, too, for each set of macros that they ask for."""
    if not pathlib.Path(TOOLKIT).exists():
        print("skipped toolkit_headers: there is no toolkit")
        return
    place.options = [f"--cuda-path={TOOLKIT}"]
    (place.folder / "a.cu").write_text("#include <cuda/std/cstddef>\n" + SOURCE)
    place.run()
    place.run()
    assert len(place.files()) == 2
    place.run("-DSIZE=2")
    assert len(place.files()) == 4
    place.run("-DCCCL_DISABLE_EXCEPTIONS")
    assert len(place.files()) == 6


@warmed
def damaged(place):
    place.run()
    for path in place.files():
        path.write_bytes(path.read_bytes()[:100000])
    place.run()
    for path in place.files():
        path.write_bytes(b"")
    place.run()
    place.run()
    assert len(place.files()) == 2, place.files()
    assert all(path.stat().st_size > 100000 for path in place.files())


def header_changed(place):
    share = pathlib.Path(place.folder / "installed")
    (share / "bin").mkdir(parents=True)
    shutil.copy(place.hgrd, share / "bin" / "hgrd")
    shutil.copytree(ROOT / "frontend/include", share / "share/hgrd/include")
    place.hgrd = str(share / "bin" / "hgrd")
    place.run()
    header = share / "share/hgrd/include/hgrd/prelude.h"
    header.write_text(header.read_text() + "\n#define SIZE 1\n")
    place.run(code=0)
    place.run(code=0)


def unwritable(place):
    place.cache.write_text("a file, not a folder")
    place.run(used=False)


def open_to_others(place):
    (place.cache / "hgrd/pch").mkdir(parents=True)
    (place.cache / "hgrd/pch").chmod(0o777)
    place.run(used=False)


@warmed
def few_kept(place):
    """However many there were, the ones used last are kept."""
    place.run()
    for number in range(140):
        left = place.files()[0].with_name(f"{number:016x}.pch")
        left.touch()
        os.utime(left, (number, number))
    place.run("-std=c++14")
    kept = place.files()
    assert len(kept) == 128, len(kept)
    assert sum(path.stat().st_size > 0 for path in kept) == 4, kept


def several_at_once(place):
    children = [place.start() for _ in range(4)]
    for child in children:
        child.communicate()
    assert [child.returncode for child in children] == [1] * 4
    assert len(place.files()) == 2


@warmed
def source_errors(place):
    place.options = ["--cuda-path=none"]
    place.run()
    (place.folder / "a.cu").write_text("__global__ void k() { int x = ; }\n")
    before = place.files()
    err = place.run(code=2)
    assert "expected expression" in err and set(before) <= set(place.files()), err


TESTS = (made_once, own_macros_share, preamble, small_headers, toolkit_headers, damaged, header_changed, unwritable, open_to_others,
         few_kept, several_at_once, source_errors)


if __name__ == "__main__":
    forks.start(support.program())
    WARM = pathlib.Path(tempfile.mkdtemp(prefix="hgrd-warm-"))
    Place(support.program(), WARM).run()
    code = support.run_tests([(test.__name__, lambda folder, test=test: test(Place(support.program(), folder)))
                              for test in TESTS], sys.argv[2:])
    shutil.rmtree(WARM)
    sys.exit(code)
