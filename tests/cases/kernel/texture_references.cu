// Texture and surface references that take turns in a host loop, bound by each of the ways there are.
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> from;
texture<uchar4, 2, cudaReadModeNormalizedFloat> image;
surface<void, 2> canvas;

__global__ void step(float *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i < n - 1)
		to[i] = (tex1Dfetch(from, i - 1) + tex1Dfetch(from, i + 1)) / 2; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void paint(int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y;

	if (x < width && y < height)
		surf2Dwrite(tex2D(image, x + 0.5f, y + 0.5f).x, canvas, x * (int)sizeof(float), y);
}

void run(int n, int width, int height, int rounds)
{
	float *a, *b;
	uchar4 *pixels;
	size_t offset, pitch;
	cudaArray_t array;
	cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
	cudaChannelFormatDesc four = cudaCreateChannelDesc<uchar4>();

	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	for (int round = 0; round < rounds; round++) {
		cudaBindTexture(&offset, &from, a, &one, n * sizeof(float));
		step<<<(n + 255) / 256, 256>>>(b, n); // launch: race-free; twin-launch: race
		float *t = a;
		a = b;
		b = t; // twin: 		(void)t;
	}
	cudaMallocPitch(&pixels, &pitch, width * sizeof(uchar4), height);
	cudaMallocArray(&array, &one, width, height);
	cudaBindTexture2D(&offset, image, pixels, four, width, height, pitch);
	cudaBindSurfaceToArray(canvas, array);
	paint<<<dim3((width + 127) / 128, height), 128>>>(width, height); // launch: race-free; twin-launch: race-free
}
