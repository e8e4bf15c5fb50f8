// Half of a warp waits for lanes that wait at the block barrier; the twin's mask names the half alone.
#include <cuda_runtime.h>

__global__ void fill(int *data)
{
	__shared__ int s[128];
	int t = threadIdx.x;

	s[t] = data[t];
	if (t < 16) {
		data[t] = s[t] + 1;
		__syncwarp(); // finding: barrier-mask; twin: __syncwarp(0xffff);
		s[t] = 2;
	}
	__syncthreads();
	data[t] = s[t];
}

void run(int *data)
{
	fill<<<1, 128>>>(data); // launch: race-free; twin-launch: race-free
}
