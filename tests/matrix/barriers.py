"""Barriers of blocks, warps and tiles, asynchronous copies, and slots drawn from counters."""

HEAD = """#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
"""
BLOCK = {
    "sync": "__syncthreads();",
    "group": "cg::this_thread_block().sync();",
    "cg": "cg::sync(cg::this_thread_block());",
    "bar": 'asm volatile("bar.sync 0;" ::: "memory");',
    "aligned": 'asm volatile("barrier.cta.sync.aligned 0;" ::: "memory");',
    "number": 'asm volatile("barrier.sync 1, 128;" ::: "memory");',
    "count": "__syncthreads_count(t > 3);",
    "and": "if (__syncthreads_and(1)) {}",
}
WARP = {"warp": "__syncwarp();", "tile": "cg::tiled_partition<32>(cg::this_thread_block()).sync();"}
NONE = {
    "nothing": "", "fence": "__threadfence_block();", "compiler": 'asm volatile("" ::: "memory");',
    "shuffle": "t += __shfl_sync(~0u, 0, 0) & 0;", "ballot": "if (__ballot_sync(~0u, t) == 77) out[n - 1] = 0;",
}
# name: text, whether it orders the block's threads, and those of a warp
BARRIERS = {**{k: (v, True, True) for k, v in BLOCK.items()}, **{k: (v, False, True) for k, v in WARP.items()},
            **{k: (v, False, False) for k, v in NONE.items()}}
COPIES = {
    "pipeline": ("__pipeline_memcpy_async(&s[t], &a[g], 4); __pipeline_commit();", "__pipeline_wait_prior(0);", False),
    "group": ("cg::memcpy_async(cg::this_thread_block(), s, a + b * 128, 512);", "cg::wait(cg::this_thread_block());", True),
    "ptx": ('asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(&s[t])), '
            '"l"(&a[g]) : "memory");', 'asm volatile("cp.async.wait_all;" ::: "memory");', False),
    "barrier": ("cuda::memcpy_async(&s[t], &a[g], 4, bar);", "bar.arrive_and_wait();", True),
}
REF = "cuda::atomic_ref<int, cuda::thread_scope_device>(a[0])"
# how a slot is drawn, and how many slots in a row a thread may use
DRAWS = {
    "add": ("atomicAdd(&a[0], 1)", 1), "two": ("atomicAdd(&a[0], 2)", 2),
    "inc": ("(int)atomicInc((unsigned *)&a[0], 0xffffffffu)", 1),
    "inc_wraps": ("(int)atomicInc((unsigned *)&a[0], 99)", 0),
    "dec": ("(int)atomicDec((unsigned *)&a[0], 4000)", 1), "dec_wraps": ("(int)atomicDec((unsigned *)&a[0], 99)", 0),
    "sub": ("1000 - atomicSub(&a[0], 1)", 1), "ref": (REF + ".fetch_add(1, cuda::memory_order_relaxed)", 1),
    "nv": ("__nv_atomic_fetch_add(&a[0], 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)", 1),
    "block": ("atomicAdd_block(&a[0], 1)", 0), "or": ("atomicOr(&a[0], 1)", 0), "max": ("atomicMax(&a[0], t)", 0),
    "exch": ("atomicExch(&a[0], t)", 0), "plain": ("a[0]++", 0), "each": ("atomicAdd(&a[b], 1)", 0),
}
# counters of different blocks are not known to give equal numbers
KNOWN = {"draw-each": "undecided", "draw-each-next": "undecided"}


def program(body, grid=4):
    return (f"{HEAD}__global__ void k(int *a, int *out, int n)\n{{\n\tint t = threadIdx.x, b = blockIdx.x;\n"
            f"\tint g = b * blockDim.x + t;\n\t(void)g;\n{body}}}\n\nint main()\n{{\n\tint *a, *out, n = 4096;\n"
            f"\tcudaMalloc(&a, n * sizeof(int));\n\tcudaMalloc(&out, n * sizeof(int));\n\tk<<<{grid}, 128>>>(a, out, n);\n}}\n")


