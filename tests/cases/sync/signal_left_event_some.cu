// The flag is set back in a stream whose event the launch's stream waits for; in the twin it waits for it in some runs only.
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
	cudaStream_t fills, runs;
	cudaEvent_t filled;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&o, 64 * 4);
	cudaStreamCreateWithFlags(&fills, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&runs, cudaStreamNonBlocking);
	cudaEventCreate(&filled);
	for (int i = 0; i < argc; i++) {
		cudaMemsetAsync(f, 0, 4, fills);
		cudaEventRecord(filled, fills);
		cudaStreamWaitEvent(runs, filled, 0); // twin: 		if (argc > 3) cudaStreamWaitEvent(runs, filled, 0);
		pass<<<64, 32, 0, runs>>>(d, f, o); // launch: race-free; twin-launch: undecided
		cudaStreamSynchronize(runs);
	}
}
