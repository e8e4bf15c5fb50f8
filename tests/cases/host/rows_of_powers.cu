// Rows as long as a power of two that the user gives; within a row threads fill every fourth part of a shorter one.
#include <cstdlib>

__global__ void fill(float *rows, int log, int less)
{
	int stride = (1 << log >> less) / 4;
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int length = blockDim.x * gridDim.x * 4; // twin: int length = blockDim.x * gridDim.x * 2;
	int low = t & (stride - 1);
	rows[blockIdx.y * length + ((t - low) << 2) + low] = t; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int log = atoi(argv[1]), less = atoi(argv[2]);
	float *rows;
	cudaMalloc(&rows, (sizeof(float) << log) * 8);
	if (less >= 0 && log - less > 11)
		fill<<<dim3((1 << log) / 1024, 8), 256>>>(rows, log, less); // launch: race-free; twin-launch: race
	return 0;
}
