// What a C function of another file does with a stream that it is given may run behind its return, until the host waits.
#include <cuda_runtime.h>

extern "C" void start(cudaStream_t stream);
extern "C" void start_nothing(int n);

int width;

__global__ void fill(float *out, int width)
{
	out[blockIdx.x * width + threadIdx.x] = blockIdx.x; // race: inter-block
}

void run(float *out, int rows, cudaStream_t stream)
{
	start(stream); // twin: 	start_nothing(rows);
	int before = width;
	if (before < 2 || before > 1024)
		return;
	cudaStreamSynchronize(stream);
	fill<<<rows, before>>>(out, width); // launch: race; twin-launch: race-free
}
