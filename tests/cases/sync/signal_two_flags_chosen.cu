// What a wait keeps is one flag where the other is set, else nothing: who leaves the loop has found both. In the twin he has found one of them.
#include <cuda_runtime.h>
#include <cuda/atomic>

#define BOTH(a, b) ((a) ? (b) : 0) // twin: #define BOTH(a, b) ((a) ? 1 : (b))

__device__ void tell(int *value, volatile int *flag)
{
	*value = 1; // twin-race: inter-block
	__threadfence();
	*flag = 1;
}

__global__ void kept(volatile int *fx, volatile int *fy, int *x, int *y, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		tell(x, fx);
	} else if (blockIdx.x == 1) {
		tell(y, fy);
	} else {
		bool ok = false;
		while (!ok)
			ok = BOTH(*fx, *fy);
		__threadfence();
		out[blockIdx.x] = *x + *y; // twin-race: inter-block
	}
}

__global__ void number(volatile int *fx, volatile int *fy, int *x, int *y, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		tell(x, fx);
	} else if (blockIdx.x == 1) {
		tell(y, fy);
	} else {
		int found;
		do {
			found = BOTH(*fx, *fy);
		} while (found == 0);
		__threadfence();
		out[blockIdx.x] = *x + *y; // twin-race: inter-block
	}
}

__device__ int look(int *flag)
{
	return cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).load(cuda::memory_order_acquire);
}

__global__ void ordered(int *fx, int *fy, int *x, int *y, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		tell(x, fx);
	} else if (blockIdx.x == 1) {
		tell(y, fy);
	} else {
		while (!BOTH(look(fx), look(fy)))
			;
		out[blockIdx.x] = *x + *y; // twin-race: inter-block
	}
}

int main()
{
	int *flags[6], *values, *out;

	for (int i = 0; i < 6; i++) {
		cudaMalloc(&flags[i], sizeof(int));
		cudaMemset(flags[i], 0, sizeof(int));
	}
	cudaMalloc(&values, 6 * sizeof(int));
	cudaMalloc(&out, 256 * sizeof(int));
	kept<<<8, 32>>>(flags[0], flags[1], values, values + 1, out); // launch: race-free; twin-launch: race
	number<<<8, 32>>>(flags[2], flags[3], values + 2, values + 3, out); // launch: race-free; twin-launch: race
	ordered<<<8, 32>>>(flags[4], flags[5], values + 4, values + 5, out); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
