// Persistent blocks: a barrier object that all threads use in the inner of two loops.
#include <cuda/barrier>

__global__ void sums(const float *in, float *out, int tiles, int steps)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ float s[128];
	int t = threadIdx.x;
	if (t == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
		float sum = 0;
		for (int k = 0; k < steps; k++) {
			s[t] = in[(tile * steps + k) * 128 + t]; // twin-race: intra-block
			bar.arrive_and_wait();
			sum += s[127 - t]; // twin-race: intra-block
			bar.arrive_and_wait(); // twin:
		}
		out[tile * 128 + t] = sum;
	}
}

void run(const float *in, float *out, int tiles, int steps)
{
	sums<<<64, 128>>>(in, out, tiles, steps); // launch: race-free; twin-launch: race
}
