// A function that a stream runs may have changed its variable once the host has waited.
#include <cuda_runtime.h>

int option(const char *name);
void enqueue(cudaStream_t stream, void (*function)(void *), void *data);

static int width;

__global__ void fill(float *out, int width)
{
	out[blockIdx.x * width + threadIdx.x] = blockIdx.x; // race: inter-block; twin-race: inter-block
}

static void halve(void *)
{
	width /= 2;
}

static void halve_what_is_given(void *data)
{
	*static_cast<int *>(data) /= 2;
}

void run(float *out, int rows, cudaStream_t stream)
{
	int own = option("own");

	width = option("width");
	if (width < 2 || width > 1024 || own < 2 || own > 1024)
		return;
	cudaLaunchHostFunc(stream, halve, nullptr);
	int before = width;
	cudaStreamSynchronize(stream);
	fill<<<rows, width>>>(out, width); // launch: race-free; twin-launch: race; twin: 	fill<<<rows, before>>>(out, width);
	cudaStreamAddCallback(stream, [](cudaStream_t, cudaError_t, void *data) { halve_what_is_given(data); }, &own, 0);
	cudaDeviceSynchronize();
	fill<<<rows, own>>>(out, own); // launch: race-free; twin-launch: race-free
	enqueue(stream, halve_what_is_given, &own);
	before = own;
	if (before < 2 || before > 1024)
		return;
	cudaStreamSynchronize(stream);
	fill<<<rows, before>>>(out, own); // launch: race; twin-launch: race
}
