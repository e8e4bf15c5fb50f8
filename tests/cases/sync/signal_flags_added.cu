// Three flags are added up, each of which is 0 or 1: who has found 3 has found all of them. Who has found 2, as in the twin, has found two, whichever
// they are.
#include <cuda_runtime.h>

#define ENOUGH 3 // twin: #define ENOUGH 2

__device__ void tell(int *value, volatile int *flag)
{
	*value = 1; // twin-race: inter-block
	__threadfence();
	*flag = 1;
}

__global__ void added(volatile int *fx, volatile int *fy, volatile int *fz, int *values, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		tell(values, fx);
	} else if (blockIdx.x == 1) {
		tell(values + 1, fy);
	} else if (blockIdx.x == 2) {
		tell(values + 2, fz);
	} else {
		while (*fx + *fy + *fz < ENOUGH)
			;
		__threadfence();
		out[blockIdx.x] = values[0] + values[1] + values[2]; // twin-race: inter-block
	}
}

__global__ void counted(volatile int *flags, int *values, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x < 3) {
		tell(values + blockIdx.x, flags + blockIdx.x);
	} else {
		int set;
		do {
			set = flags[0];
			set += flags[1];
			set += flags[2];
		} while (set < ENOUGH);
		__threadfence();
		out[blockIdx.x] = values[0] + values[1] + values[2]; // twin-race: inter-block
	}
}

// of which no launch is in sight: the flags begin unset
__global__ void either(volatile int *fx, volatile int *fy, int *x, int *y, int *out) // kernel: race-free; twin-kernel: race
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		tell(x, fx);
	} else if (blockIdx.x == 1) {
		tell(y, fy);
	} else {
		while (*fx + *fy < ENOUGH - 1)
			;
		__threadfence();
		out[blockIdx.x] = *x + *y; // twin-race: inter-block
	}
}

int main()
{
	int *flags[4], *values, *out;

	for (int i = 0; i < 4; i++) {
		cudaMalloc(&flags[i], 3 * sizeof(int));
		cudaMemset(flags[i], 0, 3 * sizeof(int));
	}
	cudaMalloc(&values, 6 * sizeof(int));
	cudaMalloc(&out, 256 * sizeof(int));
	added<<<8, 32>>>(flags[0], flags[1], flags[2], values, out); // launch: race-free; twin-launch: race
	counted<<<8, 32>>>(flags[3], values + 3, out); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
