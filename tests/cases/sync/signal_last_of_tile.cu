// The last of the blocks that share a tile adds up their parts, told by the tile's own counter; in the twin two tiles have one counter.
#include <cuda_runtime.h>

__global__ void add_up(const float *in, float *part, unsigned *arrived, float *out)
{
	__shared__ bool last;
	int t = threadIdx.x, tile = blockIdx.y * gridDim.x + blockIdx.x, tiles = gridDim.x * gridDim.y;

	part[(blockIdx.z * tiles + tile) * 128 + t] = in[(blockIdx.z * tiles + tile) * 128 + t]; // twin-race: inter-block
	__threadfence();
	__syncthreads();
	if (t == 0)
		last = atomicAdd(&arrived[tile], 1) == gridDim.z - 1; // twin-race: inter-block; twin: 		last = atomicAdd(&arrived[tile / 2], 1) == gridDim.z - 1;
	__syncthreads();
	if (last) {
		__threadfence();
		float sum = 0;
		for (int i = 0; i < gridDim.z; i++)
			sum += part[(i * tiles + tile) * 128 + t]; // twin-race: inter-block
		out[tile * 128 + t] = sum;
		if (t == 0)
			arrived[tile] = 0; // twin-race: inter-block
	}
}

void run(const float *in, float *part, unsigned *arrived, float *out)
{
	cudaMemset(arrived, 0, 32 * sizeof(unsigned));
	add_up<<<dim3(8, 4, 4), 128>>>(in, part, arrived, out); // launch: race-free; twin-launch: race
}
