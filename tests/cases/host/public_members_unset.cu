// Objects whose members are set one by one: what they held before is no object in order, so that nothing is known of what is set.
#include <cuda_runtime.h>
#include <cstdlib>
#include <new>

struct sizes {
	int nx, ny, ld;
};

struct given {
	int nx, ny, ld;
};

struct placed {
	int nx, ny, ld;
};

struct mode {
	int step, n;
};

template <class T> __global__ void checked(float *a, T s)
{
	for (int j = blockIdx.x; j < s.ny; j += gridDim.x)
		for (int i = threadIdx.x; i < s.nx; i += blockDim.x)
			a[i + j * s.ld] = i - j; // twin-race: inter-block, intra-block
}

template <class T> __global__ void rows(float *a, T s)
{
	for (int j = blockIdx.x; j < s.ny; j += gridDim.x)
		for (int i = threadIdx.x; i < s.nx; i += blockDim.x)
			a[i + j * s.ld] = i - j; // race: inter-block, intra-block; twin-race: inter-block, intra-block
}

__global__ void stepped(float *a, mode m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < m.n)
		a[i * m.step] = i; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

static bool valid(const sizes *s)
{
	return s->nx > 0 && s->ny > 0 && s->ld >= s->nx; // twin: return s->nx > 0 && s->ny > 0 && s->ld >= s->ny;
}

__attribute__((noinline)) int in_braces(float *a, int nx, int ny, int ld)
{
	sizes s = {nx, ny, ld};

	if (valid(&s))
		checked<<<64, 128>>>(a, s); // launch: race-free; twin-launch: race
	return 0;
}

static void set(given *g, int nx, int ny, int ld)
{
	g->nx = nx;
	g->ny = ny;
	g->ld = ld;
}

__attribute__((noinline)) int by_pointer(float *a, int nx, int ny, int ld)
{
	given g;

	set(&g, nx, ny, ld);
	if (g.nx > 0)
		rows<<<64, 128>>>(a, g); // launch: race; twin-launch: race
	return 0;
}

__attribute__((noinline)) int in_bytes(float *a, int nx, int ny, int ld)
{
	alignas(16) char bytes[sizeof(placed)];
	placed *p = new (bytes) placed;

	p->nx = nx;
	p->ny = ny;
	p->ld = ld;
	if (p->nx > 0)
		rows<<<64, 128>>>(a, *p); // launch: race; twin-launch: race
	return 0;
}

__attribute__((noinline)) int either(float *a, const mode *m)
{
	if (m->n > 0)
		stepped<<<64, 128>>>(a, *m); // launch: race, race-free; twin-launch: race, race-free
	return 0;
}

__attribute__((noinline)) int spread(float *a, int n)
{
	mode m;

	m.step = 2;
	m.n = n;
	return either(a, &m);
}

__attribute__((noinline)) int together(float *a, int n)
{
	mode m;

	m.step = 0;
	m.n = n;
	return either(a, &m);
}

int main(int argc, char **argv)
{
	int nx = atoi(argv[1]), ny = atoi(argv[2]), ld = atoi(argv[3]);
	float *a;

	if (cudaMalloc(&a, 1 << 24))
		return 1;
	return in_braces(a, nx, ny, ld) + by_pointer(a, nx, ny, ld) + in_bytes(a, nx, ny, ld) + spread(a, nx) + together(a, nx);
}
