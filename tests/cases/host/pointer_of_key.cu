// Pointers out of a map by two keys that may be one; in the twin they are two constants.
#include <cuda_runtime.h>
#include <map>

__global__ void shift(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1];
}

static void fill(std::map<int, int *> &buffers, int n)
{
	for (int i = 0; i < n; i++) {
		int *p;
		cudaMalloc(&p, 4096 * sizeof(int));
		buffers[i] = p;
	}
}

void run(int n, int from, int to)
{
	std::map<int, int *> buffers;
	fill(buffers, n);
	shift<<<16, 256>>>(buffers[from], buffers[to], 4096); // launch: undecided; twin-launch: race-free; twin: 	shift<<<16, 256>>>(buffers[0], buffers[1], 4096);
}
