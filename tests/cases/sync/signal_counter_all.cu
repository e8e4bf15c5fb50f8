// A counter that must be full; waiting for the first addition proves one writer, not all.
#include <cuda_runtime.h>

__global__ void gather(int *data, int *count, int *out)
{
	int b = blockIdx.x;
	data[b] = b * b; // twin-race: inter-block
	__threadfence();
	atomicAdd(count, 1);
	if (b == 0) {
		while (atomicAdd(count, 0) < gridDim.x) // twin: while (atomicAdd(count, 0) < 1)
			;
		__threadfence();
		int sum = 0;
		for (int i = 0; i < gridDim.x; i++)
			sum += data[i]; // twin-race: inter-block
		*out = sum;
	}
}

void run(int *data, int *count, int *out, int n)
{
	gather<<<n, 1>>>(data, count, out); // launch: race-free; twin-launch: race
}
