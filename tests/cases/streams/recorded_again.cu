// An event that another stream records once more stands for that one alone, unless it waits for the first one (twin).
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
	cudaStream_t one, two, three;
	cudaEvent_t done;
	cudaMalloc(&p, 4096);
	cudaStreamCreate(&one);
	cudaStreamCreate(&two);
	cudaStreamCreate(&three);
	cudaEventCreate(&done);
	put<<<1, 32, 0, one>>>(p); // launch: race-free; twin-launch: race-free
	cudaEventRecord(done, one);
	// twin: 	cudaStreamWaitEvent(three, done, 0);
	cudaEventRecord(done, three);
	cudaStreamWaitEvent(two, done, 0);
	add<<<1, 32, 0, two>>>(p); // launch: race-free; finding: inter-kernel; twin-launch: race-free
	cudaDeviceSynchronize();
}
