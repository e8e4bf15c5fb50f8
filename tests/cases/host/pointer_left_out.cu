// Pointers that may be left out, and that the kernel tests: a launch without them takes none of what is in or behind them. Where the
// host may have set one, or a launch gives it, the same lines race; what is accessed with no test counts whatever was given.
#include <cstdlib>

__global__ void gather(const float *in, float *out, int n, const int *order = nullptr)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t < n)
		out[order ? order[t] : t] = in[t]; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

// Launches that differ in this alone have a verdict each.
static void start(const float *in, float *out, int n, const int *order)
{
	gather<<<(n + 127) / 128, 128>>>(in, out, n, order); // launch: race-free, race; twin-launch: race-free, race
}

struct Outputs {
	float *sums;
	int *last;
};

__global__ void scale(Outputs to, const float *in, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t >= n)
		return;
	to.sums[t] = 2 * in[t];
	if (to.last != nullptr)
		*to.last = t; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

__global__ void keep(float *all, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t < n)
		all[t / 2] = t; // race: intra-warp; twin-race: intra-warp
}

void find(int **last);

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *last = nullptr, *order;
	float *in, *out;

	if (n <= 0)
		return 1;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMalloc(&order, n * sizeof(int));
	gather<<<(n + 255) / 256, 256>>>(in, out, n, nullptr); // launch: race-free; twin-launch: race; twin: gather<<<(n + 255) / 256, 256>>>(in, out, n, order);
	scale<<<(n + 255) / 256, 256>>>(Outputs{ out, nullptr }, in, n); // launch: race-free; twin-launch: race-free
	start(in, out, n, nullptr);
	start(in, out, n, order);
	find(&last);
	scale<<<(n + 255) / 256, 256>>>(Outputs{ out, last }, in, n); // launch: race; twin-launch: race
	keep<<<(n + 255) / 256, 256>>>(nullptr, n); // launch: race; twin-launch: race
	return 0;
}
