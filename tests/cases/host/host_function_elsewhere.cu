// Another file may have a stream run a function that it can name.
#include <cuda_runtime.h>

int option(const char *name);
void start(int n);

static int width;

__global__ void fill(float *out, int width)
{
	out[blockIdx.x * width + threadIdx.x] = blockIdx.x; // race: inter-block
}

extern "C" void halve(void *) // twin: static void unused_halve(int)
{
	width /= 2;
}

void run(float *out, int rows, cudaStream_t stream)
{
	width = option("width");
	if (width < 2 || width > 1024)
		return;
	start(rows);
	int before = width;
	if (before < 2 || before > 1024)
		return;
	cudaStreamSynchronize(stream);
	fill<<<rows, before>>>(out, width); // launch: race; twin-launch: race-free
}
