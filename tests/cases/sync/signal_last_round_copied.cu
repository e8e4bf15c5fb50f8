// The host puts into a count what atomicDec takes round in each launch; what a later launch finds is not followed. In the twin the last but one goes on.
__global__ void total(int *part, int *out, unsigned *left)
{
	if (threadIdx.x)
		return;
	part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
	__threadfence();
	if (atomicDec(left, gridDim.x - 1) == 0) { // twin: if (atomicDec(left, gridDim.x - 1) == 1) {
		__threadfence();
		int s = 0;
		for (int i = 0; i < gridDim.x; i++)
			s += part[i]; // twin-race: inter-block
		*out = s;
	}
}
int main()
{
	int *part, *out;
	unsigned *left, last = 63;
	cudaMalloc(&part, 64 * 4);
	cudaMalloc(&out, 4);
	cudaMalloc(&left, 4);
	cudaMemcpy(left, &last, 4, cudaMemcpyHostToDevice);
	total<<<64, 32>>>(part, out, left); // launch: race-free; twin-launch: race
	total<<<64, 32>>>(part, out, left); // launch: undecided; twin-launch: undecided
}
