/* A function that reads and checks sizes closes a file stream between its answer and the branch on it. */
#include <fstream>
#include <cstdio>
#include <cstdlib>
__global__ void k(int *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < 64)
		out[y * w + x] = x + y; // twin-race: inter-block
}
struct config { int w, h; };
static bool read(const char *path, config *c)
{
	std::ifstream f(path);
	if (!f)
		return false;
	f >> c->w >> c->h;
	if (!f || c->w < 64 || c->h <= 0) // twin: 	if (!f || c->w < 63 || c->h <= 0)
		return false;
	return true;
}
int main(int argc, char **argv)
{
	config c;
	if (argc < 2)
		return 1;
	if (!read(argv[1], &c))
		return 1;
	int *out;
	cudaMalloc(&out, sizeof(int) * c.w * c.h);
	k<<<dim3(1, c.h), 64>>>(out, c.w, c.h); // launch: race-free; twin-launch: race
	return 0;
}
