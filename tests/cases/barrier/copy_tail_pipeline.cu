// A thread's pipeline, whose last rounds commit nothing: only the last one waits for all. In the twin that comes too late.
#include <cuda/pipeline>

__global__ void sums(float *out, const float *in, int tiles)
{
	__shared__ float s[2][128];
	int t = threadIdx.x;
	float sum = 0;
	auto pipe = cuda::make_pipeline();
	pipe.producer_acquire();
	cuda::memcpy_async(&s[0][t], in + t, sizeof(float), pipe); // twin-race: intra-block
	pipe.producer_commit();
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles) {
			pipe.producer_acquire();
			cuda::memcpy_async(&s[(k + 1) % 2][t], in + (k + 1) * 128 + t, sizeof(float), pipe); // twin-race: intra-block
			pipe.producer_commit();
		}
		if (k != tiles - 1) // twin: 		if (k != tiles)
			cuda::pipeline_consumer_wait_prior<1>(pipe);
		else
			cuda::pipeline_consumer_wait_prior<0>(pipe);
		__syncthreads();
		sum += s[k % 2][127 - t]; // twin-race: intra-block
		__syncthreads();
		pipe.consumer_release();
	}
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, int tiles)
{
	sums<<<8, 128>>>(out, in, tiles); // launch: race-free; twin-launch: race
}
