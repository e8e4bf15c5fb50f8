// Copies a vector into every row of a pitched matrix; the pitch comes from the allocation.
#include <cuda_runtime.h>
#include <cstdlib>

struct MatrixDim { int rows, cols, stride; };

template <typename Real>
__global__ void copy_rows_from_vec(Real *m_out, MatrixDim d, const Real *v_in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i < d.cols && j < d.rows) {
		int index = i + j * d.stride;

		m_out[index] = v_in[i]; // twin-race: inter-block,intra-block,intra-warp
	}
}

int main(int argc, char **argv)
{
	int rows = atoi(argv[1]), cols = atoi(argv[2]);
	size_t pitch = atoi(argv[3]);
	float *matrix, *vec;

	cudaMallocPitch(&matrix, &pitch, cols * sizeof(float), rows); // fact: allocation; twin: cudaMalloc(&matrix, cols * rows * sizeof(float));
	cudaMalloc(&vec, cols * sizeof(float));
	MatrixDim dim = {rows, cols, (int)(pitch / sizeof(float))};
	dim3 block(16, 16), grid((cols + 15) / 16, (rows + 15) / 16);

	copy_rows_from_vec<<<grid, block>>>(matrix, dim, vec); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
