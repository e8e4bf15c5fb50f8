// Comparisons as digits: the octant in which a neighbour lies, and bytes that are read.
#include <cuda_runtime.h>

__global__ void octants(int n, const int *xyz, int *out)
{
	xyz += blockIdx.x * n * 3;
	out += blockIdx.x * n * 8;
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		int x = xyz[i * 3], y = xyz[i * 3 + 1], z = xyz[i * 3 + 2];
		for (int j = 0; j < n; j++) {
			int octant = (xyz[j * 3] > x) * 4 + (xyz[j * 3 + 1] > y) * 2 + (xyz[j * 3 + 2] > z);
			out[i * 8 + octant] = j; // twin-race: intra-block,intra-warp; twin: out[i * 7 + octant] = j;
		}
	}
}

__global__ void bytes(int n, const unsigned char *x, int *out)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		for (int j = 0; j < n; j++)
			out[(i * 256 + x[j]) * n + j] = i;
}

int main(int argc, char **argv)
{
	int *xyz, *out;

	cudaMalloc(&xyz, 1 << 24);
	cudaMalloc(&out, 1 << 24);
	octants<<<argc, 512>>>(argc, xyz, out); // launch: race-free; twin-launch: race
	bytes<<<1, 512>>>(argc, (unsigned char *)xyz, out); // launch: race-free; twin-launch: race-free
	return cudaDeviceSynchronize();
}
