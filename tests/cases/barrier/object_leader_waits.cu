// All threads arrive at a barrier object, and one of each warp waits for it. In the twin nobody of the second warp does.
#include <cuda/barrier>

__global__ void turn(const float *in, float *out)
{
	__shared__ float row[64];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, 64);
	__syncthreads();
	row[t] = in[blockIdx.x * 64 + t];
	auto token = bar.arrive();
	if (t % 32 == 0) // twin: 	if (t == 0)
		bar.wait(std::move(token));
	__syncwarp();
	out[blockIdx.x * 64 + t] = row[63 - t];
}

void run(const float *in, float *out)
{
	turn<<<8, 64>>>(in, out); // launch: race-free; twin-launch: undecided
}
