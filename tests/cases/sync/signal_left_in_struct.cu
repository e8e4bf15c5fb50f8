// Flags in one struct with what they stand for, cleared before each launch; in the twin before the first one alone.
#include <cuda_runtime.h>

struct chain {
	int ready[64];
	float sum[64];
};

__global__ void hand_on(chain *c, const float *in)
{
	if (threadIdx.x)
		return;
	int b = blockIdx.x;
	float before = 0;
	if (b) {
		while (atomicAdd(&c->ready[b - 1], 0) == 0)
			;
		__threadfence();
		before = c->sum[b - 1]; // twin-race: inter-block
	}
	c->sum[b] = before + in[b]; // twin-race: inter-block
	__threadfence();
	atomicExch(&c->ready[b], 1);
}

int main()
{
	chain *c;
	float *in;
	cudaMalloc(&c, sizeof(*c));
	cudaMalloc(&in, 256);
	cudaMemset(c, 0, sizeof(*c));
	for (int i = 0; i < 3; i++) {
		cudaMemset(c, 0, sizeof(*c)); // twin:
		hand_on<<<64, 32>>>(c, in); // launch: race-free; twin-launch: race
	}
}
