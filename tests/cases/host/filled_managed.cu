// Memory of both sides: what the host puts there holds until a kernel writes it.
#include <cstdlib>

__global__ void scatter(int *out, const int *place, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[place[t]] = t; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void clear(int *a, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		a[t] = 0;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *place, *out;
	cudaMallocManaged(&place, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	for (int i = 0; i < n; i++)
		place[i] = i;
	clear<<<(n + 255) / 256, 256>>>(out, n); // launch: race-free; twin-launch: race-free; twin: clear<<<(n + 255) / 256, 256>>>(place, n);
	scatter<<<(n + 255) / 256, 256>>>(out, place, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
