// A warp stores a tile in shared memory and reads it element by element: which lane stored what is
// not specified, so a warp barrier has to be between.
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

__global__ void unpack(float *out)
{
	__shared__ float tile[256];
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;

	wmma::fill_fragment(sum, (float)blockIdx.x);
	wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major); // twin-race: intra-warp
	__syncwarp(); // twin:
	for (int i = threadIdx.x; i < 256; i += 32)
		out[blockIdx.x * 256 + i] = tile[i]; // twin-race: intra-warp
}

int main()
{
	float *out;

	cudaMalloc(&out, 64 * 256 * sizeof(float));
	unpack<<<64, 32>>>(out); // launch: race-free; twin-launch: race
	return 0;
}
