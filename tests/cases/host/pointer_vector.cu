// A vector of pointers to the rows of one allocation, each as long as the kernel takes it to be; in the twin they overlap by one.
#include <cuda_runtime.h>
#include <vector>

__global__ void count(float **rows, int n)
{
	float *row = rows[blockIdx.x];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		row[i] = i; // twin-race: inter-block
}

int main()
{
	const int many = 50, n = 300;
	float *all, **rows;
	std::vector<float *> starts;
	cudaMalloc(&all, many * n * sizeof(*all));
	for (int b = 0; b < many; b++)
		starts.push_back(all + b * n); // twin: 		starts.push_back(all + b * (n - 1));
	cudaMalloc(&rows, many * sizeof(*rows));
	cudaMemcpy(rows, starts.data(), many * sizeof(*rows), cudaMemcpyHostToDevice);
	count<<<many, 128>>>(rows, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
