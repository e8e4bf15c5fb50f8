// The loop is passed over where there is nothing to fill.
#include <cstdlib>

__global__ void scatter(int *out, const int *place, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[place[t]] = t; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *d, *out;
	int *h = (int *)malloc(n * sizeof(int));
	if (n > 0) // twin: if (n > 8)
		for (int i = 0; i < n; i++)
			h[i] = 2 * i;
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&out, 2 * n * sizeof(int));
	cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
	scatter<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
