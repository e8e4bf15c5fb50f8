// Levels of a pyramid in an array of fixed size, as many of them as the user wants, or six of eight; each is made of the one above. In the twin of itself.
#include <cstdlib>

__global__ void halve(const float *fine, float *coarse, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		coarse[i] = fine[2 * i] + fine[2 * i + 1]; // twin-race: inter-block, intra-block, intra-warp
}

void chosen(int levels)
{
	float *level[8];
	for (int l = 0; l < levels; l++)
		cudaMalloc(&level[l], (sizeof(float) << 20) >> l);
	for (int l = 1; l < levels; l++)
		halve<<<4096, 256>>>(level[l - 1], level[l], 1 << 20 >> l); // launch: race-free; twin-launch: race; twin: 		halve<<<4096, 256>>>(level[l], level[l], 1 << 20 >> l);
}

void six()
{
	float *level[8];
	for (int l = 0; l < 6; l++)
		cudaMalloc(&level[l], (sizeof(float) << 20) >> l);
	for (int l = 4; l >= 0; l--)
		halve<<<4096, 256>>>(level[l], level[l + 1], 1 << 19 >> l); // launch: race-free; twin-launch: race-free
}

int main(int argc, char **argv)
{
	if (argc > 1)
		chosen(atoi(argv[1]));
	else
		six();
}
