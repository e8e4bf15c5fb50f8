// The host copies from memory that it has filled with what says that no flag is set; in the twin with what is waited for.
#include <cstdlib>
#include <cstring>

__global__ void k(int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(flag, 1);
		}
	} else {
		if (threadIdx.x == 0) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x]; // twin-race: inter-block; twin-cause: can go on at once
	}
}
int main()
{
	int *flag, *data, *out;
	cudaMalloc(&flag, 400);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	int *from = (int *)malloc(400);
	memset(from, 0, 400); // twin: 	memset(from, 1, 400);
	cudaMemcpy(flag, from, 400, cudaMemcpyHostToDevice);
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
