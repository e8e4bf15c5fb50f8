// One thread of each warp waits for all, in launches with large n alone. In the twin it does so in all.
#include <cuda/barrier>

__global__ void turn(const float *in, float *out, int n)
{
	__shared__ float row[64];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, 64);
	__syncthreads();
	row[t] = in[blockIdx.x * 64 + t]; // race: intra-block
	auto token = bar.arrive();
	if (t % 32 == 0 && n > 3) // twin: 	if (t % 32 == 0)
		bar.wait(std::move(token));
	__syncwarp();
	out[blockIdx.x * 64 + t] = row[63 - t]; // race: intra-block
}

void run(const float *in, float *out, int n)
{
	turn<<<8, 64>>>(in, out, n); // launch: race; twin-launch: race-free
}
