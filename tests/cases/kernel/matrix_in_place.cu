// Sums that are loaded, added to and stored in place: each lane stores what it has loaded, unless the store has another layout.
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

__global__ void accumulate(const half *a, const half *b, float *c, int n)
{
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
	float *tile = c + 16 * blockIdx.y * n + 16 * blockIdx.x;

	wmma::load_matrix_sync(sum, tile, n, wmma::mem_row_major); // twin-race: intra-warp
	for (int k = 0; k < n; k += 16) {
		wmma::load_matrix_sync(left, a + 16 * blockIdx.y * n + k, n);
		wmma::load_matrix_sync(right, b + 16 * blockIdx.x * n + k, n);
		wmma::mma_sync(sum, left, right, sum);
	}
	wmma::store_matrix_sync(tile, sum, n, wmma::mem_row_major); // twin-race: intra-warp; twin: wmma::store_matrix_sync(tile, sum, n, wmma::mem_col_major);
}

int main()
{
	int n = 256;
	half *a, *b;
	float *c;

	cudaMalloc(&a, n * n * sizeof(half));
	cudaMalloc(&b, n * n * sizeof(half));
	cudaMalloc(&c, n * n * sizeof(float));
	accumulate<<<dim3(n / 16, n / 16), 32>>>(a, b, c, n); // launch: race-free; twin-launch: race
	return 0;
}
