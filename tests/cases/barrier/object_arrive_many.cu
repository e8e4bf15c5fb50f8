// One thread arrives for its whole warp at once; in the twin the others of the warp may still be writing.
#include <cuda/barrier>

__global__ void work(const int *in, int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[32];
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	if (t < 32) {
		s[t] = in[t]; // twin-race: intra-block
		__syncwarp(); // twin:
		if (t == 0)
			(void)bar.arrive(32);
	} else {
		bar.arrive_and_wait();
		out[t] = s[t % 32]; // twin-race: intra-block
	}
}

void run(const int *in, int *out)
{
	work<<<1, 128>>>(in, out); // launch: race-free; twin-launch: race
}
