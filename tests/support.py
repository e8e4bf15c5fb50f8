"""What the scripts share that test hgrd from outside: fresh folders, runs, comparisons.

A test is a function of a folder that returns complaints, lines of text; none: it passed.
"""
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile


def write(folder, files):
    """Writes files, with {dir} replaced by the folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("{dir}", str(folder)))


def run(hgrd, folder, *args, **more):
    """Runs hgrd in the folder."""
    return subprocess.run([hgrd, *args], cwd=folder, capture_output=True, text=True, check=False,
                          timeout=120, **more)


def clang_of(hgrd):
    """The clang that hgrd runs, from its --version."""
    text = subprocess.run([hgrd, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"clang (\S+)", text)[1]


def script(path, text):
    """Writes a program for the shell."""
    path.write_text(text)
    path.chmod(0o755)


def untimed(text):
    """A text report without its total time."""
    return re.sub(r"\(\d+\.\d\d s\)", "", text)


def on_terminal(command, folder, stream, **environment):
    """What a command writes to "stdout" or "stderr" where that is a terminal; None: there are none."""
    try:
        master, slave = pty.openpty()
    except OSError:
        return None
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: slave}
    with subprocess.Popen(command, cwd=folder, env={**os.environ, "TERM": "xterm", **environment},
                          **streams) as process:
        os.close(slave)
        text = b""
        try:
            while chunk := os.read(master, 4096):
                text += chunk
        except OSError:
            pass
        process.wait()
    os.close(master)
    return text.decode()


def expect(got, wanted):
    """A complaint for each difference; None is wanted: anything will do."""
    return [f"{g!r} instead of {w!r}" for g, w in zip(got, wanted, strict=True) if g != w and w is not None]


def said(text, *patterns):
    """A complaint for each pattern that the text lacks ("!" before: has)."""
    return [f"{pattern!r} is {'' if absent else 'not '}in:\n{text}" for pattern in patterns
            for absent in [pattern.startswith("!")]
            if bool(re.search(pattern[absent:], text)) == absent]


def run_tests(tests, wanted=()):
    """Runs (name, function of a folder) pairs, each in a fresh folder; the exit code."""
    tests = [(name, test) for name, test in tests if not wanted or name in wanted]
    failed = 0
    for name, test in tests:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="hgrd-test-")).resolve()
        try:
            problems = test(folder)
        except AssertionError as error:
            problems = [str(error)]
        shutil.rmtree(folder, ignore_errors=True)
        if problems:
            failed += 1
            print(f"FAILED {name}", *problems, sep="\n    ", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed or not tests else 0


def program():
    """The hgrd that the command line names."""
    return str(pathlib.Path(sys.argv[1]).resolve())
