// What is read in the waiting loop itself, each time: behind the wait's test, or in the twin before it.
#include <cuda_runtime.h>

__device__ volatile int flag;

__global__ void follow(int *data, int *out)
{
	if (blockIdx.x == 0) {
		*data = 5; // twin-race: inter-block
		__threadfence();
		flag = 1;
		return;
	}
	int seen, found = 0;
	do {
		seen = flag;
		__threadfence();
		if (seen == 1) // twin: if (seen >= 0)
			found = *data; // twin-race: inter-block
	} while (seen != 1);
	out[blockIdx.x] = found;
}

int main()
{
	int *data, *out;
	cudaMalloc(&data, 4);
	cudaMalloc(&out, 1024);
	follow<<<20, 1>>>(data, out); // launch: race-free; twin-launch: race
	return 0;
}
