// A block that goes round three barriers and buffers, counted by hand; with one of them, rounds overlap.
#include <utility>

#include <cuda/barrier>

__global__ void mirror(int *data, int n)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar[3];
	__shared__ int s[3][128];
	int t = threadIdx.x, stage = 0;

	if (t == 0)
		for (int i = 0; i < 3; i++)
			init(&bar[i], blockDim.x);
	__syncthreads();
	for (int i = 0; i < n; i++) {
		s[stage][t] = data[i * 128 + t]; // twin-race: intra-block
		bar[stage].arrive_and_wait();
		data[i * 128 + t] = s[stage][127 - t]; // twin-race: intra-block
		if (++stage == 3) // twin: if (++stage == 1)
			stage = 0;
	}
}

void run(int *data, int n)
{
	mirror<<<1, 128>>>(data, n); // launch: race-free; twin-launch: race
}
