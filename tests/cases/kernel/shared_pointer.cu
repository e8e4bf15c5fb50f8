// Pointers that one thread leaves for its block in shared memory.
#include <cuda_runtime.h>

struct job {
	float *to;
	const float *from;
	int n;
};

__global__ void own_memory()
{
	__shared__ int *data;
	if (threadIdx.x == 0)
		data = (int *)malloc(blockDim.x * 64 * sizeof(int));
	__syncthreads();
	if (!data)
		return;
	int *mine = data;
	for (int i = 0; i < 64; i++)
		mine[i * blockDim.x + threadIdx.x] = i;
	__syncthreads();
	if (threadIdx.x == 0)
		free(data);
}

__global__ void rows(float *out, const float *in, int n)
{
	__shared__ job j;
	if (threadIdx.x == 0) {
		j.to = out + blockIdx.x * n; // twin: j.to = out + blockIdx.x * (n - 1);
		j.from = in + blockIdx.x * n;
		j.n = n;
	}
	__syncthreads();
	for (int i = threadIdx.x; i < j.n; i += blockDim.x)
		j.to[i] = j.from[i] * 2; // twin-race: inter-block
}

// What comes through shared memory may be the parameter that is read.
__global__ void halves(float *a, int n)
{
	__shared__ float *lower;
	if (threadIdx.x == 0)
		lower = a;
	__syncthreads();
	lower[threadIdx.x] = a[blockDim.x + threadIdx.x];
}

void run(float *out, const float *in, int n, float *a)
{
	own_memory<<<10, 128>>>(); // launch: race-free; twin-launch: race-free
	rows<<<32, 256>>>(out, in, n); // launch: race-free; twin-launch: race
	halves<<<1, 256>>>(a, n); // launch: race-free; twin-launch: race-free
}
