// A copy in the default stream waits for streams that wait for it, and so do those for the copy; one created not to is not ordered.
#include <cuda_runtime.h>

__global__ void put(int *p)
{
	p[threadIdx.x] = 1;
}

__global__ void add(int *p)
{
	p[threadIdx.x] += 2;
}

int main()
{
	int *p, *q;
	cudaStream_t one, two;
	cudaMalloc(&p, 4096);
	cudaMalloc(&q, 4096);
	cudaStreamCreate(&one); // twin: 	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreate(&two);
	put<<<1, 32, 0, one>>>(p); // launch: race-free; twin-launch: race-free
	cudaMemsetAsync(q, 0, 4096, 0);
	add<<<1, 32, 0, two>>>(p); // launch: race-free; twin-finding: inter-kernel; twin-launch: race-free
	cudaDeviceSynchronize();
}
