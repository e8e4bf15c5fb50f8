// Slices of one allocation in vectors that grow: which slice a launch takes follows from what was appended, as a vector that grows
// holds nothing else. In the twin the last entry that is read is the first one of the next slice, which is written.
#include <cstdlib>
#include <vector>

__global__ void step(float *dst, const float *src, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		dst[i] = src[i]; // twin-race: inter-block, intra-block, intra-warp; twin: 		dst[i] = src[i + 1];
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), levels = atoi(argv[2]), blocks = (n + 255) / 256;
	float *arena;
	cudaMalloc(&arena, sizeof(float) * n * levels);
	std::vector<float *> slices, turns = { arena, arena + n };
	for (int l = 0; l < levels; l++)
		slices.push_back(arena + (size_t)l * n);
	for (int l = 0; l + 1 < levels; l++)
		step<<<blocks, 256>>>(slices[l + 1], slices[l], n); // launch: race-free; twin-launch: race
	step<<<blocks, 256>>>(slices[1], slices.front(), n);	    // launch: race-free; twin-launch: race
	step<<<blocks, 256>>>(slices.back(), slices[levels - 2], n); // launch: race-free; twin-launch: race
	for (int l = 0; l < levels; l++)
		step<<<blocks, 256>>>(turns[(l + 1) % 2], turns[l % 2], n); // launch: race-free; twin-launch: race
	for (auto at = slices.begin(); at + 1 != slices.end(); ++at)
		step<<<blocks, 256>>>(at[1], at[0], n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
