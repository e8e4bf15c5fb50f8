// Two arrays declared extern __shared__ begin at the same place.
extern __shared__ int counts[];
extern __shared__ float sums[];

__global__ void both(float *out)
{
	int t = threadIdx.x;

	counts[t] = t; // twin-race: intra-block, intra-warp
	sums[blockDim.x + t] = 1.0f; // twin-race: intra-block, intra-warp; twin: sums[t + 1] = 1.0f;
	__syncthreads();
	out[blockIdx.x * blockDim.x + t] = sums[blockDim.x + t] + counts[t];
}

void run(float *out)
{
	both<<<4, 128, 1024>>>(out); // launch: race-free; twin-launch: race
}
