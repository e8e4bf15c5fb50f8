// One pointer is put twice into containers and arrays, some of which are not followed, and two of their elements are given to a kernel. In the twin the kernel reads what no other thread writes.
#include <map>
#include <vector>

__global__ void shift(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1]; // race: inter-block, intra-block, intra-warp; twin: 		out[i] = in[i];
}

void grown()
{
	int *buffer;
	std::vector<int *> list;
	cudaMalloc(&buffer, 4096 * sizeof(int));
	list.push_back(buffer);
	list.push_back(buffer);
	shift<<<16, 256>>>(list[0], list[1], 4096); // launch: race; twin-launch: race-free
}

void keyed()
{
	int *buffer;
	std::map<int, int *> named;
	cudaMalloc(&buffer, 4096 * sizeof(int));
	named[1] = buffer;
	named[2] = buffer;
	shift<<<16, 256>>>(named[1], named[2], 4096); // launch: undecided; twin-launch: race-free
}

struct layers {
	int *buffer[4];
};

void share(layers *all)
{
	int *buffer;
	cudaMalloc(&buffer, 4096 * sizeof(int));
	for (int i = 0; i < 4; i++)
		all->buffer[i] = buffer;
}

void use(layers *all)
{
	shift<<<16, 256>>>(all->buffer[0], all->buffer[1], 4096); // launch: undecided; twin-launch: race-free
}

struct pool {
	std::vector<int *> idle;

	int *get()
	{
		int *buffer;
		if (idle.empty()) {
			cudaMalloc(&buffer, 4096 * sizeof(int));
			return buffer;
		}
		buffer = idle.back();
		idle.pop_back();
		return buffer;
	}
};

void given_back()
{
	pool all;
	int *in = all.get();
	all.idle.push_back(in);
	int *out = all.get();
	shift<<<16, 256>>>(in, out, 4096); // launch: race; twin-launch: race-free
}
