// Phases of the outer loop follow those of the inner one, at one barrier. In the twin the next tile begins before the sums are read.
#include <cuda/barrier>

__global__ void sums(const float *in, float *out, int tiles, int steps)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ float s[128], total[128];
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	for (int tile = 0; tile < tiles; tile++) {
		total[t] = 0; // twin-race: intra-warp
		for (int k = 0; k < steps; k++) {
			s[t] = in[((tile * gridDim.x + blockIdx.x) * steps + k) * 128 + t];
			bar.arrive_and_wait();
			total[t] += s[127 - t];
			bar.arrive_and_wait();
		}
		out[(tile * gridDim.x + blockIdx.x) * 128 + t] = total[t ^ 1]; // twin-race: intra-warp
		bar.arrive_and_wait(); // twin:
	}
}

void run(const float *in, float *out, int tiles, int steps)
{
	if (steps < 1)
		return;
	sums<<<64, 128>>>(in, out, tiles, steps); // launch: race-free; twin-launch: race
}
