// The last thread that is done sets the counter back for the next launch. In the twin another one does, while threads still draw.
__global__ void pack(unsigned *next, unsigned *done, int *out)
{
	unsigned place = atomicAdd(next, 1);
	out[place] = threadIdx.x; // twin-race: inter-block,intra-block,intra-warp
	__threadfence();
	if (atomicAdd(done, 1) == gridDim.x * blockDim.x - 1) { // twin: 	if (threadIdx.x == 3) {
		__threadfence();
		atomicExch(next, 0);
		atomicExch(done, 0);
	}
}

void run(unsigned *words, int *out)
{
	cudaMemset(words, 0, 8);
	pack<<<64, 128>>>(words, words + 1, out); // launch: race-free; twin-launch: race
}
