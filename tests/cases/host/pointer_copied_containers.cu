// Elements of containers that are put into containers again, and whole containers that are copied. In the twin the kernel reads what no other thread writes.
#include <list>
#include <vector>

__global__ void shift(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1]; // race: inter-block, intra-block, intra-warp; twin: 		out[i] = in[i];
}

static int *fresh()
{
	int *p;
	cudaMalloc(&p, 4096 * sizeof(int));
	return p;
}

void pushed()
{
	std::vector<int *> list;
	list.push_back(fresh());
	list.push_back(list[0]);
	shift<<<16, 256>>>(list[0], list[1], 4096); // launch: race; twin-launch: race-free
}

void linked()
{
	std::list<int *> list;
	list.push_back(fresh());
	list.push_back(list.front());
	shift<<<16, 256>>>(list.front(), list.back(), 4096); // launch: undecided; twin-launch: race-free
}

void assigned()
{
	std::vector<int *> list(2), other;
	list[0] = fresh();
	list[1] = fresh();
	other = list;
	shift<<<16, 256>>>(list[0], other[0], 4096); // launch: race; twin-launch: race-free
}

void chosen(int n)
{
	std::vector<int *> list;
	for (int i = 0; i < n; i++)
		list.push_back(i % 2 || list.empty() ? fresh() : list[0]);
	for (int i = 1; i < n; i++)
		shift<<<16, 256>>>(list[i], list[i - 1], 4096); // launch: undecided; twin-launch: race-free
}
