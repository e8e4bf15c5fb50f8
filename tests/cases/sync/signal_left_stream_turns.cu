// The flag is set back in the stream of a round, and the launch is in the next round's; in the twin both are in one.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42;
		__threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		__threadfence();
		out[blockIdx.x] = *data;
	}
}

int main(int argc, char **argv)
{
	int *d, *f, *o;
	cudaStream_t streams[4];

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&o, 64 * 4);
	for (int i = 0; i < 4; i++)
		cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
	cudaMemset(f, 0, 4);
	cudaDeviceSynchronize();
	for (int i = 0; i < argc; i++) {
		int next = (i + 1) % 4; // twin: 		int next = i % 4;
		cudaMemsetAsync(f, 0, 4, streams[i % 4]);
		pass<<<64, 32, 0, streams[next]>>>(d, f, o); // launch: undecided; twin-launch: race-free
		cudaDeviceSynchronize();
	}
	cudaMemsetAsync(f, 0, 4, streams[0]);
	cudaDeviceSynchronize();
	for (int i = 0; i < argc; i++) {
		pass<<<64, 32, 0, streams[i % 2]>>>(d, f, o); // launch: undecided; twin-launch: undecided
		cudaStreamSynchronize(streams[i % 2]);
		cudaMemsetAsync(f, 0, 4, streams[i % 2]); // finding: inter-kernel; twin-finding: inter-kernel
	}
	cudaDeviceSynchronize();
}
