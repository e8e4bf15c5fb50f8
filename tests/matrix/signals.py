"""Flags between blocks, chains of blocks, the last block to come, and locks."""
import itertools

HEAD = "#include <cuda/atomic>\n"
WEAK = "__threadfence_block();"
FENCES = {
    "gl": "__threadfence();",
    "sys": "__threadfence_system();",
    "cpp": "cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);",
    "ptx": 'asm volatile("fence.acq_rel.gpu;" ::: "memory");',
    "membar": 'asm volatile("membar.gl;" ::: "memory");',
}
REF = "cuda::atomic_ref<int, cuda::thread_scope_device>"
LOAD = ('{{ int got; do {{ asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(got) : "l"(&flag[{i}]) : "memory"); '
        "}} while (got != 1); }}")
# the flag's type, how it is set, how it is waited for, and whether both are ordered by themselves
FLAGS = {
    "volatile": ("volatile int", "flag[{i}] = 1;", "while (flag[{i}] != 1) ;", False),
    "cast": ("int", "*(volatile int *)&flag[{i}] = 1;", "while (*(volatile int *)&flag[{i}] != 1) {{ }}", False),
    "exch": ("int", "atomicExch(&flag[{i}], 1);", "while (atomicAdd(&flag[{i}], 0) != 1) ;", False),
    "add": ("int", "atomicAdd(&flag[{i}], 1);", "while (atomicCAS(&flag[{i}], -1, -1) != 1) ;", False),
    "or": ("int", "atomicOr(&flag[{i}], 1);", "while (atomicOr(&flag[{i}], 0) == 0) __nanosleep(20);", False),
    "relaxed": ("int", REF + "(flag[{i}]).store(1, cuda::memory_order_relaxed);",
                "while (" + REF + "(flag[{i}]).load(cuda::memory_order_relaxed) != 1) ;", False),
    "ref": ("int", REF + "(flag[{i}]).store(1, cuda::memory_order_release);",
            "while (" + REF + "(flag[{i}]).load(cuda::memory_order_acquire) != 1) ;", True),
    "atomic": ("cuda::atomic<int, cuda::thread_scope_device>", "flag[{i}].store(1);", "while (flag[{i}].load() != 1) ;",
               True),
    "wait": ("cuda::atomic<int, cuda::thread_scope_device>", "flag[{i}].store(1); flag[{i}].notify_all();",
             "flag[{i}].wait(0);", True),
    "ptx": ("int", 'asm volatile("st.release.gpu.global.s32 [%0], 1;" :: "l"(&flag[{i}]) : "memory");', LOAD, True),
    "ptxred": ("int", 'asm volatile("red.release.gpu.global.add.s32 [%0], 1;" :: "l"(&flag[{i}]) : "memory");', LOAD, True),
    "nv": ("int", "__nv_atomic_store_n(&flag[{i}], 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);",
           "while (__nv_atomic_load_n(&flag[{i}], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) != 1) ;", True),
}
PTX_ADD = """__device__ unsigned ptx_add(unsigned *p)
{
	unsigned old;
	asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;" : "=r"(old) : "l"(p) : "memory");
	return old;
}
"""
LAST = {
    "add": ("atomicAdd(count, 1u)", False),
    "inc": ("atomicInc(count, gridDim.x)", False),
    "ref": ("cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*count).fetch_add(1, cuda::memory_order_acq_rel)", True),
    "ptx": ("ptx_add(count)", True),
    "nv": ("__nv_atomic_fetch_add(count, 1u, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE)", True),
}
LOCKS = {
    "cas": ("int", "while (atomicCAS(&lock[{i}], 0, 1) != 0) ;", "atomicExch(&lock[{i}], 0);", False),
    "exch": ("int", "while (atomicExch(&lock[{i}], 1) != 0) ;", "atomicExch(&lock[{i}], 0);", False),
    "volatile": ("int", "while (atomicCAS(&lock[{i}], 0, 1)) {{ }}", "*(volatile int *)&lock[{i}] = 0;", False),
    "ref": ("int", "while (" + REF + "(lock[{i}]).exchange(1, cuda::memory_order_acquire)) ;",
            REF + "(lock[{i}]).store(0, cuda::memory_order_release);", True),
    "flag": ("cuda::std::atomic_flag", "while (lock[{i}].test_and_set(cuda::std::memory_order_acquire)) ;",
             "lock[{i}].clear(cuda::std::memory_order_release);", True),
    "weak": ("cuda::atomic<int, cuda::thread_scope_device>",
             "{{ int e = 0; while (!lock[{i}].compare_exchange_weak(e, 1, cuda::memory_order_acquire)) e = 0; }}",
             "lock[{i}].store(0, cuda::memory_order_release);", True),
    "ticket": ("int", "{{ int mine = atomicAdd(&lock[2 * ({i})], 1); while (atomicAdd(&lock[2 * ({i}) + 1], 0) != mine) ; }}",
               "atomicAdd(&lock[2 * ({i}) + 1], 1);", False),
    "nv": ("int", "{{ int e = 0; while (!__nv_atomic_compare_exchange_n(&lock[{i}], &e, 1, false, __NV_ATOMIC_ACQUIRE, "
           "__NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) e = 0; }}",
           "__nv_atomic_store_n(&lock[{i}], 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);", True),
}


