// twin-xfail: entries of a map are not followed to the allocation that they are slices of, and count as memory of their own
// Slices by number; in the twin the last entry that is read is the first one of the next slice, which is written.
#include <cstdlib>
#include <map>

__global__ void step(float *dst, const float *src, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		dst[i] = src[i]; // twin-race: inter-block, intra-block, intra-warp; twin: 		dst[i] = src[i + 1];
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), levels = atoi(argv[2]);
	float *arena;
	cudaMalloc(&arena, sizeof(float) * n * levels);
	std::map<int, float *> slices;
	for (int l = 0; l < levels; l++)
		slices[l] = arena + (size_t)l * n;
	for (int l = 0; l + 1 < levels; l++)
		step<<<(n + 255) / 256, 256>>>(slices[l + 1], slices[l], n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
