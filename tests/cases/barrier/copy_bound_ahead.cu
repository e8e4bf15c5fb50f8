// Copies of the next round's row are bound to the barrier whose turn is next, which completes them when its own turn comes. In the twin each
// round is at the other barrier, so that the first row may still be under way when it is read.
#include <cuda/barrier>

__global__ void sum(const float *in, float *out, int n)
{
	__shared__ float row[2][128];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
	int t = threadIdx.x;
	float all = 0;

	if (t == 0) {
		init(&bar[0], 128);
		init(&bar[1], 128);
	}
	__syncthreads();
	cuda::memcpy_async(&row[0][t], in + t, sizeof(float), bar[0]); // twin-race: intra-block
	for (int i = 0; i < n; i++) {
		if (i + 1 < n)
			cuda::memcpy_async(&row[(i + 1) & 1][t], in + (i + 1) * 128 + t, sizeof(float), bar[(i + 1) & 1]);
		bar[i & 1].arrive_and_wait(); // twin: 		bar[(i + 1) & 1].arrive_and_wait();
		all += row[i & 1][127 - t]; // twin-race: intra-block
		__syncthreads();
	}
	out[blockIdx.x * 128 + t] = all;
}

void run(const float *in, float *out, int n)
{
	sum<<<8, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
