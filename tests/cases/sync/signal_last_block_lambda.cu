// The last block to finish sums up; a lambda is what each block does.
#include <cuda_runtime.h>

__device__ unsigned int finished;

template <class F>
__device__ bool is_last_after(F work)
{
	__shared__ bool last;
	work();
	__threadfence(); // twin:
	__syncthreads();
	if (threadIdx.x == 0) {
		last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
		__threadfence();
	}
	__syncthreads();
	return last;
}

__global__ void sum(const float *in, float *part, float *out)
{
	bool last = is_last_after([=] { part[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x]; }); // twin-race: inter-block
	if (last) {
		float s = 0;
		for (int b = 0; b < gridDim.x; b++)
			s += part[b * blockDim.x + threadIdx.x]; // twin-race: inter-block
		out[threadIdx.x] = s;
	}
}

void run(const float *in, float *part, float *out)
{
	sum<<<40, 128>>>(in, part, out); // launch: race-free; twin-launch: race
}
