// A block takes room for as many as it has counted, and its threads share it out by a counter of their own: how far one block's numbers
// reach is what the next block's base is behind. That is not proved; nor is it a race that any numbers may meet.
#include <cuda_runtime.h>

__global__ void gather(const int *in, int *out, int *count)
{
	__shared__ int base, place;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, kept = in[i] != 0;

	if (t == 0)
		place = 0;
	int total = __syncthreads_count(kept);
	if (t == 0)
		base = atomicAdd(count, total); // twin: 		base = atomicAdd(count, total - 1);
	__syncthreads();
	if (kept)
		out[base + atomicAdd(&place, 1)] = i; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int n = argc * 1024, *in, *out, *count;

	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	cudaMalloc(&count, sizeof(int));
	cudaMemset(count, 0, sizeof(int));
	gather<<<n / 128, 128>>>(in, out, count); // launch: undecided; twin-launch: race
}
