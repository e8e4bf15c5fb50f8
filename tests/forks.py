"""Programs that are loaded once and fork for each run: half of what a tiny file costs is the loading of clang and hgrd.

forks.c says how. A script calls start(hgrd) before its first run of hgrd; whatever it then starts finds the server in
place of the clang that hgrd was built for. Other clangs (--clang) are run as ever. Programs that are named to start()
have servers of their own, and run() takes from these what subprocess.run() would start.
"""
import atexit
import os
import pathlib
import resource
import secrets
import socket
import struct
import subprocess

import support

HEAD = "3i16i4xQqq"  # struct request of forks.c
FILES = 16
served = {}  # names of sockets by program


def serve(program, library, **more):
    """Starts a server, which ends with this process: the name of its socket, None where there is none."""
    name = f"hgrd-forks-{secrets.token_hex(8)}"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("\0" + name)
        listening.listen(64)
        variables = {"LD_PRELOAD": str(library), "LD_BIND_NOW": "1", "FORKS_SERVE": str(listening.fileno()), **more}
        server = library.exists() and subprocess.Popen(
            [program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, pass_fds=[listening.fileno()],
            env={**os.environ, **variables})
    if server:
        atexit.register(server.wait)
        atexit.register(server.kill)
    return name if server and server.stdout.readline() == b"serves\n" else None


def start(hgrd, *programs):
    """Starts the server of clang, and those of programs that run() is to ask; says so where there is none."""
    library = pathlib.Path(hgrd).resolve().parent / "tests" / "libforks.so"
    clang = support.clang_of(hgrd)
    name = serve(clang, library)
    if not name:
        print("no server that forks: clang is loaded anew for each run", flush=True)
        return
    served.update({program: serve(program, library, FORKS_PLAIN="1") for program in programs})
    os.environ.update(LD_PRELOAD=str(library), FORKS_PROGRAM=clang, FORKS_SOCKET=name)


def ask(server, command, files, timeout, cwd):
    """The status of a run with these files as standard input, output and error."""
    texts = [*command, *(f"{name}={value}" for name, value in os.environ.items())]
    text = b"".join(os.fsencode(t) + b"\0" for t in texts)
    folder = os.open(cwd or ".", os.O_RDONLY | os.O_DIRECTORY)
    numbers = [0, 1, 2, folder] + [0] * (FILES - 4)
    head = struct.pack(HEAD, len(command), len(os.environ), 4, *numbers, len(text), *resource.getrlimit(resource.RLIMIT_AS))
    with socket.socket(socket.AF_UNIX) as to:
        to.settimeout(timeout)
        to.connect("\0" + server)
        socket.send_fds(to, [head], [*files, folder])
        os.close(folder)
        to.sendall(text)
        try:
            return struct.unpack("i", to.recv(4))[0]
        except TimeoutError:
            raise subprocess.TimeoutExpired(command, timeout) from None


def run(command, timeout, cwd=None):
    """As subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=cwd)."""
    server = served.get(command[0])
    if not server:
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=cwd)
    with open(os.devnull, "rb") as nothing, open(os.memfd_create("out"), "r+b") as out, open(os.memfd_create("err"), "r+b") as err:
        status = ask(server, command, [nothing.fileno(), out.fileno(), err.fileno()], timeout, cwd)
        texts = []
        for file in out, err:
            file.seek(0)
            texts.append(file.read().decode())
    return subprocess.CompletedProcess(command, os.waitstatus_to_exitcode(status), *texts)
