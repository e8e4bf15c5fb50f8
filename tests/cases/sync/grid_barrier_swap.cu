// A grid barrier whose count is read by compare-and-swap, which puts back what it finds. In the twin no fence follows the wait.
// flags: --timeout=5
__device__ void all_blocks(unsigned *count, unsigned round)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned goal = round * gridDim.x;
		__threadfence();
		atomicAdd(count, 1);
		while (atomicCAS(count, goal, goal) < goal)
			;
		__threadfence(); // twin:
	}
	__syncthreads();
}
__global__ void steps(int *a, int *b, unsigned *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int m = gridDim.x * blockDim.x;
	for (int r = 0; r < n; r++) {
		a[i] = b[i] + r; // twin-race: inter-block
		all_blocks(count, 2 * r + 1);
		b[i] = a[(i + 1) % m]; // twin-race: inter-block
		all_blocks(count, 2 * r + 2);
	}
}
int main(int argc, char **argv)
{
	int *a, *b;
	unsigned *count;
	cudaMalloc(&a, 32 * 128 * sizeof(*a));
	cudaMalloc(&b, 32 * 128 * sizeof(*b));
	cudaMalloc(&count, sizeof(*count));
	cudaMemset(count, 0, sizeof(*count));
	steps<<<32, 128>>>(a, b, count, argc); // launch: race-free; twin-launch: race
}
