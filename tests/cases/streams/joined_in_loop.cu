// The host waits for all streams in a loop, or one stream for all their events; in the twin for other streams.
#include <cuda_runtime.h>

__global__ void twice(int *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main()
{
	const int n = 1 << 16, streams = 4;
	int *data[streams];
	cudaStream_t s[streams], others[streams], last;
	cudaEvent_t done[streams];
	cudaStreamCreate(&last);
	for (int i = 0; i < streams; i++) {
		cudaMalloc(&data[i], n * sizeof(int));
		cudaStreamCreate(&s[i]);
		cudaStreamCreate(&others[i]);
		cudaEventCreate(&done[i]);
	}
	for (int i = 0; i < streams; i++)
		twice<<<n / 256, 256, 0, s[i]>>>(data[i]); // launch: race-free; twin-launch: race-free
	for (int i = 0; i < streams; i++)
		cudaStreamSynchronize(s[i]); // twin: 		cudaStreamSynchronize(others[i]);
	for (int i = 0; i < streams; i++) {
		twice<<<n / 256, 256, 0, s[(i + 1) % streams]>>>(data[i]); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
		cudaEventRecord(done[(i + 1) % streams], s[(i + 1) % streams]);
	}
	for (int i = 0; i < streams; i++)
		cudaStreamWaitEvent(last, done[i], 0);
	twice<<<n / 256, 256, 0, last>>>(data[2]); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