def label(race_free):
    return "race-free" if race_free else "race"


def patterns(barrier):
    """Bodies by name, with whom the barrier in them has to order: a block, a warp, or nobody that it can."""
    yield "reverse", f"	__shared__ int s[128];\n	s[t] = a[g];\n	{barrier}\n	out[g] = s[127 - t];\n", "block"
    yield "rounds", ("	__shared__ int s[128];\n	for (int i = 0; i < 4; i++) {\n		" + barrier +
                     "\n		s[t] = a[g] + i;\n		" + barrier + "\n		out[g] += s[127 - t];\n	}\n"), "block"
    yield "one_of_two", ("	__shared__ int s[128];\n	for (int i = 0; i < 4; i++) {\n		s[t] = a[g] + i;\n		" + barrier +
                         "\n		out[g] += s[127 - t];\n	}\n"), "nobody"
    yield "in_memory", f"	a[g] = t;\n	{barrier}\n	out[g] = a[b * 128 + 127 - t];\n", "block"
    yield "next_block", f"	a[g] = t;\n	{barrier}\n	out[g] = a[(g + 128) % 512];\n", "nobody"
    yield "neighbour", f"	__shared__ int s[128];\n	s[t] = a[g];\n	{barrier}\n	out[g] = s[t ^ 1];\n", "warp"
    yield "reduce", ("	__shared__ int s[128];\n	s[t] = a[g];\n	__syncthreads();\n	for (int d = 64; d > 0; d /= 2) {\n"
                     "		if (t < d)\n			s[t] += s[t + d];\n		" + barrier + "\n	}\n	if (t == 0)\n		out[b] = s[0];\n"), "block"


def copies():
    for name, (copy, wait, orders) in COPIES.items():
        start = "	__shared__ int s[128];\n"
        if name == "barrier":
            start += ("	__shared__ cuda::barrier<cuda::thread_scope_block> bar;\n	if (t == 0)\n		init(&bar, 128);\n"
                      "	__syncthreads();\n")
        def body(wait, barrier, read="127 - t", start=start, copy=copy):
            return program(f"{start}	{copy}\n	{wait}\n	{barrier}\n	out[g] = s[{read}];\n")
        def rounds(barrier, start=start, copy=copy, wait=wait):
            return program(f"{start}	for (int i = 0; i < 4; i++) {{\n		{copy}\n		{wait}\n		__syncthreads();\n"
                           f"		out[g] += s[127 - t];\n		{barrier}\n	}}\n")
        yield f"copy-{name}", body(wait, "__syncthreads();"), "race-free"
        yield f"copy-{name}-no-wait", body("", "__syncthreads();"), "race"
        yield f"copy-{name}-no-barrier", body(wait, ""), label(orders)
        yield f"copy-{name}-own", body(wait, "", "t"), "race-free"
        yield f"copy-{name}-rounds", rounds("__syncthreads();"), "race-free"
        yield f"copy-{name}-rounds-no-barrier", rounds(""), "race"


def programs():
    """(name, source, verdict) of each."""
    for name, (text, block, warp) in BARRIERS.items():
        for pattern, body, whom in patterns(text):
            yield f"{pattern}-{name}", program(body), label({"block": block, "warp": warp, "nobody": False}[whom])
    for size in (4, 8, 16, 32, 64):
        for distance in (1, 2, 4, 8, 16, 32):
            yield f"tile-{size}-{distance}", program(
                f"	__shared__ int s[128];\n	auto tile = cg::tiled_partition<{size}>(cg::this_thread_block());\n"
                f"	s[t] = a[g];\n	tile.sync();\n	out[g] = s[t ^ {distance}];\n"), label(distance < size)
    yield from copies()
    for name, (draw, slots) in DRAWS.items():
        for suffix, more in (("", 0), ("-next", 1)):
            uses = "".join(f"		out[slot + {k}] = t + {k};\n" for k in range(more + 1))
            yield f"draw-{name}{suffix}", program(
                f"	int slot = {draw};\n	if (slot >= 0 && slot < n - 8) {{\n{uses}	}}\n"), label(more < slots)
