// Parts of one buffer for two streams that begin where sums in a container say: that they meet is a warning, as how the host makes the sums is not followed. In the twin both are given the beginning.
#include <cuda_runtime.h>
#include <vector>

__global__ void fill(float *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[i] = i;
}

int main()
{
	std::vector<int> sizes{ 1000, 5000, 300, 77777 };
	std::vector<size_t> begins(sizes.size() + 1, 0);
	for (size_t i = 0; i < sizes.size(); i++)
		begins[i + 1] = begins[i] + sizes[i];
	float *buffer;
	cudaMalloc(&buffer, 200000 * sizeof(float));
	cudaStream_t streams[2];
	cudaStreamCreate(&streams[0]);
	cudaStreamCreate(&streams[1]);
	for (size_t i = 0; i < sizes.size(); i++) {
		float *part = buffer + begins[i]; // twin:		float *part = buffer;
		fill<<<(sizes[i] + 255) / 256, 256, 0, streams[i % 2]>>>(part, sizes[i]); // launch: race-free; twin-launch: race-free; finding(warning): inter-kernel; twin-finding: inter-kernel
	}
	cudaDeviceSynchronize();
}
