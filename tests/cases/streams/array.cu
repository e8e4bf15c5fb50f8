// Streams in an array that is as long as the command line says: neighbouring rounds use different ones.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void scale(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= 2;
}

int main(int argc, char **argv)
{
	int streams = atoi(argv[1]);
	const int part = 1 << 16;
	if (argc < 2 || streams < 1 || streams > 100)
		return 1;
	float *data;
	cudaStream_t *s = (cudaStream_t *)malloc(streams * sizeof(*s));
	cudaMalloc(&data, (size_t)streams * part * sizeof(*data));
	for (int i = 0; i < streams; i++)
		cudaStreamCreate(&s[i]);
	for (int i = 0; i < streams; i++)
		{ float *start = data + i * part; // twin: 		{ float *start = data + i;
		scale<<<part / 256, 256, 0, s[i]>>>(start, part); } // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	for (int i = 0; i < streams; i++)
		cudaStreamSynchronize(s[i]);
	for (int i = 0; i < streams; i++)
		cudaStreamDestroy(s[i]);
	free(s);
}
