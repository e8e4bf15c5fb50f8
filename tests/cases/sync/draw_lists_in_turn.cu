// Blocks go through all lists in turn, their own first, and draw from the counter of each for all their threads until it is empty: the rounds say
// which counter a number is of. In the twin two blocks may draw one number.
#include <cuda_runtime.h>

__global__ void work(unsigned *heads, float *out, int lists)
{
	__shared__ int chunk;
	for (int v = 0; v < lists; v++) {
		int victim = (blockIdx.x + v) % lists;
		while (true) {
			if (threadIdx.x == 0)
				chunk = atomicAdd(&heads[victim], 1u); // twin-race: inter-block; twin: 				chunk = atomicAdd_block(&heads[victim], 1u);
			__syncthreads();
			int c = chunk;
			__syncthreads();
			if (c >= 20)
				break;
			out[(victim * 20 + c) * blockDim.x + threadIdx.x] = v;
		}
	}
}

int main()
{
	unsigned *heads;
	float *out;
	cudaMalloc(&heads, 48 * sizeof(*heads));
	cudaMalloc(&out, 961 * 128 * sizeof(*out));
	cudaMemset(heads, 0, 48 * sizeof(*heads));
	work<<<48, 128>>>(heads, out, 48); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
