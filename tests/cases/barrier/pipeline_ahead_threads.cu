// Each thread's own pipeline is filled as far ahead as there are buffers. In the twin it is one further.
#include <cuda/pipeline>
#define STAGES 3

__global__ void flip(const float *in, float *out, int rows)
{
	__shared__ float buf[STAGES][256];
	auto pipe = cuda::make_pipeline();
	const float *mine = in + (size_t)blockIdx.x * rows * 256;
	int t = threadIdx.x;

	for (int row = 0, next = 0; row < rows; row++) {
		for (; next < rows && next < row + STAGES; next++) { // twin: 		for (; next < rows && next < row + STAGES + 1; next++) {
			pipe.producer_acquire();
			cuda::memcpy_async(&buf[next % STAGES][t], mine + next * 256 + t, sizeof(float), pipe); // twin-race: intra-block
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		__syncthreads();
		out[((size_t)blockIdx.x * rows + row) * 256 + t] = buf[row % STAGES][255 - t]; // twin-race: intra-block
		__syncthreads();
		pipe.consumer_release();
	}
}

void run(const float *in, float *out, int rows)
{
	flip<<<128, 256>>>(in, out, rows); // launch: race-free; twin-launch: race
}
