// Slots counted back from a counter that goes down; the twin's threads take two and fill three.
__global__ void fill(int *out, int *left)
{
	int slot = 2000 - atomicSub(left, 2);
	out[slot] = threadIdx.x; // twin-race: inter-block, intra-block, intra-warp
	for (int k = slot + 1; k < slot + 2; k++) // twin: for (int k = slot + 1; k < slot + 3; k++)
		out[k] = threadIdx.x; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	int *out, *left, most = 2000;
	cudaMalloc(&out, 2002 * sizeof(int));
	cudaMalloc(&left, sizeof(int));
	cudaMemcpy(left, &most, sizeof(int), cudaMemcpyHostToDevice);
	fill<<<4, 128>>>(out, left); // launch: race-free; twin-launch: race
}
