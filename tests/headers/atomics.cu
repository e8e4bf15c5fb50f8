// Atomic functions of the three scopes.

// IR: atomicrmw add ptr %\w+, i32 %\w+ monotonic
// IR: atomicrmw add ptr %\w+, i64 %\w+ monotonic
// IR: atomicrmw fadd ptr %\w+, float %\w+ monotonic
// IR: atomicrmw fadd ptr %\w+, double %\w+ monotonic
// IR: atomicrmw sub ptr
// IR-NOT: syncscope
__global__ void device_add(int *i, unsigned long long *u, float *f, double *d, int n)
{
	atomicAdd(i, n);
	atomicAdd(u, (unsigned long long)n);
	atomicAdd(f, (float)n);
	atomicAdd(d, (double)n);
	atomicSub(i, n);
}

// IR: atomicrmw min ptr
// IR: atomicrmw umin ptr %\w+, i64
// IR: atomicrmw max ptr %\w+, i64
// IR: atomicrmw umax ptr %\w+, i32
// IR: atomicrmw and ptr
// IR: atomicrmw or ptr
// IR: atomicrmw xor ptr
// IR: atomicrmw xchg ptr
// IR: atomicrmw uinc_wrap ptr
// IR: atomicrmw udec_wrap ptr
__global__ void device_others(int *i, unsigned int *u, long long *l, unsigned long long *ul, int n)
{
	atomicMin(i, n);
	atomicMin(ul, (unsigned long long)n);
	atomicMax(l, (long long)n);
	atomicMax(u, (unsigned int)n);
	atomicAnd(i, n);
	atomicOr(i, n);
	atomicXor(i, n);
	atomicExch(i, n);
	atomicInc(u, n);
	atomicDec(u, n);
}

// IR: cmpxchg ptr %\w+, i32 %\w+, i32 %\w+ monotonic monotonic
// IR: cmpxchg ptr %\w+, i64 %\w+, i64 %\w+ monotonic monotonic
// IR: cmpxchg ptr %\w+, i16 %\w+, i16 %\w+ monotonic monotonic
__global__ void device_cas(int *i, unsigned long long *u, unsigned short *s, int n)
{
	atomicCAS(i, n, n + 1);
	atomicCAS(u, (unsigned long long)n, (unsigned long long)(n + 1));
	atomicCAS(s, (unsigned short)n, (unsigned short)(n + 1));
}

// IR: @llvm.nvvm.atomic.add.gen.i.cta.i32.p0
// IR: @llvm.nvvm.atomic.add.gen.f.cta.f32.p0
// IR: @llvm.nvvm.atomic.exch.gen.i.cta.i32.p0
// IR: @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0
// IR: @llvm.nvvm.atomic.max.gen.i.cta.i32.p0
// IR: @llvm.nvvm.atomic.and.gen.i.cta.i32.p0
// IR: @llvm.nvvm.atomic.inc.gen.i.cta.i32.p0
// IR-NOT: atomicrmw|cmpxchg
__global__ void block_scope(int *i, unsigned int *u, float *f, int n)
{
	atomicAdd_block(i, n);
	atomicAdd_block(f, (float)n);
	atomicExch_block(i, n);
	atomicCAS_block(i, n, n + 1);
	atomicMax_block(i, n);
	atomicAnd_block(i, n);
	atomicInc_block(u, n);
}

// IR: @llvm.nvvm.atomic.add.gen.i.sys.i32.p0
// IR: @llvm.nvvm.atomic.exch.gen.i.sys.i32.p0
// IR: @llvm.nvvm.atomic.cas.gen.i.sys.i64.p0
// IR-NOT: atomicrmw|cmpxchg
__global__ void system_scope(int *i, unsigned long long *u, int n)
{
	atomicAdd_system(i, n);
	atomicExch_system(i, n);
	atomicCAS_system(u, (unsigned long long)n, 1ull);
}

int main()
{
	return 0;
}
