// The launch stands in a lambda that captured its sizes by reference.
#include <cuda_runtime.h>

__global__ void fill(float *out, int pitch)
{
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

void run(float *out, int rows, int threads)
{
	int pitch = threads; // twin: int pitch = threads - 1;
	auto go = [&]() {
		fill<<<rows, threads>>>(out, pitch); // launch: race-free; twin-launch: race
	};

	go();
}
