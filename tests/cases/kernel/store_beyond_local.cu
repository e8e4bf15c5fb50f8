// A store past a local variable leaves the behaviour undefined; what follows it is still read.
#include <cuda_runtime.h>

__global__ void beyond(int *p, const int *q)
{
	int a = 10, b, c;
	int *d = &b;
	if (a > 10)
		d = &c;
	d[1] = 200;
	p[threadIdx.x] = q[100] + 1; // twin-race: intra-warp; twin: p[threadIdx.x / 2] = q[100] + threadIdx.x;
}

void run(int *p, const int *q)
{
	beyond<<<1, 64>>>(p, q); // launch: race-free; twin-launch: race
}
