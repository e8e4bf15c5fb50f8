// What is asked of a stream or event is no wait where the host goes on whatever the answer is; in the twin it waits if it has to.
#include <cuda_runtime.h>

#include <stdio.h>

__global__ void put(int *d, int v)
{
	d[threadIdx.x] = v;
}

int main()
{
	int *d;
	cudaStream_t a, b;
	cudaEvent_t e;
	cudaMalloc(&d, 1024);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaEventCreate(&e);

	put<<<1, 256, 0, a>>>(d, 1); // launch: race-free; twin-launch: race-free
	cudaEventRecord(e, a);
	cudaError_t state = cudaEventQuery(e);
	if (state != cudaSuccess)
		printf("not yet\n"); // twin: 		cudaEventSynchronize(e);
	put<<<1, 256, 0, b>>>(d, 2); // launch: race-free; twin-launch: race-free; finding: inter-kernel
	cudaDeviceSynchronize();

	put<<<1, 256, 0, a>>>(d, 1); // launch: race-free; twin-launch: race-free
	state = cudaStreamQuery(a);
	if (state != cudaSuccess && state != cudaErrorNotReady)
		return 1;
	put<<<1, 256, 0, b>>>(d, 2); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	put<<<1, 256, 0, a>>>(d, 1); // launch: race-free; twin-launch: race-free
	int ready = 0;
	if (cudaStreamQuery(a) == cudaSuccess)
		ready = 1;
	if (ready)
		put<<<1, 256, 0, b>>>(d, 2); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();

	put<<<1, 256, 0, a>>>(d, 1); // launch: race-free; twin-launch: race-free
	for (;;)
		if (cudaStreamQuery(a) == cudaErrorNotReady)
			printf("not yet\n");
		else
			break;
	put<<<1, 256, 0, b>>>(d, 2); // launch: race-free; twin-launch: race-free
	return cudaDeviceSynchronize();
}
