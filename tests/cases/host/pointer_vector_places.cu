// The same for a vector that has its size from the beginning.
#include <cuda_runtime.h>
#include <vector>

__global__ void count(float **rows, int n)
{
	float *row = rows[blockIdx.x];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		row[i] = i; // twin-race(warning): inter-block
}

int main()
{
	const int many = 50, n = 300;
	float *all, **rows;
	std::vector<float *> starts(many);
	cudaMalloc(&all, many * n * sizeof(*all));
	for (int b = 0; b < many; b++)
		starts[b] = all + b * n; // twin: 		starts[b] = all;
	cudaMalloc(&rows, many * sizeof(*rows));
	cudaMemcpy(rows, starts.data(), many * sizeof(*rows), cudaMemcpyHostToDevice);
	count<<<many, 128>>>(rows, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
