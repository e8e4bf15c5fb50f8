// The barrier object itself: without a block barrier others may use it before it is initialised.
#include <cuda/barrier>

__global__ void mirror(int *data)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[128];
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, blockDim.x); // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	s[t] = data[t];
	bar.arrive_and_wait(); // twin-race: intra-block,intra-warp
	data[t] = s[127 - t];
}

void run(int *data)
{
	mirror<<<1, 128>>>(data); // launch: race-free; twin-launch: race
}
