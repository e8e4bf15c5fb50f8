// A wait for a barrier that may give up, in a loop; the twin does not wait.
#include <cuda/barrier>
#include <cuda/std/chrono>

__global__ void mirror(const int *in, int *out)
{
	__shared__ int s[128];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	s[t] = in[t]; // twin-race: intra-block
	auto token = bar.arrive();
	while (!bar.try_wait_for(std::move(token), cuda::std::chrono::nanoseconds(100))) // twin: if (t < 0)
		;
	out[t] = s[127 - t]; // twin-race: intra-block
}

void run(const int *in, int *out)
{
	mirror<<<1, 128>>>(in, out); // launch: race-free; twin-launch: race
}
