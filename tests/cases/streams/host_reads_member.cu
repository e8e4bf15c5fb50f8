// The host reads a member that a kernel writes, as long as another member of the same memory says; in the twin it does not wait.
#include <cuda_runtime.h>
#include <cstdio>

struct state {
	int n, sum, data[64];
};

__global__ void total(state *s)
{
	int sum = 0;
	for (int i = 0; i < s->n; i++)
		sum += s->data[i];
	if (threadIdx.x == 0)
		s->sum = sum;
}

__global__ void fill(state *s)
{
	for (int i = threadIdx.x; i < s->n; i += blockDim.x)
		s->data[i] = i;
}

int main(int argc, char **)
{
	state *s, *t;
	cudaMallocManaged(&s, sizeof(*s));
	cudaMallocManaged(&t, sizeof(*t));
	s->n = t->n = 64;
	for (int i = 0; i < 64; i++)
		s->data[i] = i;
	total<<<1, 32>>>(s); // launch: race-free; twin-launch: race-free
	fill<<<1, 32>>>(t); // launch: race-free; twin-launch: race-free
	if (cudaDeviceSynchronize()) // twin:	if (!argc)
		return 1;
	printf("%d %d\n", s->sum, t->data[3]); // twin-finding(warning): inter-kernel, inter-kernel
}
