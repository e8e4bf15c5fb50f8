// Only what was copied is known.
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
	int *h = new int[n];
	for (int i = 0; i < n; i++)
		h[i] = n - 1 - i;
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice); // twin: cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
	scatter<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
