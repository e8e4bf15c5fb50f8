// Threads drop out of a barrier in rounds of their own; in the twin they write once more afterwards.
#include <cuda/barrier>

__global__ void work(int *data, const int *steps, int n)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[128];
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	for (int i = 0; i < n; i++) {
		if (i == steps[t]) {
			bar.arrive_and_drop(); // twin-race: intra-block; twin: bar.arrive_and_drop(), s[t] = 0;
			return;
		}
		s[t] = data[i * 128 + t];
		bar.arrive_and_wait();
		data[i * 128 + t] = s[127 - t]; // twin-race: intra-block
		bar.arrive_and_wait();
	}
}

void run(int *data, const int *steps, int n)
{
	work<<<1, 128>>>(data, steps, n); // launch: race-free; twin-launch: race
}
