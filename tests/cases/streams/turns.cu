// Two buffers take turns: what fills one again has to wait for those that read it two rounds before.
#include <cuda_runtime.h>

__global__ void produce(float *b, int n, int r)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = i * r;
}

__global__ void consume(const float *b, float *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		o[i] += b[n - 1 - i];
}

int main()
{
	const int n = 1 << 16;
	float *buf[2], *o;
	cudaStream_t p, c;
	cudaEvent_t full[2], empty[2];

	cudaStreamCreate(&p);
	cudaStreamCreate(&c);
	for (int k = 0; k < 2; k++) {
		cudaMalloc(&buf[k], n * sizeof(float));
		cudaEventCreateWithFlags(&full[k], cudaEventDisableTiming);
		cudaEventCreateWithFlags(&empty[k], cudaEventDisableTiming);
		cudaEventRecord(empty[k], c);
	}
	cudaMalloc(&o, n * sizeof(float));
	for (int r = 0; r < 20; r++) {
		int k = r & 1;
		cudaStreamWaitEvent(p, empty[k], 0); // twin:
		produce<<<n / 256, 256, 0, p>>>(buf[k], n, r); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
		cudaEventRecord(full[k], p);
		cudaStreamWaitEvent(c, full[k], 0);
		consume<<<n / 256, 256, 0, c>>>(buf[k], o, n); // launch: race-free; twin-launch: race-free
		cudaEventRecord(empty[k], c);
	}
	return cudaDeviceSynchronize();
}
