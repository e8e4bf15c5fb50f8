// A grid of as many blocks as a list that the host makes has entries, which is not followed: some there are, as the launch is made. In the twin the block waits.
#include <cuda_runtime.h>
#include <vector>

__global__ void turn(float *rows)
{
	__shared__ float row[128];
	float *own = rows + blockIdx.x * 128;
	row[threadIdx.x] = own[threadIdx.x]; // race: intra-block; twin: 	row[threadIdx.x] = own[threadIdx.x]; __syncthreads();
	own[threadIdx.x] = row[127 - threadIdx.x]; // race: intra-block
}

int main()
{
	const int n = 32, window = 3;
	std::vector<int> of;
	for (int r = 0; r < n; r++)
		for (int c = r > window ? r - window : 0; c <= r; c++)
			of.push_back(r);
	float *rows;
	cudaMalloc(&rows, of.size() * 128 * sizeof(float));
	turn<<<of.size(), 128>>>(rows); // launch: race; twin-launch: race-free
	cudaDeviceSynchronize();
}
