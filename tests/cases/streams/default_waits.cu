// What the default stream waits for orders it and the streams that wait for it, but none that was created not to.
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
	int *p;
	cudaStream_t one, two;
	cudaEvent_t done;
	cudaMalloc(&p, 4096);
	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&two, cudaStreamDefault); // twin: 	cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
	cudaEventCreate(&done);
	put<<<1, 32, 0, one>>>(p); // launch: race-free; twin-launch: race-free
	cudaEventRecord(done, one);
	cudaStreamWaitEvent(0, done, 0);
	add<<<1, 32, 0, two>>>(p); // launch: race-free; twin-finding: inter-kernel; twin-launch: race-free
	cudaDeviceSynchronize();
}
