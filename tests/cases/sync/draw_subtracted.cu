// Room that each thread takes off the top of a counter, as much as it needs: below what it finds. In the twin it begins where it finds the counter.
__global__ void take(const int *need, int *out, int *top, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int much = need[i] & 7;
	int begin = atomicSub(top, much) - much; // twin: 	int begin = atomicSub(top, much);
	for (int k = 0; k < much; k++)
		out[begin + k] = i; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void take_for_block(const int *need, int *out, int *top)
{
	__shared__ int begin;
	int much = need[blockIdx.x] & 255;
	if (threadIdx.x == 0)
		begin = atomicSub(top, much);
	__syncthreads();
	for (int k = threadIdx.x; k < much; k += blockDim.x)
		out[begin - 1 - k] = blockIdx.x;
}

__global__ void take_by_addition(const int *need, int *out, int *top, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int much = need[i] & 7;
	int begin = atomicAdd(top, -much) - much;
	for (int k = 0; k < much; k++)
		out[begin + k] = i;
}

__global__ void take_and_give(const int *need, int *out, int *top, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int much = need[i] & 7;
	int begin = atomicSub(top, much) - much;
	for (int k = 0; k < much; k++)
		out[begin + k] = i; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
	if (need[i] > 8)
		atomicAdd(top, much);
}

int main()
{
	int *need, *out, *top, n = 10000, all = 80000;
	cudaMalloc(&need, n * sizeof(int));
	cudaMalloc(&out, all * sizeof(int));
	cudaMalloc(&top, sizeof(int));
	cudaMemcpy(top, &all, sizeof(int), cudaMemcpyHostToDevice);
	take<<<(n + 255) / 256, 256>>>(need, out, top, n); // launch: race-free; twin-launch: race
	cudaMemcpy(top, &all, sizeof(int), cudaMemcpyHostToDevice);
	take_for_block<<<100, 128>>>(need, out, top); // launch: race-free; twin-launch: race-free
	cudaMemcpy(top, &all, sizeof(int), cudaMemcpyHostToDevice);
	take_by_addition<<<(n + 255) / 256, 256>>>(need, out, top, n); // launch: race-free; twin-launch: race-free
	cudaMemcpy(top, &all, sizeof(int), cudaMemcpyHostToDevice);
	take_and_give<<<(n + 255) / 256, 256>>>(need, out, top, n); // launch: race; twin-launch: race
}
