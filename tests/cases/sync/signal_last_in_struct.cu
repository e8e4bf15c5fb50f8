// A counter that lies in one struct with what it counts; the twin's last block but one reads, too.
#include <cuda_runtime.h>

struct sums {
	unsigned count;
	float part[128];
};

__global__ void add_up(sums *s, const float *in, float *out)
{
	if (threadIdx.x)
		return;
	s->part[blockIdx.x] = in[blockIdx.x]; // twin-race: inter-block
	__threadfence();
	unsigned ticket = atomicAdd(&s->count, 1);
	__threadfence();
	if (ticket != gridDim.x - 1) // twin: 	if (ticket != gridDim.x - 2)
		return;
	float sum = 0;
	for (int i = 0; i < gridDim.x; i++)
		sum += s->part[i]; // twin-race: inter-block
	*out = sum;
}

int main()
{
	sums *s;
	float *in, *out;
	cudaMalloc(&s, sizeof(*s));
	cudaMalloc(&in, 256);
	cudaMalloc(&out, sizeof(float));
	cudaMemset(s, 0, sizeof(*s));
	add_up<<<64, 32>>>(s, in, out); // launch: race-free; twin-launch: race
}
