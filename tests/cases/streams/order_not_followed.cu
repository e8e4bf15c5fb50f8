// What is not looked at for its order is said: launches in streams that a map keeps, and what threads of the host launch, be it by a function that
// they are given (thread_tells.cu has one that launches nothing). The twin names its stream.
#include <cstdio>
#include <map>
#include <thread>
#include <cuda_runtime.h>

__global__ void put(int *p, int v)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

static void step(int *p, cudaStream_t stream)
{
	put<<<64, 256, 0, stream>>>(p, 3); // launch: race-free; twin-launch: race-free
}

static void tell(int n)
{
	printf("%d\n", n);
}

int main()
{
	int *a, *b;
	cudaStream_t first, second;
	std::map<int, cudaStream_t> streams;

	cudaMalloc(&a, 64 * 256 * sizeof(int));
	cudaMalloc(&b, 64 * 256 * sizeof(int));
	cudaStreamCreate(&first);
	cudaStreamCreate(&second);
	streams[1] = second;
	put<<<64, 256, 0, first>>>(a, 1); // launch: race-free; twin-launch: race-free
	put<<<64, 256, 0, streams[1]>>>(a, 2); // launch: race-free; finding: launch-order; twin-launch: race-free; twin-finding: inter-kernel; twin: put<<<64, 256, 0, second>>>(a, 2);
	cudaDeviceSynchronize();
	std::thread runs(step, b, first); // finding: launch-order; twin-finding: launch-order
	runs.join();
	tell(1);
	cudaDeviceSynchronize();
}
