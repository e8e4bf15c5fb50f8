// A copy that may still be under way when the host changes its source.
#include <cstdlib>

__global__ void scatter(int *out, const int *place, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[place[t]] = t; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *h, *d, *out;
	cudaStream_t stream;
	cudaStreamCreate(&stream);
	cudaMallocHost(&h, n * sizeof(int));
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, stream);
	// twin-finding: inter-kernel; twin: h[0] = n / 2;
	scatter<<<(n + 255) / 256, 256, 0, stream>>>(out, d, n); // launch: race-free; twin-launch: race
}
