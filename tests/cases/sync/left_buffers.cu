// Each round has a flag of its own, from a fresh allocation; in the twin one that is allocated once.
#include <cuda_runtime.h>

__global__ void pass_on(int *data, volatile int *flag, int *out)
{
	if (blockIdx.x == 0) {
		data[0] = 42; // twin-race: inter-block
		__threadfence();
		*flag = 1;
	} else {
		while (*flag != 1)
			;
		__threadfence();
		out[blockIdx.x] = data[0]; // twin-race: inter-block
	}
}

struct runner {
	int *data, *flag, *out;

	runner()
	{
		cudaMalloc(&data, 4);
		cudaMalloc(&flag, 4);
		cudaMalloc(&out, 4 * 8);
	}
	void fresh() { cudaMalloc(&flag, 4); }
	void step()
	{
		fresh(); // twin:
		pass_on<<<8, 1>>>(data, flag, out); // launch: race-free; twin-launch: race
	}
};

int main(int argc, char **argv)
{
	runner all;
	for (int i = 0; i < argc; i++)
		all.step();
	return 0;
}
