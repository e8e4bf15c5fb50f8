// Half of the block arrives and drops out; in the twin it drops out before it writes.
#include <cuda/barrier>

__global__ void mirror(int *data)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[128];
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	if (t >= 64) {
		s[t] = data[t], bar.arrive_and_drop(); // twin-race: intra-block; twin: bar.arrive_and_drop(), s[t] = data[t];
		return;
	}
	s[t] = data[t];
	bar.arrive_and_wait();
	data[t] = s[127 - t]; // twin-race: intra-block
}

void run(int *data)
{
	mirror<<<1, 128>>>(data); // launch: race-free; twin-launch: race
}
