// A pipeline that is one stage ahead; without the barrier at its end a round overwrites what is read.
#include <cuda/pipeline>

__global__ void load(const int *in, int *out, int n)
{
	__shared__ int s[2][64];
	int t = threadIdx.x;
	cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();

	pipe.producer_acquire();
	cuda::memcpy_async(&s[0][t], &in[t], sizeof(int), pipe);
	pipe.producer_commit();
	for (int i = 0; i < n; i++) {
		pipe.producer_acquire();
		cuda::memcpy_async(&s[(i + 1) % 2][t], &in[(i + 1) * 64 + t], sizeof(int), pipe); // twin-race: intra-block
		pipe.producer_commit();
		pipe.consumer_wait();
		__syncthreads();
		out[i * 64 + t] = s[i % 2][63 - t]; // twin-race: intra-block
		pipe.consumer_release();
		__syncthreads(); // twin:
	}
}

void run(const int *in, int *out, int n)
{
	load<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
