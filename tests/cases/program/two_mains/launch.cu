// Two programs share a file that launches; each main of theirs is in a file of its own.
__global__ void put(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	p[i % n] = i; // twin-race: inter-block, intra-block
}

void run(int n)
{
	int *p;
	cudaMalloc(&p, n * sizeof(int));
	put<<<4, 64>>>(p, n); // launch: race-free; twin-launch: race, race-free
	cudaDeviceSynchronize();
}
