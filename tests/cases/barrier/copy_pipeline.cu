// A pipeline of the thread itself: acquire, copy, commit, wait, and then a block barrier.
#include <cuda/pipeline>

__global__ void load(const int *in, int *out, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();

	for (int i = 0; i < n; i++) {
		pipe.producer_acquire();
		cuda::memcpy_async(&s[t], &in[i * 64 + t], sizeof(int), pipe); // twin-race: intra-block
		pipe.producer_commit();
		pipe.consumer_wait(); // twin:
		__syncthreads();
		out[i * 64 + t] = s[63 - t]; // twin-race: intra-block
		pipe.consumer_release();
		__syncthreads();
	}
}

void run(const int *in, int *out, int n)
{
	load<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
