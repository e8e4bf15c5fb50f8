// Tables of pointers that the host fills: matrices of a batch in one allocation, and a part that the launch is given as well.
#include <cuda_runtime.h>

__global__ void scale(float *const *matrix, int n)
{
	float *values = matrix[blockIdx.x];

	for (int i = threadIdx.x; i < n; i += blockDim.x)
		values[i] *= 2; // twin-race: inter-block
}

__global__ void shift(float *const *half, float *first)
{
	int i = threadIdx.x;

	first[i] = i;
	if (i)
		half[1][i - 1] = i;
}

int main(int argc, char **argv)
{
	int n = 64 * argc, batch = 16;
	float *all, **table, *pointers[16], *halves[2];

	cudaMalloc(&all, batch * n * sizeof(float));
	cudaMalloc(&table, batch * sizeof(float *));
	for (int i = 0; i < batch; i++)
		pointers[i] = all + i * n; // twin: 		pointers[i] = all + i * (n - 1);
	cudaMemcpy(table, pointers, batch * sizeof(float *), cudaMemcpyHostToDevice);
	scale<<<batch, 128>>>(table, n); // launch: race-free; twin-launch: race
	halves[0] = all;
	halves[1] = all + 512;
	cudaMemcpy(table, halves, sizeof(halves), cudaMemcpyHostToDevice);
	shift<<<1, 256>>>(table, all); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
	return 0;
}