def program(body, kind, name, grid, parts=""):
    """A kernel with data, out and one array for signals, and its launch."""
    plain = kind.replace("volatile ", "")
    return (f"{HEAD}{parts}__global__ void k(int *data, int *out, {kind} *{name})\n{{\n\tint t = threadIdx.x, b = blockIdx.x;\n"
            f"{body}}}\n\nint main()\n{{\n\tint *data, *out;\n\t{plain} *{name};\n\tcudaMalloc(&data, 4096 * sizeof(int));\n"
            f"\tcudaMalloc(&out, 4096 * sizeof(int));\n\tcudaMalloc(&{name}, 64 * sizeof(*{name}));\n"
            f"\tcudaMemset({name}, 0, 64 * sizeof(*{name}));\n\tk<<<{grid}, 64>>>(data, out, {name});\n}}\n")


def variants(name, make, fence, ordered, barriers=("before", "after")):
    """The pattern, and the pattern without each of its parts."""
    whole = {"release": "" if ordered else fence, "acquire": "" if ordered else fence,
             **{b: "__syncthreads();" for b in barriers}}
    yield name, make(**whole), "race-free"
    for part in whole:
        if not whole[part]:
            continue
        yield f"{name}-no-{part}", make(**{**whole, part: ""}), "race"
        if part in ("release", "acquire"):
            yield f"{name}-weak-{part}", make(**{**whole, part: WEAK}), "race"


def message(flag, release, acquire, before, after):
    kind, put, wait, _ = flag
    return program(f"""	if (b == 0) {{
		data[t] = t;
		{before}
		if (t == 0) {{
			{release}
			{put.format(i=0)}
		}}
	}} else {{
		if (t == 0) {{
			{wait.format(i=0)}
			{acquire}
		}}
		{after}
		out[b * 64 + t] = data[63 - t];
	}}
""", kind, "flag", 3)


def chain(flag, release, acquire, before, after):
    kind, put, wait, _ = flag
    return program(f"""	int base = 0;
	if (b > 0) {{
		if (t == 0) {{
			{wait.format(i="b - 1")}
			{acquire}
		}}
		{after}
		base = data[(b - 1) * 64 + 63 - t];
	}}
	data[b * 64 + t] = base + 1;
	{before}
	if (t == 0) {{
		{release}
		{put.format(i="b")}
	}}
""", kind, "flag", 8)


def last_leader(count, release, acquire, last="gridDim.x - 1"):
    return program(f"""	if (t == 0) {{
		data[b] = 7;
		{release}
		if ({count} == {last}) {{
			{acquire}
			int sum = 0;
			for (int i = 0; i < gridDim.x; i++)
				sum += data[i];
			out[0] = sum;
		}}
	}}
""", "unsigned", "count", 16, PTX_ADD)


def last_shared(count, release, acquire, after, last="gridDim.x - 1"):
    return program(f"""	__shared__ bool is_last;
	if (t == 0) {{
		data[b] = 7;
		{release}
		is_last = {count} == {last};
		{acquire}
	}}
	{after}
	if (is_last)
		for (int i = t; i < gridDim.x; i += 64)
			out[i] = data[i];
""", "unsigned", "count", 16, PTX_ADD)


def locked(lock, how, acquire, release, lock_index=None):
    kind, enter, leave, _ = lock
    index = "b % 4" if how == "bucket" else "0"
    at = lock_index or index
    section = f"{enter.format(i=at)}\n\t\t{acquire}\n\t\tdata[{index}] += 1;\n\t\t{release}\n\t\t{leave.format(i=at)}\n"
    body = {"leader": f"	if (t == 0) {{\n\t\t{section}\t}}\n", "bucket": f"	if (t == 0) {{\n\t\t{section}\t}}\n",
            "lanes": f"	for (int w = 0; w < 32; w++)\n\t\tif (t % 32 == w) {{\n\t\t{section}\t\t}}\n",
            "others_leave": f"	if (t > 0)\n\t\treturn;\n\t{section}\tout[b] = b;\n"}[how]
    return program(body, kind, "lock", 16)


def programs():
    """(name, source, verdict) of each."""
    for (name, flag), (fence_name, fence) in itertools.product(FLAGS.items(), FENCES.items()):
        if flag[3] and fence_name != "gl":
            continue
        for pattern in (message, chain):
            yield from variants(f"{pattern.__name__}-{name}-{fence_name}",
                                lambda pattern=pattern, flag=flag, **parts: pattern(flag, **parts), fence, flag[3])
    for (name, (count, ordered)), (fence_name, fence) in itertools.product(LAST.items(), FENCES.items()):
        if ordered and fence_name != "gl":
            continue
        none = "" if ordered else fence
        yield from variants(f"last_leader-{name}-{fence_name}",
                            lambda count=count, **parts: last_leader(count, **parts), fence, ordered, ())
        yield (f"last_leader-{name}-{fence_name}-early",
               last_leader(count, none, none, "gridDim.x - 2"), "race")
        yield from variants(f"last_shared-{name}-{fence_name}",
                            lambda count=count, **parts: last_shared(count, **parts), fence, ordered, ("after",))
        yield (f"last_shared-{name}-{fence_name}-early",
               last_shared(count, none, none, "__syncthreads();", "gridDim.x - 2"), "race")
    for (name, lock), how in itertools.product(LOCKS.items(), ("leader", "lanes", "bucket", "others_leave")):
        none = "" if lock[3] else FENCES["gl"]
        yield from variants(f"lock-{name}-{how}",
                            lambda lock=lock, how=how, **parts: locked(lock, how, **parts), FENCES["gl"], lock[3], ())
        if how == "bucket":
            yield f"lock-{name}-{how}-finer", locked(lock, how, none, none, "b % 8"), "race"
            yield f"lock-{name}-{how}-coarser", locked(lock, how, none, none, "b % 2"), "race-free"
