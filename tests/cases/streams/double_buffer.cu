// A copy into one of two buffers waits for the kernel that read it the round before; in the twin one round too late.
#include <cuda_runtime.h>

__global__ void get(const float *p, float *o)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	o[i] += p[i];
}

int main()
{
	const int n = 1 << 12, rounds = 10;
	float *h, *p[2], *stage[2], *o;
	cudaStream_t c, s;
	cudaEvent_t up[2], done[2];
	cudaMallocHost(&h, rounds * n * sizeof(float));
	cudaMalloc(&o, n * sizeof(float));
	cudaStreamCreate(&c);
	cudaStreamCreate(&s);
	for (int k = 0; k < 2; k++) {
		cudaMalloc(&p[k], n * sizeof(float));
		cudaMallocHost(&stage[k], n * sizeof(float));
		cudaEventCreate(&up[k]);
		cudaEventCreate(&done[k]);
	}
	cudaMemcpyAsync(p[0], h, n * sizeof(float), cudaMemcpyHostToDevice, c);
	cudaEventRecord(up[0], c);
	for (int r = 0; r < rounds; r++) {
		int k = r % 2;
		if (r + 1 < rounds) {
			if (r >= 1) // twin: 			if (r >= 2)
				cudaStreamWaitEvent(c, done[1 - k], 0);
			cudaMemcpyAsync(p[1 - k], h + (r + 1) * n, n * sizeof(float), cudaMemcpyHostToDevice, c); // twin-finding: inter-kernel
			cudaEventRecord(up[1 - k], c);
		}
		cudaStreamWaitEvent(s, up[k], 0);
		get<<<n / 256, 256, 0, s>>>(p[k], o); // launch: race-free; twin-launch: race-free
		cudaEventRecord(done[k], s);
	}
	cudaDeviceSynchronize();

	// The host fills a buffer again: the first time before it waits for the copy from it.
	for (int r = 0; r < rounds; r++) {
		int k = r % 2;
		if (r >= 2)
			cudaEventSynchronize(up[k]);
		for (int i = 0; i < n; i++)
			stage[k][i] = r + i;
		cudaMemcpyAsync(p[k], stage[k], n * sizeof(float), cudaMemcpyHostToDevice, c);
		cudaEventRecord(up[k], c);
	}
	cudaDeviceSynchronize();
	for (int r = 0; r < rounds; r++) {
		int k = r % 2;
		if (r >= 3)
			cudaEventSynchronize(up[k]);
		for (int i = 0; i < n; i++)
			stage[k][i] = r + i; // finding: inter-kernel; twin-finding: inter-kernel
		cudaMemcpyAsync(p[k], stage[k], n * sizeof(float), cudaMemcpyHostToDevice, c);
		cudaEventRecord(up[k], c);
	}
	return cudaDeviceSynchronize();
}
