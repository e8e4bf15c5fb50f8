/* The same with a file that is closed by hand, and only read where one is named. */
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
	FILE *f = fopen(path, "r");
	if (!f)
		return false;
	bool ok = fscanf(f, "%d %d", &c->w, &c->h) == 2 && c->w >= 64 && c->h > 0; // twin: 	bool ok = fscanf(f, "%d %d", &c->w, &c->h) == 2 && c->w >= 63 && c->h > 0;
	fclose(f);
	return ok;
}
int main(int argc, char **argv)
{
	config c = { 128, 128 };
	if (argc > 1 && !read(argv[1], &c))
		return 1;
	int *out;
	cudaMalloc(&out, sizeof(int) * c.w * c.h);
	k<<<dim3(1, c.h), 64>>>(out, c.w, c.h); // launch: race-free; twin-launch: race
	return 0;
}
