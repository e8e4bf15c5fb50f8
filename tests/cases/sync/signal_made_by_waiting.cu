// Who waits by counting at the flag's own place: the eighth of them finds 7 though nobody has signalled. In the twin he who waits adds nothing.
// A bit that is not the one waited for does no harm.
__global__ void add(unsigned *flag, int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 3;
		__threadfence();
		atomicExch(flag, 7);
		return;
	}
	unsigned got = atomicAdd(flag, 1); // twin: 	unsigned got = atomicAdd(flag, 0);
	if (got == 7) {
		__threadfence();
		out[blockIdx.x] = data[0];
	}
}

__global__ void mark(unsigned *flag, int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 3;
		__threadfence();
		atomicOr(flag, 4);
		return;
	}
	if (atomicOr(flag, 8) & 4) {
		__threadfence();
		out[blockIdx.x] = data[0];
	}
}

__global__ void mark_same(unsigned *flag, int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 3;
		__threadfence();
		atomicOr(flag, 4);
		return;
	}
	if (atomicOr(flag, 12) & 4) {
		__threadfence();
		out[blockIdx.x] = data[0];
	}
}

int main()
{
	unsigned *flags;
	int *data, *out;
	cudaMalloc(&flags, 12);
	cudaMalloc(&data, 4096);
	cudaMalloc(&out, 4096);
	cudaMemset(flags, 0, 12);
	add<<<16, 32>>>(flags, data, out); // launch: undecided; twin-launch: race-free
	mark<<<16, 32>>>(flags + 1, data, out); // launch: race-free; twin-launch: race-free
	mark_same<<<16, 32>>>(flags + 2, data, out); // launch: undecided; twin-launch: undecided
	return 0;
}
