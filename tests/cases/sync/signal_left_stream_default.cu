// A copy in the default stream waits for streams that are created to wait for it, and is waited for by them; where the default stream is that of the host thread, nobody does.
// twin-flags: -- --default-stream per-thread
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

int main()
{
	int *d, *f, *o, *x, zero = 0;
	cudaStream_t apart, other, one, two;

	cudaMalloc(&d, 4);
	cudaMalloc(&x, 4);
	cudaMalloc(&f, 4);
	cudaMalloc(&o, 64 * 4);
	cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
	cudaStreamCreate(&one);
	cudaStreamCreate(&two);
	cudaMemset(f, 1, 4);
	cudaDeviceSynchronize();
	cudaMemsetAsync(f, 0, 4, apart);
	cudaMemcpy(x, &zero, 4, cudaMemcpyHostToDevice);
	pass<<<64, 32, 0, other>>>(d, f, o); // launch: undecided; twin-launch: undecided
	cudaDeviceSynchronize();
	cudaMemsetAsync(f, 0, 4, apart);
	cudaMemset(x, 0, 4);
	pass<<<64, 32, 0, other>>>(d, f, o); // launch: undecided; twin-launch: undecided
	cudaDeviceSynchronize();
	cudaMemset(f, 0, 4);
	pass<<<64, 32, 0, other>>>(d, f, o); // launch: undecided; twin-launch: undecided
	cudaDeviceSynchronize();
	cudaMemsetAsync(f, 0, 4, one);
	cudaMemset(x, 0, 4);
	pass<<<64, 32, 0, two>>>(d, f, o); // launch: race-free; twin-launch: undecided
	cudaDeviceSynchronize();
	cudaMemsetAsync(f, 0, 4, 0);
	pass<<<64, 32>>>(d, f, o); // launch: race-free; twin-launch: race-free
}
