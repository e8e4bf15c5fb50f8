// One thread signals other blocks for a group that has met at a named barrier; in the twin it does not wait there for the others.
#include <cuda_runtime.h>

__global__ void share(float *part, int *flag, float *out)
{
	int t = threadIdx.x;

	if (blockIdx.x == 0) {
		if (t >= 128)
			return;
		part[t] = t; // twin-race: inter-block
		asm volatile("bar.sync 1, 128;" : : : "memory"); // twin: asm volatile("bar.arrive 1, 128;" : : : "memory");
		if (t == 0) {
			__threadfence();
			atomicExch(flag, 1);
		}
	} else {
		if (t == 0) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		if (t < 128)
			out[blockIdx.x * 128 + t] = part[t]; // twin-race: inter-block
	}
}

int main()
{
	float *p, *o;
	int *f;

	cudaMalloc(&p, 512);
	cudaMalloc(&o, 64 * 512);
	cudaMalloc(&f, 4);
	cudaMemset(f, 0, 4);
	share<<<64, 160>>>(p, f, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
