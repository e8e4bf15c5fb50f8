// A thread that drops out of a barrier changes what it counts: undecided, with that reason.
#include <cuda/barrier>

__global__ void mirror(int *data)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[128];
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	s[t] = data[t];
	if (t >= 64) {
		bar.arrive_and_drop(); // twin: bar.arrive_and_wait();
		return;
	}
	bar.arrive_and_wait();
	data[t] = s[127 - t];
}

void run(int *data)
{
	mirror<<<1, 128>>>(data); // launch: undecided; twin-launch: race-free
}
