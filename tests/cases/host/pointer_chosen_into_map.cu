// Buffers by name: a choice of two is put there beside one of these.
#include <cstdlib>
#include <map>

__global__ void mirror(float *dst, const float *src, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		dst[i] = src[n - 1 - i];
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), k = atoi(argv[2]);
	float *a, *b, *c;
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	cudaMalloc(&c, n * sizeof(float));
	std::map<int, float *> named;
	named[0] = a;
	named[1] = k ? b : c; // twin: 	named[1] = k ? b : a;
	mirror<<<(n + 255) / 256, 256>>>(named[1], named[0], n); // launch: race-free; twin-launch: undecided
	cudaDeviceSynchronize();
}
