// A thread's pipeline waits for its oldest stage in each round, and the last rounds fill none. In the twin the last round does not wait.
#include <cuda/pipeline>

#define STAGES 3

__global__ void sums(float *out, const float *in, int tiles)
{
	__shared__ float s[STAGES][128];
	int t = threadIdx.x;
	float sum = 0;
	auto pipe = cuda::make_pipeline();
	for (int i = 0; i < STAGES && i < tiles; i++) {
		pipe.producer_acquire();
		cuda::memcpy_async(&s[i][t], in + i * 128 + t, sizeof(float), pipe); // twin-race: intra-block
		pipe.producer_commit();
	}
	for (int k = 0; k < tiles; k++) {
		pipe.consumer_wait(); // twin: 		if (k + 1 < tiles) pipe.consumer_wait();
		__syncthreads();
		sum += s[k % STAGES][127 - t]; // twin-race: intra-block
		__syncthreads();
		pipe.consumer_release();
		if (k + STAGES < tiles) {
			pipe.producer_acquire();
			cuda::memcpy_async(&s[k % STAGES][t], in + (k + STAGES) * 128 + t, sizeof(float), pipe); // twin-race: intra-block
			pipe.producer_commit();
		}
	}
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, int tiles)
{
	sums<<<8, 128>>>(out, in, tiles); // launch: race-free; twin-launch: race
}
