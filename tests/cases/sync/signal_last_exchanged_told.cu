// The last block is told so by its leader, who puts the count back for the next launch of a loop. It comes round with the last one by
// itself, too. In the twin what a block has written is not released.
__device__ unsigned arrived;

__global__ void total(const float *in, float *part, float *out)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		part[blockIdx.x] = in[blockIdx.x]; // twin-race: inter-block; twin-cause: fence missing before the signal at line 11
		__threadfence(); // twin:
		last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
		__threadfence();
	}
	__syncthreads();
	if (!last)
		return;
	float sum = 0;
	for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
		sum += part[i]; // twin-race: inter-block
	out[threadIdx.x] = sum;
	if (threadIdx.x == 0)
		atomicExch(&arrived, 0u);
}

int main()
{
	float *in, *part, *out;
	cudaMalloc(&in, 64 * sizeof(float));
	cudaMalloc(&part, 64 * sizeof(float));
	cudaMalloc(&out, 128 * sizeof(float));
	for (int i = 0; i < 10; i++)
		total<<<64, 128>>>(in, part, out); // launch: race-free; twin-launch: race
}
