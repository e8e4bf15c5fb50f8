// Who finds 0 writes; a thread sets the counter back, so that another one finds 0, too. In the twin nobody does.
__global__ void elect(unsigned *next, int *out)
{
	if (atomicAdd(next, 1) == 0)
		out[0] = blockIdx.x * blockDim.x + threadIdx.x; // race: inter-block,intra-block,intra-warp
	if (threadIdx.x == 3) // twin: 	if (threadIdx.x > 128)
		atomicExch(next, 0);
}

void run(unsigned *next, int *out)
{
	cudaMemset(next, 0, 4);
	elect<<<64, 128>>>(next, out); // launch: race; twin-launch: race-free
}
