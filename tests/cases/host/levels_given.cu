// Sizes of two levels from a list that a function is given by reference, which calls itself: that they fit together is not followed. In the twin
// each thread writes where its neighbour does, whatever they are.
#include <cuda_runtime.h>
#include <vector>

struct level {
	float *u;
	int n;
};

__global__ void prolong(const float *coarse, int n, float *fine, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y + 1;

	if (x > n || y > n)
		return;
	for (int dx = 0; dx < 2; dx++) // twin: 	for (int dx = 0; dx < 3; dx++)
		fine[2 * y * (w + 2) + 2 * x - dx] = coarse[y * (n + 2) + x]; // twin-race: intra-block, intra-warp
}

static void cycle(std::vector<level> &levels, size_t l)
{
	if (l + 1 == levels.size())
		return;
	level &a = levels[l], &c = levels[l + 1];
	cycle(levels, l + 1);
	prolong<<<dim3(1, c.n), 256>>>(c.u, c.n, a.u, a.n); // launch: undecided; twin-launch: race
}

int main()
{
	std::vector<level> levels;
	for (int n = 511; n >= 15; n /= 2) {
		level l{};
		l.n = n;
		cudaMalloc(&l.u, sizeof(float) * (n + 2) * (n + 2));
		levels.push_back(l);
	}
	cycle(levels, 0);
	return cudaDeviceSynchronize();
}
