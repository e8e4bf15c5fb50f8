"""What both benchmarks share: running hgrd and reading what it says about its own costs."""
import os
import re
import subprocess
import tempfile
import time


class Run:
    """One run of a command: output, seconds, peak memory of it and its children, in KiB."""

    def __init__(self, command, limit=None):
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            start = time.monotonic()
            child = subprocess.Popen(command, stdout=out, stderr=err, start_new_session=True)
            self.late = False
            usage = None
            while usage is None:
                pid, status, used = os.wait4(child.pid, os.WNOHANG if limit else 0)
                if pid:
                    usage = used
                    child.returncode = os.waitstatus_to_exitcode(status)
                elif time.monotonic() - start > limit and not self.late:
                    self.late = True
                    os.killpg(child.pid, 9)
                else:
                    time.sleep(0.002)
            self.seconds = time.monotonic() - start
            self.code, self.memory = child.returncode, usage.ru_maxrss
            out.seek(0)
            err.seek(0)
            self.out, self.err = out.read(), err.read()


def stats(text):
    """The tables of --stats: counters as int, timers as float."""
    found = {}
    for name, value, unit in re.findall(r"(?m)^(\S.*?)\s+(\d+(?:\.\d+)?)( s)?$", text):
        found[name] = float(value) if unit else int(value)
    return found


TIMERS = ("reading bitcode", "canonical form", "host analysis", "kernel analysis", "solver", "report")


def beyond_clang(found):
    """Seconds of hgrd itself."""
    return sum(found.get(name, 0.0) for name in TIMERS)


def percentile(values, percent):
    """The smallest value that so many percent of all values do not exceed."""
    values = sorted(values)
    return values[max(0, -(-len(values) * percent // 100) - 1)] if values else 0.0
