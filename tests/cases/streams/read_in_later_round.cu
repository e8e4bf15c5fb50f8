// One stream waits for all others and reads their parts in a loop; in the twin it does not wait for the last one, whose part it reads in the last round.
#include <cuda_runtime.h>

__global__ void put(float *p, int n, float v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = v + i;
}

__global__ void get(const float *p, float *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		o[i] = p[n - 1 - i];
}

int main()
{
	const int n = 1 << 16, parts = 3;
	float *p[parts], *o;
	cudaStream_t s[parts], last;
	cudaEvent_t e[parts];
	cudaStreamCreate(&last);
	cudaMalloc(&o, n * sizeof(float));
	for (int i = 0; i < parts; i++) {
		cudaStreamCreate(&s[i]);
		cudaEventCreate(&e[i]);
		cudaMalloc(&p[i], n * sizeof(float));
	}
	for (int i = 0; i < parts; i++) {
		put<<<n / 256, 256, 0, s[i]>>>(p[i], n, i); // launch: race-free; twin-launch: race-free
		cudaEventRecord(e[i], s[i]);
	}
	for (int i = 0; i < parts; i++) // twin:	for (int i = 0; i < parts - 1; i++)
		cudaStreamWaitEvent(last, e[i], 0);
	for (int i = 0; i < parts; i++)
		get<<<n / 256, 256, 0, last>>>(p[i], o, n); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	// The round that reads it comes when the host has waited.
	put<<<n / 256, 256, 0, s[0]>>>(p[2], n, 1); // launch: race-free; twin-launch: race-free
	for (int i = 0; i < parts; i++) {
		get<<<n / 256, 256, 0, last>>>(p[i], o, n); // launch: race-free; twin-launch: race-free
		cudaStreamSynchronize(s[0]);
	}
	cudaDeviceSynchronize();
	put<<<n / 256, 256, 0, s[0]>>>(p[2], n, 1); // launch: race-free; twin-launch: race-free
	for (int i = 0; i < parts; i++) {
		get<<<n / 256, 256, 0, last>>>(p[i], o, n); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
		cudaStreamSynchronize(s[1]);
	}
	return cudaDeviceSynchronize();
}
