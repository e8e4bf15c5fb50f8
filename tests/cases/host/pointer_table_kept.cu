// Some entries of a table are what stands before them: which ones is not followed. In the twin each has memory of its own.
#include <cuda_runtime.h>

__global__ void count(float **rows, int n)
{
	float *row = rows[blockIdx.x];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		row[i] = i;
}

int main()
{
	const int many = 50, n = 300;
	float *starts[many], **rows;
	for (int b = 0; b < many; b++) {
		if (b % 2 == 0)
			cudaMalloc(&starts[b], n * sizeof(float));
		else
			starts[b] = starts[b - 1]; // twin: 			cudaMalloc(&starts[b], n * sizeof(float));
	}
	cudaMalloc(&rows, many * sizeof(*rows));
	cudaMemcpy(rows, starts, many * sizeof(*rows), cudaMemcpyHostToDevice);
	count<<<many, 128>>>(rows, n); // launch: undecided; twin-launch: race-free
	cudaDeviceSynchronize();
}
