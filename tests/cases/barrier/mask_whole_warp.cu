// Whole warps take part or none of their threads does; the twin's bound splits one.
#include <cuda_runtime.h>

__global__ void fill(int *data)
{
	__shared__ int s[128];
	int t = threadIdx.x;

	s[t] = data[t];
	if (t < 64) { // twin: if (t < 40) {
		data[t] = s[t] + 1;
		__syncwarp(); // twin-finding: barrier-mask
		s[t] = 2;
	} else if (t > 100) {
		s[t] = 3;
	}
	__syncthreads();
	data[t] = s[t];
}

void run(int *data)
{
	fill<<<1, 128>>>(data); // launch: race-free; twin-launch: race-free
}
