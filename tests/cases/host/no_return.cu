// Functions that end without the value they promise, as compilers let pass: what they launch is launched.
__device__ int place(int i)
{
	if (i >= 0)
		return i; // twin: 		return i / 2;
}

__global__ void put(int *p)
{
	p[place(blockIdx.x * blockDim.x + threadIdx.x)] = 1; // twin-race(warning): intra-warp
}

int run(int n)
{
	int *p;
	cudaMalloc(&p, n * 64 * sizeof(int));
	put<<<n, 64>>>(p); // launch: race-free; twin-launch: race
}

int main(int argc, char **argv)
{
	run(argc);
	return 0;
}
