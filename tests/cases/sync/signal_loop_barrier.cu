// Each round of a loop ends with a barrier, the last one's stands for all before the signal; in the twin there is none.
#include <cuda_runtime.h>

__global__ void wave(float *u, int *done, int n)
{
	int tile = blockIdx.x;
	if (threadIdx.x == 0) {
		if (tile)
			while (atomicAdd(&done[tile - 1], 0) == 0)
				;
		__threadfence();
	}
	__syncthreads();
	for (int d = 0; d < n; d++) {
		u[tile * 64 + threadIdx.x] = tile ? u[(tile - 1) * 64 + threadIdx.x] + d : d; // twin-race: inter-block
		__syncthreads(); // twin: 		;
	}
	if (threadIdx.x == 0) {
		__threadfence();
		atomicExch(&done[tile], 1);
	}
}

int main(int argc, char **argv)
{
	float *u;
	int *done;
	cudaMalloc(&u, 16 * 64 * sizeof(float));
	cudaMalloc(&done, 16 * sizeof(int));
	cudaMemset(done, 0, 16 * sizeof(int));
	wave<<<16, 64>>>(u, done, argc); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
