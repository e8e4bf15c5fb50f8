// A function that launches is given by its pointer to one that calls it in a loop: the sizes are those it is given there.
#include <cuda_runtime.h>
#include <utility>

__global__ void rows(float *out, int columns)
{
	out[blockIdx.x * columns + threadIdx.x] = blockIdx.x; // twin-race: inter-block
}

void fill(float *out, int count, int columns, int threads)
{
	rows<<<count, threads>>>(out, columns); // launch: race-free; twin-launch: race
}

template <class Function, class... Arguments>
static int repeat(int times, Function function, Arguments &&...arguments)
{
	for (int i = 0; i < times; i++)
		function(std::forward<Arguments>(arguments)...);
	return times;
}

int main(int argc, char **argv)
{
	float *out;
	int columns = 128;
	int threads = 128; // twin: int threads = 129;

	cudaMalloc((void **)&out, 64 * 129 * sizeof(float));
	return repeat(argc, fill, out, 64, columns, threads);
}
