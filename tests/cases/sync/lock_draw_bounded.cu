// A pool hands out its nodes from the top down, under its lock, as long as there are some. In the twin it hands out the same again.
#include <cuda_runtime.h>

struct pool { int mutex, left; };

__device__ int take(pool *p)
{
	int node = -1;
	while (atomicCAS(&p->mutex, 0, 1) != 0)
		__nanosleep(20);
	__threadfence();
	if (p->left > 0) {
		node = p->left - 1;
		p->left = node; // twin: p->left = node + 1;
	}
	__threadfence();
	atomicExch(&p->mutex, 0);
	return node;
}

__global__ void fill(pool *p, const int *in, int *out)
{
	if (threadIdx.x)
		return;
	int node = take(p);
	if (node >= 0)
		out[node] = in[blockIdx.x]; // twin-race: inter-block
}

void run(pool *p, const int *in, int *out)
{
	fill<<<60, 128>>>(p, in, out); // launch: race-free; twin-launch: race
}
