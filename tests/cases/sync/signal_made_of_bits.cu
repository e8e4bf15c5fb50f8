// Bits that are no signal make one with what lies there: 2 is there at first, and with 1 it is 3. In the twin a bit is waited for that nobody else puts there.
// Who waits by an exchange that compares, by `or` or by subtracting may leave to the next what that one waits for.
#include <cuda_runtime.h>

__global__ void complete(unsigned *flag, int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 3;
		__threadfence();
		atomicOr(flag, 4);
	} else if (blockIdx.x == 1) {
		atomicOr(flag, 1);
	} else {
		while (*(volatile unsigned *)flag < 3) // twin: while (!(*(volatile unsigned *)flag & 4))
			;
		__threadfence();
		out[blockIdx.x] = data[0];
	}
}

enum how { OR, SUBTRACT, COMPARE };

template <how HOW> __global__ void take(unsigned *flag, int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 3;
		__threadfence();
		atomicExch(flag, 3);
	} else if ((HOW == OR ? atomicOr(flag, 1) : HOW == SUBTRACT ? atomicSub(flag, 1) : atomicCAS(flag, 6, 3)) == 3) {
		__threadfence();
		out[blockIdx.x] = data[0];
	}
}

int main()
{
	unsigned *flags, first[] = { 2, 2, 6, 6 };
	int *data, *out;
	cudaMalloc(&flags, 16);
	cudaMalloc(&data, 4);
	cudaMalloc(&out, 64);
	cudaMemcpy(flags, first, 16, cudaMemcpyHostToDevice);
	complete<<<16, 32>>>(flags, data, out); // launch: undecided; twin-launch: race-free
	take<OR><<<16, 32>>>(flags + 1, data, out); // launch: undecided; twin-launch: undecided
	take<SUBTRACT><<<16, 32>>>(flags + 2, data, out); // launch: undecided; twin-launch: undecided
	take<COMPARE><<<16, 32>>>(flags + 3, data, out); // launch: undecided; twin-launch: undecided
	return 0;
}
