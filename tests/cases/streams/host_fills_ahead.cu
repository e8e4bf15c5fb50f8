// The host fills a page-locked buffer when the copy from it, two rounds before, is over; in the twin it begins to ask one round too late.
#include <cuda_runtime.h>

__global__ void increase(int *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] += 1;
}

int main()
{
	const int chunks = 8, n = 1024;
	int *device[2], *host[2];
	cudaStream_t stream;
	cudaEvent_t done[2];
	cudaStreamCreate(&stream);
	for (int i = 0; i < 2; i++) {
		cudaMalloc(&device[i], n * sizeof(int));
		cudaMallocHost(&host[i], n * sizeof(int));
		cudaEventCreate(&done[i]);
	}
	for (int chunk = 0; chunk < chunks; chunk++) {
		int turn = chunk & 1;
		if (chunk >= 2) // twin:		if (chunk >= 3)
			cudaEventSynchronize(done[turn]);
		for (int i = 0; i < n; i++)
			host[turn][i] = chunk; // twin-finding: inter-kernel
		cudaMemcpyAsync(device[turn], host[turn], n * sizeof(int), cudaMemcpyHostToDevice, stream);
		increase<<<4, 256, 0, stream>>>(device[turn], n); // launch: race-free; twin-launch: race-free
		cudaEventRecord(done[turn], stream);
	}
	cudaDeviceSynchronize();
}
