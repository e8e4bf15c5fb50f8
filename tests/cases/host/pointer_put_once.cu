// Each element of a container that is not followed gets a pointer of its own; in the twin two get the same one.
#include <vector>

__global__ void shift(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1];
}

int main(int argc, char **argv)
{
	int *buffer;
	std::vector<int *> list;
	for (int i = 0; i < argc; i++) {
		cudaMalloc(&buffer, 4096 * sizeof(int));
		list.push_back(buffer);
		if (argc > 5) // twin: 		list.push_back(buffer);
			continue;
	}
	shift<<<16, 256>>>(list[0], list[1], 4096); // launch: race-free; twin-launch: undecided
}
