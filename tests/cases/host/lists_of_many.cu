// A list in one of the many vectors of a program: what the library's functions call of each other is made short before it is copied to all their callers.
#include <stdlib.h>
#include <vector>

#define FOUR(x) x x x x

__global__ void scale(float *out, const int *list, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[list[t]] *= 2; // twin-race: intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), sum = 0, *list;
	float *out;
	FOUR(FOUR(FOUR({
		std::vector<int> part(n);
		part[0] = atoi(argv[2]);
		sum += part[n / 2];
	})))
	std::vector<int> all(n);
	for (int i = 0; i < n; i++)
		all[i] = 2 * i + 1; // twin: all[i] = i | 1;
	cudaMalloc(&out, 2 * n * sizeof(float));
	cudaMalloc(&list, n * sizeof(int));
	cudaMemcpy(list, all.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	scale<<<(n + 255) / 256, 256>>>(out, list, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
	return sum;
}
