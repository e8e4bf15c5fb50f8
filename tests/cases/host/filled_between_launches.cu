// A kernel that is launched in each round only reads the places, or changes them.
#include <cstdlib>

__global__ void scatter(int *out, const int *place, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[place[t]] = t; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void move(int *place, int *seen, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		seen[t] += place[t]; // twin: place[t] += seen[t];
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *d, *out, *seen;
	int *h = (int *)malloc(n * sizeof(int));
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	cudaMalloc(&seen, n * sizeof(int));
	cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
	for (int round = 0; round < 10; round++) {
		scatter<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
		move<<<(n + 255) / 256, 256>>>(d, seen, n); // launch: race-free; twin-launch: race-free
	}
}
