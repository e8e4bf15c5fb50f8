// Another program of the project has a main as well; what this one is linked with is followed as in a program alone.
#include <cstdio>
#include <thread>

void note(int *p);

__global__ void fill(float *out, int columns)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;

	out[row * columns + column] = row; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	int rows, columns;
	float *a, *b;

	if (scanf("%d %d", &rows, &columns) != 2 || rows < 16 || columns < 16)
		return 1;
	cudaMalloc((void **)&a, sizeof(float) * rows * columns);
	cudaMalloc((void **)&b, sizeof(float) * rows * columns);
	std::thread worker([&]() { // finding: launch-order; twin-finding: launch-order
		dim3 grid(columns / 16, rows / 16);
		dim3 block(16, 16);
		fill<<<grid, block>>>(a, columns); // launch: race-free; twin-launch: race-free
		note(&columns);
		fill<<<grid, block>>>(b, columns); // launch: race-free; twin-launch: race
	});
	worker.join();
	return 0;
}
