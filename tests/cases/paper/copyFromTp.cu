// Unpacks a triangular matrix; destination and source have the same number of rows and columns, by an assert.
#include <cuda_runtime.h>
#include <cassert>
#include <cstdlib>

#define TILE 16

struct MatrixDim { int rows, cols, stride; };

static int n_blocks(int size, int block) { return size / block + (size % block == 0 ? 0 : 1); }

template <typename Real, typename OtherReal>
__global__ void copy_from_tp(Real *A, const OtherReal *B, MatrixDim dmat)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i < dmat.cols && j < dmat.rows) {
		int index_B = j * (j + 1) / 2 + i;
		int index_A = j * dmat.stride + i;

		A[index_A] = i <= j ? (Real)B[index_B] : (Real)0.0; // twin-race: inter-block,intra-block,intra-warp
	}
}

int main(int argc, char **argv)
{
	int rows = atoi(argv[1]), cols = atoi(argv[2]), packed_rows = atoi(argv[3]);
	int stride = (packed_rows + 7) / 8 * 8;
	double *A;
	float *B;

	assert(rows == packed_rows && cols == rows); // fact: assert; twin:
	cudaMalloc(&A, sizeof(double) * rows * stride);
	cudaMalloc(&B, sizeof(float) * (packed_rows * (packed_rows + 1) / 2));
	dim3 block(TILE, TILE);
	dim3 grid(n_blocks(rows, TILE), n_blocks(rows, TILE));

	copy_from_tp<<<grid, block>>>(A, B, MatrixDim{rows, cols, stride}); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
