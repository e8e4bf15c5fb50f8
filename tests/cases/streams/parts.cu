// Each stream has a part of its own; one start for all of them makes two launches of a loop meet.
#include <cuda_runtime.h>

__global__ void scale(float *data, int n, float by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= by;
}

int main()
{
	const int n = 1 << 20, streams = 4, part = n / streams;
	float *data;
	cudaStream_t s[streams];
	cudaMalloc(&data, n * sizeof(*data));
	for (int i = 0; i < streams; i++)
		cudaStreamCreate(&s[i]);
	for (int i = 0; i < streams; i++) {
		float *start = data + i * part; // twin: 		float *start = data + i;
		scale<<<(part + 127) / 128, 128, 0, s[i]>>>(start, part, 2); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	}
	cudaDeviceSynchronize();
}
