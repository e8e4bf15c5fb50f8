"""A clang that is loaded once and forks for each run: half of what hgrd costs on a tiny file is the loading of clang.

forks.c says how. A script calls start(hgrd) before its first run of hgrd; whatever it then starts finds the server in
place of the clang that hgrd was built for. Other clangs (--clang) are run as ever.
"""
import atexit
import os
import pathlib
import secrets
import socket
import subprocess

import support


def start(hgrd):
    """Starts the server, which ends with this process; says so where there is none."""
    library = pathlib.Path(hgrd).resolve().parent / "tests" / "libforks.so"
    clang = support.clang_of(hgrd)
    name = f"hgrd-forks-{secrets.token_hex(8)}"
    preload = {"LD_PRELOAD": str(library)}
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("\0" + name)
        listening.listen(64)
        serve = {"LD_BIND_NOW": "1", "FORKS_SERVE": str(listening.fileno())}
        server = library.exists() and subprocess.Popen(
            [clang], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, pass_fds=[listening.fileno()],
            env={**os.environ, **preload, **serve})
    if server:
        atexit.register(server.wait)
        atexit.register(server.kill)
    if not server or server.stdout.readline() != b"serves\n":
        print("no server that forks: clang is loaded anew for each run", flush=True)
        return
    os.environ.update(preload, FORKS_PROGRAM=clang, FORKS_SOCKET=name)
