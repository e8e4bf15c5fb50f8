// Entries of a vector that the library moves about, and of an array in which one is set at a place that is not fixed: they are
// different as long as no pointer is put there twice.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

__global__ void mirror(float *dst, const float *src, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		dst[i] = src[n - 1 - i];
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), k = atoi(argv[2]), blocks = (n + 255) / 256;
	float *a, *b, *c, *d;
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	cudaMalloc(&c, n * sizeof(float));
	d = b; // twin: 	d = a;
	std::vector<float *> list = { a, d, c };
	std::rotate(list.begin(), list.begin() + 1, list.end());
	mirror<<<blocks, 256>>>(list[0], list[2], n); // launch: race-free; twin-launch: undecided
	std::array<float *, 2> both = { a, c };
	both[k & 1] = d;
	mirror<<<blocks, 256>>>(both[1], both[0], n); // launch: race-free; twin-launch: undecided
	cudaDeviceSynchronize();
}
