// Copies the lower triangle to the upper in place; only square matrices get here, and the assert says so.
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <cstdlib>

#define TILE 16
#define MY_ASSERT(c) do { if (!(c)) { fprintf(stderr, "failed: %s\n", #c); abort(); } } while (0)

struct MatrixDim { int rows, cols, stride; };

static int n_blocks(int size, int block) { return size / block + (size % block == 0 ? 0 : 1); }

template <typename Real>
__global__ void copy_half(Real *A, MatrixDim dim)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i <= j || i >= dim.rows)
		return;
	int from = i * dim.stride + j;
	int to = j * dim.stride + i;

	A[to] = A[from]; // twin-race: inter-block,intra-block,intra-warp
}

template <typename Real>
class Matrix {
	Real *data_;
	int num_rows_, num_cols_, stride_;

public:
	Matrix(int rows, int cols) : num_rows_(rows), num_cols_(cols), stride_((cols + 7) / 8 * 8)
	{
		cudaMalloc(&data_, sizeof(Real) * num_rows_ * stride_);
	}
	MatrixDim Dim() const { return {num_rows_, num_cols_, stride_}; }
	void CopyHalf()
	{
		MY_ASSERT(num_cols_ == num_rows_); // fact: assert; twin:
		if (num_rows_ == 0)
			return;
		dim3 block(TILE, TILE);
		dim3 grid(n_blocks(num_rows_, TILE), n_blocks(num_rows_, TILE));

		copy_half<<<grid, block>>>(data_, Dim()); // launch: race-free; twin-launch: race
	}
};

int main(int argc, char **argv)
{
	Matrix<float> m(atoi(argv[1]), atoi(argv[2]));

	m.CopyHalf();
	return cudaDeviceSynchronize();
}
