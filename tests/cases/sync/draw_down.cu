// One block finds a 1 in a counter that goes down from its limit; the twin's limit is met several times.
__global__ void elect(int *out, unsigned *count)
{
	if (threadIdx.x == 0 && atomicDec(count, gridDim.x) == 1) // twin: if (threadIdx.x == 0 && atomicDec(count, 3) == 1)
		out[0] = blockIdx.x; // twin-race: inter-block
}

int main()
{
	int *out;
	unsigned *count, blocks = 16;
	cudaMalloc(&out, sizeof(int));
	cudaMalloc(&count, sizeof(unsigned));
	cudaMemcpy(count, &blocks, sizeof(unsigned), cudaMemcpyHostToDevice);
	elect<<<blocks, 64>>>(out, count); // launch: race-free; twin-launch: race
}
