// Who finds the last number sets the counter back, when all have drawn: nobody else finds 0. In the twin one more draws behind that.
__global__ void elect(unsigned *next, int *out)
{
	if (threadIdx.x)
		return;
	unsigned found = atomicAdd(next, 1);
	if (found == 0)
		out[0] = blockIdx.x; // twin-race: inter-block
	if (found == gridDim.x - 1) // twin: 	if (found == gridDim.x - 2)
		atomicExch(next, 0);
}

void run(unsigned *next, int *out)
{
	cudaMemset(next, 0, 4);
	elect<<<64, 128>>>(next, out); // launch: race-free; twin-launch: race
}
