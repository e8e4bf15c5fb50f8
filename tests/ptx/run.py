#!/usr/bin/env python3
"""Every release of combinations.txt against every acquire, in the code structures of PTX ILA's figure 10.

usage: run.py HGRD [-j N] [--keep DIR]

One tiny program for each row and structure, the other side being a valid one; and for the flag structure
all pairs of rows, as kernels of one file. A valid pair must be race-free, an invalid one a race.
"""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import forks  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
WEAK = ("ld.weak", "st.weak")
GOOD_RELEASE, GOOD_ACQUIRE = "st.release", "ld.acquire"


def rows():
    table = {"release": {}, "acquire": {}}
    for line in (HERE / "combinations.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        kind, rest = line.split(":", 1)
        name, text, verdict = (part.strip() for part in rest.split("|"))
        table[kind][name] = (text, verdict == "valid")
    return table


def statement(text, value):
    """One statement of the table as C++ that works on `flag` and, for reads, sets `seen`."""
    if text.startswith(("fence", "membar")):
        return f'asm volatile("{text};" ::: "memory");'
    opcode = text.split()[0]
    if opcode.startswith("st"):
        return f'asm volatile("{opcode}.u32 [%0], %1;" :: "l"(flag), "r"({value}) : "memory");'
    if opcode.startswith("ld"):
        return f'asm volatile("{opcode}.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");'
    operation = opcode.rsplit(".", 1)[1]
    kind = {"exch": "b32", "or": "b32", "add": "u32", "cas": "b32"}[operation]
    operand = value if operation != "or" else 0
    return (f'asm volatile("{opcode}.{kind} %0, [%1], %2;" : "=r"(seen) : "l"(flag), "r"({operand})'
            f' : "memory");')


def release(text, value=1):
    return " ".join(statement(part.strip(), value) for part in text.split(";"))


def acquire(text, until="1u"):
    read, *fences = (part.strip() for part in text.split(";"))
    return (f"do {{ {statement(read, 0)} }} while (seen != {until}); "
            + " ".join(statement(fence, 0) for fence in fences))


def flag_kernel(name, rel, acq):
    return f"""__global__ void {name}(unsigned int *flag, int *data, int *out)
{{
	unsigned int seen;
	if (blockIdx.x == 0) {{
		*data = 42;
		{release(rel)}
	}} else {{
		{acquire(acq)}
		*out = *data;
	}}
}}
"""


def lock_kernel(name, rel, acq):
    """A lock taken by atom.cas with the acquire's fences or order, left by the release."""
    _, *fences = (part.strip() for part in acq.split(";"))
    order = ".acquire.gpu" if acq.startswith(("ld.acquire.gpu", "atom.acquire.gpu")) else ""
    after = " ".join(statement(fence, 0) for fence in fences)
    return f"""__global__ void {name}(unsigned int *flag, int *data, int *out)
{{
	unsigned int seen;
	do {{
		asm volatile("atom{order}.cas.b32 %0, [%1], 0, 1;" : "=r"(seen) : "l"(flag) : "memory");
	}} while (seen != 0u);
	{after}
	*data += 1;
	{release(rel, 0)}
}}
"""


def counter_kernel(name, fence_before, fence_after):
    return f"""__global__ void {name}(unsigned int *flag, int *data, int *out)
{{
	unsigned int seen;
	data[blockIdx.x] = 42;
	{fence_before}
	asm volatile("atom.add.u32 %0, [%1], 1;" : "=r"(seen) : "l"(flag) : "memory");
	if (seen == gridDim.x - 1) {{
		{fence_after}
		for (unsigned int i = 0; i < gridDim.x; i++)
			*out += data[i];
	}}
}}
"""


def programs(table):
    """File name -> list of (kernel name, what it is, source, race-free)."""
    files = {}
    for r, (rel, rel_valid) in table["release"].items():
        kernels = files.setdefault("flag: " + r, [])
        for n, (a, (acq, acq_valid)) in enumerate(table["acquire"].items()):
            kernels.append((f"flag_{n}", f"{r} / {a}", flag_kernel(f"flag_{n}", rel, acq),
                            rel_valid and acq_valid))
    locks = files.setdefault("lock", [])
    for n, (r, (rel, valid)) in enumerate(table["release"].items()):
        good = table["acquire"]["ld.acquire"][0]
        locks.append((f"leave_{n}", f"lock left by {r}", lock_kernel(f"leave_{n}", rel, good), valid))
    for a, valid in (("ld.relaxed, fence.acq_rel", True), ("ld.acquire", True), ("ld.relaxed", False),
                     ("ld.relaxed, fence.acq_rel.cta", False)):
        n = len(locks)
        locks.append((f"enter_{n}", f"lock entered by atom.cas as {a}",
                      lock_kernel(f"enter_{n}", "st.release.gpu F", table["acquire"][a][0]), valid))
    counters = files.setdefault("counter", [])
    fences = {"fence.acq_rel.gpu": True, "fence.sc.gpu": True, "membar.gl": True,
              "fence.acq_rel.sys": True, "fence.acq_rel.cta": False, "membar.cta": False, "": False}
    for n, ((x, x_valid), (y, y_valid)) in enumerate(
            (x, y) for x in fences.items() for y in fences.items()):
        kernel = counter_kernel(f"count_{n}", statement(x, 0) if x else "", statement(y, 0) if y else "")
        counters.append((f"count_{n}", f"counter: '{x}' / '{y}'", kernel, x_valid and y_valid))
    return files


def check(hgrd, folder, name, kernels):
    path = folder / ("".join(c if c.isalnum() else "_" for c in name) + ".cu")
    launches = "".join(f"\tcudaMemset(flag, 0, sizeof(*flag));\n\t{k}<<<2, 1>>>(flag, data, out);\n"
                       for k, _, _, _ in kernels)
    path.write_text("#include <cuda_runtime.h>\n" + "".join(source for _, _, source, _ in kernels)
                    + "void run(unsigned int *flag, int *data, int *out)\n{\n" + launches + "}\n")
    result = subprocess.run([hgrd, "--format=json", "--in-process", str(path)], capture_output=True,
                            text=True, timeout=600)
    try:
        report = json.loads(result.stdout)
    except json.JSONDecodeError:
        return [f"{name}: no report: {result.stderr.strip()[:300]}"]
    verdicts = {}
    for kernel in report["kernels"]:
        for launch in kernel["launches"]:
            verdicts[kernel["name"]] = launch["verdict"]
    wanted = {True: "race-free", False: "race"}
    return [f"{what}: expected {wanted[valid]}, got {verdicts.get(k)}"
            for k, what, _, valid in kernels if verdicts.get(k) != wanted[valid]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hgrd")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--keep", help="write the programs there")
    args = parser.parse_args()
    forks.start(args.hgrd)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(args.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        files = programs(rows())
        with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
            failures = [line for lines in pool.map(
                lambda item: check(args.hgrd, folder, *item), files.items()) for line in lines]
    for line in failures:
        print(line)
    total = sum(len(kernels) for kernels in files.values())
    print(f"{total - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
