// One block waits for all others, which count up; the twin waits for one fewer.
#include <cuda_runtime.h>

__device__ int load_acquire(int *at)
{
	int state;
	asm volatile("ld.global.acquire.gpu.b32 %0, [%1];\n" : "=r"(state) : "l"(at));
	return state;
}

__device__ void add_release(int *at, int by)
{
	__threadfence();
	asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;\n" : : "l"(at), "r"(by));
}

__global__ void reduce(float *partials, int *flag, float *out, const float *in)
{
	int t = threadIdx.x, b = blockIdx.x, last = gridDim.x - 1;
	if (b != last) {
		partials[b * 128 + t] = in[b * 128 + t]; // twin-race: inter-block
		__syncthreads();
		if (t == 0)
			add_release(flag, 1);
	} else {
		if (t == 0)
			while (load_acquire(flag) < last) // twin: while (load_acquire(flag) < last - 1)
				;
		__syncthreads();
		float sum = in[b * 128 + t];
		for (int p = 0; p < last; p++)
			sum += partials[p * 128 + t]; // twin-race: inter-block
		out[t] = sum;
	}
}

void run(float *partials, int *flag, float *out, const float *in, int splits)
{
	cudaMemset(flag, 0, sizeof(int));
	reduce<<<splits, 128>>>(partials, flag, out, in); // launch: race-free; twin-launch: race
}
