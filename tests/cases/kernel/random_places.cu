// Random numbers as places: any place may be drawn twice.
#include <cuda_runtime.h>
#include <curand_kernel.h>

struct individual {
	int gene[32];
};

__global__ void mutate(struct individual *pop, curandState *state, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	unsigned r = curand(&state[i]);
	pop[i].gene[r % 32] ^= 1; // twin-race: inter-block,intra-block; twin: pop[r % n].gene[i % 32] ^= 1;
}

__global__ void spread(int *bins, curandState *state, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	atomicAdd(&bins[(int)(curand_uniform(&state[i]) * (n - 1))], 1);
}

int main()
{
	const int n = 4096;
	struct individual *pop;
	curandState *state;
	int *bins;

	cudaMalloc(&pop, n * sizeof(*pop));
	cudaMalloc(&state, n * sizeof(*state));
	cudaMalloc(&bins, n * sizeof(int));
	mutate<<<n / 128, 128>>>(pop, state, n); // launch: race-free; twin-launch: race
	spread<<<n / 128, 128>>>(bins, state, n); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
