// A tile of lanes for each row, its width a template parameter; partial sums go through shared memory.
#include <cuda_runtime.h>

template <unsigned LANES, unsigned ROWS>
__global__ void spmv(const int *ptr, const int *col, const float *val, const float *x, float *y, int rows)
{
	__shared__ float s[ROWS * LANES];
	unsigned lane = threadIdx.x % LANES, r = threadIdx.x / LANES;

	for (unsigned row = blockIdx.x * ROWS + r; row < rows; row += gridDim.x * ROWS) {
		float sum = 0;
		for (int j = ptr[row] + lane; j < ptr[row + 1]; j += LANES)
			sum += val[j] * x[col[j]];
		s[threadIdx.x] = sum; // twin-race: intra-block
		__syncwarp(__activemask());
		if (lane == 0) {
			for (unsigned k = 1; k < LANES; k++)
				sum += s[threadIdx.x + k]; // twin-race: intra-block
			y[row] = sum;
		}
		__syncwarp(__activemask());
	}
}

void run(const int *ptr, const int *col, const float *val, const float *x, float *y, int rows)
{
	spmv<8, 16><<<64, 128>>>(ptr, col, val, x, y, rows); // launch: undecided; twin-launch: race; twin: 	spmv<64, 2><<<64, 128>>>(ptr, col, val, x, y, rows); // twin-launch: race
}
