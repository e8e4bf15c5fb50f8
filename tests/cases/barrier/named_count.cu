// A barrier for 64 threads that 96 reach: which 64 it lets through is open.
#include <cuda_runtime.h>

__global__ void part(int *data)
{
	__shared__ int s[96];
	int t = threadIdx.x;

	if (t < 96) {
		s[t] = data[t];
		__barrier_sync_count(1, 64); // finding: barrier-count; twin: __barrier_sync_count(1, 96);
		data[t] = s[95 - t];
	}
}

void run(int *data)
{
	part<<<1, 128>>>(data); // launch: undecided; twin-launch: race-free
}
