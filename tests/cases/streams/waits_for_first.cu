// Each stream waits for the one before it; in the twin all wait for the first one alone, and the second and third run at once.
#include <cuda_runtime.h>

__global__ void add(float *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] += 1;
}

int main()
{
	const int n = 1 << 14, streams = 4;
	float *d;
	cudaStream_t s[streams];
	cudaEvent_t done[streams];
	cudaMalloc(&d, n * sizeof(float));
	for (int i = 0; i < streams; i++) {
		cudaStreamCreate(&s[i]);
		cudaEventCreate(&done[i]);
	}
	for (int i = 0; i < streams; i++) {
		if (i > 0)
			cudaStreamWaitEvent(s[i], done[i - 1], 0); // twin:			cudaStreamWaitEvent(s[i], done[0], 0);
		add<<<n / 256, 256, 0, s[i]>>>(d, n); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
		cudaEventRecord(done[i], s[i]);
	}
	return cudaDeviceSynchronize();
}
