// A barrier initialised for fewer threads than arrive.
#include <cuda/barrier>

__global__ void mirror(int *data)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[128];
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, 64); // twin: init(&bar, blockDim.x);
	__syncthreads();
	s[t] = data[t];
	bar.arrive_and_wait(); // finding: barrier-count
	data[t] = s[127 - t];
}

void run(int *data)
{
	mirror<<<1, 128>>>(data); // launch: undecided; twin-launch: race-free
}
