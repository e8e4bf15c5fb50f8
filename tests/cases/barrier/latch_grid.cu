// A latch in global memory, which a launch before has made for as many as there are blocks; in the twin for one less.
#include <cuda_runtime.h>
#include <cuda/latch>
#include <new>

using latch = cuda::latch<cuda::thread_scope_device>;

__global__ void init(latch *l, int n)
{
	new (l) latch(n);
}

__global__ void exchange(latch *l, int *part, int *out)
{
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
		l->arrive_and_wait();
		out[blockIdx.x] = part[gridDim.x - 1 - blockIdx.x]; // twin-race: inter-block
	}
}

int main()
{
	int *p, *o;
	latch *l;

	cudaMalloc(&p, 256);
	cudaMalloc(&o, 256);
	cudaMalloc(&l, sizeof(latch));
	init<<<1, 1>>>(l, 64); // launch: race-free; twin-launch: race-free; twin: 	init<<<1, 1>>>(l, 63);
	exchange<<<64, 64>>>(l, p, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
