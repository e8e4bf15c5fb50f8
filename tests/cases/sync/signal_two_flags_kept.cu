// Whether both flags are set is kept in a variable that the loop looks at when it begins its next round: who leaves it has found both. In the
// twin one will do.
#include <cuda_runtime.h>

#define BOTH(a, b) ((a) && (b)) // twin: #define BOTH(a, b) ((a) || (b))

__device__ void tell(int *value, volatile int *flag)
{
	*value = 1; // twin-race: inter-block
	__threadfence();
	*flag = 1;
}

__global__ void at_once(volatile int *fx, volatile int *fy, int *x, int *y, int *out)
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

__global__ void resting(volatile int *fx, volatile int *fy, int *x, int *y, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		tell(x, fx);
	} else if (blockIdx.x == 1) {
		tell(y, fy);
	} else {
		bool waits = true;
		while (waits) {
			waits = !BOTH(*fx, *fy);
			if (waits)
				__nanosleep(100);
		}
		__threadfence();
		out[blockIdx.x] = *x + *y; // twin-race: inter-block
	}
}

__global__ void told(volatile int *fx, volatile int *fy, int *x, int *y, int *out)
{
	__shared__ bool ok;

	if (blockIdx.x == 0 && threadIdx.x == 0)
		tell(x, fx);
	if (blockIdx.x == 1 && threadIdx.x == 0)
		tell(y, fy);
	if (blockIdx.x < 2)
		return;
	while (true) {
		if (threadIdx.x == 0) {
			ok = BOTH(*fx, *fy);
			__threadfence();
		}
		__syncthreads();
		if (ok)
			break;
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = *x + *y; // twin-race: inter-block
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
	at_once<<<8, 32>>>(flags[0], flags[1], values, values + 1, out); // launch: race-free; twin-launch: race
	resting<<<8, 32>>>(flags[2], flags[3], values + 2, values + 3, out); // launch: race-free; twin-launch: race
	told<<<8, 32>>>(flags[4], flags[5], values + 4, values + 5, out); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
