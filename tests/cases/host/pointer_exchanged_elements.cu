// Elements of a container that change places, and a container that is given by value, are each one pointer in one place; in the twin the one of a container from elsewhere is put beside itself.
#include <vector>

__global__ void shift(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1];
}

static int *fresh()
{
	int *p;
	cudaMalloc(&p, 4096 * sizeof(int));
	return p;
}

static void given(std::vector<int *> list)
{
	shift<<<16, 256>>>(list[0], list[1], 4096); // launch: race-free; twin-launch: race-free
}

void exchanged(std::vector<int *> &list)
{
	int *first = list[0];
	list[0] = list[1];
	list[1] = first; // twin: 	list.push_back(list[1]);
	shift<<<16, 256>>>(list[0], list[1], 4096); // launch: race-free; twin-launch: undecided
}

void give()
{
	std::vector<int *> list(2);
	list[0] = fresh();
	list[1] = fresh();
	given(list);
}
