// One element more is written before the copy.
#include <cstdlib>

__global__ void scatter(int *out, const int *place, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[place[t]] = t; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), some = atoi(argv[2]), *d, *out;
	int *h = new int[n];
	for (int i = 0; i < n; i++)
		h[i] = 3 * i;
	if (some > 0 && some < n)
		out = h + some; // twin: out = h + some, *out = 0;
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&out, 3 * n * sizeof(int));
	cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
	scatter<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
