// The flag is set back in another stream, and an event recorded there is waited for; in the twin the event has been recorded anew in a stream that has nothing to do with it.
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
	cudaEvent_t filled, other;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&o, 64 * 4);
	cudaStreamCreateWithFlags(&fills, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&runs, cudaStreamNonBlocking);
	cudaEventCreate(&filled);
	cudaEventCreate(&other);
	for (int i = 0; i < argc; i++) {
		cudaMemsetAsync(f, 0, 4, fills);
		cudaEventRecord(filled, fills);
		cudaEventRecord(other, runs); // twin: 		cudaEventRecord(filled, runs);
		cudaEventSynchronize(filled);
		pass<<<64, 32, 0, runs>>>(d, f, o); // launch: race-free; twin-launch: undecided
		cudaStreamSynchronize(runs);
	}
}
