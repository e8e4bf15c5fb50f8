// Each warp multiplies matrices tile by tile and stores its own tile of the product.
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

__global__ void multiply(const half *a, const half *b, float *c, int n)
{
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
	int row = 16 * blockIdx.y, column = 16 * blockIdx.x; // twin: int row = 16 * blockIdx.y, column = 8 * blockIdx.x;

	wmma::fill_fragment(sum, 0.0f);
	for (int k = 0; k < n; k += 16) {
		wmma::load_matrix_sync(left, a + row * n + k, n);
		wmma::load_matrix_sync(right, b + k * n + column, n);
		wmma::mma_sync(sum, left, right, sum);
	}
	wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major); // twin-race: inter-block
}

int main()
{
	int n = 256;
	half *a, *b;
	float *c;

	cudaMalloc(&a, n * n * sizeof(half));
	cudaMalloc(&b, n * n * sizeof(half));
	cudaMalloc(&c, n * n * sizeof(float));
	multiply<<<dim3(n / 16, n / 16), 32>>>(a, b, c, n); // launch: race-free; twin-launch: race
	return 0;
}
