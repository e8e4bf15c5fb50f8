// Buffers in objects out of a map, given to a function by reference or read through an iterator, by two keys that may be one; in the twin they are two constants.
#include <cuda_runtime.h>
#include <map>

struct buffer {
	int *data;
	int n;
};

__global__ void shift(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1];
}

static void run(const buffer &from, const buffer &to)
{
	shift<<<16, 256>>>(from.data, to.data, from.n); // launch: undecided; twin-launch: race-free
}

int main(int argc, char **argv)
{
	std::map<int, buffer> buffers;
	for (int i = 0; i < 3; i++) {
		int *p;
		cudaMalloc(&p, 4096 * sizeof(int));
		buffers[i] = buffer{ p, 4096 };
	}
	run(buffers[argc & 1], buffers[0]); // twin:	run(buffers[1], buffers[0]);
	shift<<<16, 256>>>(buffers.find(1)->second.data, buffers.find(2)->second.data, 4096); // launch: race-free; twin-launch: race-free
}
