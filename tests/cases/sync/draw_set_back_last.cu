// The block that draws the last number sets the counter back. In the twin each one may draw two.
__global__ void tiles(unsigned *next, int *out)
{
	__shared__ unsigned tile;
	if (threadIdx.x == 0)
		tile = atomicAdd(next, 1); // twin: 		tile = blockIdx.x % 2 ? atomicAdd(next, 1) : (atomicAdd(next, 1), atomicAdd(next, 1));
	__syncthreads();
	out[tile * blockDim.x + threadIdx.x] = blockIdx.x; // twin-race: inter-block
	__syncthreads();
	if (threadIdx.x == 0 && tile == gridDim.x - 1)
		atomicExch(next, 0);
}

void run(unsigned *next, int *out)
{
	cudaMemset(next, 0, 4);
	tiles<<<64, 128>>>(next, out); // launch: race-free; twin-launch: race
}
