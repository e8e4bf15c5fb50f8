// A thread waits for flags whose pointers stand in an array: of its own, or in a structure among the kernel's arguments. In the twin it waits for
// the last one alone.
#include <cuda_runtime.h>

#define FIRST 0 // twin: #define FIRST 1

struct mailboxes {
	volatile int *flags[2];
	int *values[2];
	int *out;
};

__device__ void tell(int *value, volatile int *flag)
{
	*value = 1; // twin-race: inter-block
	__threadfence();
	*flag = 1;
}

__global__ void own(volatile int *fx, volatile int *fy, int *x, int *y, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		tell(x, fx);
	} else if (blockIdx.x == 1) {
		tell(y, fy);
	} else {
		volatile int *flags[2] = { fx, fy };
		for (int i = FIRST; i < 2; i++)
			while (!*flags[i])
				;
		__threadfence();
		out[blockIdx.x] = *x + *y; // twin-race: inter-block
	}
}

__global__ void given(mailboxes m)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x < 2) {
		tell(m.values[blockIdx.x], m.flags[blockIdx.x]);
	} else {
		bool all;
		do {
			all = true;
			for (int i = FIRST; i < 2; i++)
				all = all && *m.flags[i];
		} while (!all);
		__threadfence();
		m.out[blockIdx.x] = *m.values[0] + *m.values[1]; // twin-race: inter-block
	}
}

int main()
{
	int *fx, *fy, *x, *y, *out;
	mailboxes m;

	cudaMalloc(&fx, sizeof(int));
	cudaMemset(fx, 0, sizeof(int));
	cudaMalloc(&fy, sizeof(int));
	cudaMemset(fy, 0, sizeof(int));
	cudaMalloc(&x, sizeof(int));
	cudaMalloc(&y, sizeof(int));
	cudaMalloc(&out, 256 * sizeof(int));
	own<<<8, 32>>>(fx, fy, x, y, out); // launch: race-free; twin-launch: race
	for (int i = 0; i < 2; i++) {
		int *flag, *value;
		cudaMalloc(&flag, sizeof(int));
		cudaMemset(flag, 0, sizeof(int));
		cudaMalloc(&value, sizeof(int));
		m.flags[i] = flag;
		m.values[i] = value;
	}
	cudaMalloc(&m.out, 256 * sizeof(int));
	given<<<8, 32>>>(m); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
