// The host fills one of two page-locked buffers while the other one is copied: it waits for the copy of the round before the last. In the twin it waits for nobody.
#include <cuda_runtime.h>

__global__ void use(const float *data, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] += data[i];
}

int main()
{
	const int n = 1 << 12;
	float *host[2], *device[2], *out;
	cudaStream_t stream[2];
	cudaMalloc(&out, n * sizeof(float));
	for (int i = 0; i < 2; i++) {
		cudaMallocHost(&host[i], n * sizeof(float));
		cudaMalloc(&device[i], n * sizeof(float));
		cudaStreamCreate(&stream[i]);
	}
	for (int round = 0; round < 10; round++) {
		int turn = round % 2;
		cudaStreamSynchronize(stream[turn]); // twin:
		for (int i = 0; i < n; i++)
			host[turn][i] = round; // twin-finding: inter-kernel
		cudaMemcpyAsync(device[turn], host[turn], n * sizeof(float), cudaMemcpyHostToDevice, stream[turn]);
	}
	cudaDeviceSynchronize();
	use<<<16, 256, 0, stream[0]>>>(device[0], out, n); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
