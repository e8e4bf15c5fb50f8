// Two arrivals a round, in a loop whose rounds all threads make; without the second one rounds overlap.
#include <cuda/barrier>

__global__ void mirror(int *data, int n)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[128];
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	for (int i = 0; i < n; i++) {
		s[t] = data[i * 128 + t]; // twin-race: intra-block
		bar.arrive_and_wait();
		data[i * 128 + t] = s[127 - t]; // twin-race: intra-block
		bar.arrive_and_wait(); // twin:
	}
}

void run(int *data, int n)
{
	mirror<<<1, 128>>>(data, n); // launch: race-free; twin-launch: race
}
