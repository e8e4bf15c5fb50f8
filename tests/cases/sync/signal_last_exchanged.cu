// The last block counts by atomicInc, whose limit nobody comes to, and puts the count back by atomicExch for the next launch. In the
// twin the two that come last go on.
__device__ unsigned arrived;

__global__ void total(float *part, float *out)
{
	if (threadIdx.x != 0)
		return;
	part[blockIdx.x] = blockIdx.x * 0.5f;
	__threadfence();
	unsigned ticket = atomicInc(&arrived, gridDim.x);
	__threadfence();
	if (ticket == gridDim.x - 1) { // twin: 	if (ticket >= gridDim.x - 2) {
		float sum = 0;
		for (int i = 0; i < gridDim.x; i++)
			sum += part[i];
		out[0] = sum; // twin-race: inter-block
		atomicExch(&arrived, 0u);
	}
}

int main()
{
	float *part, *out;
	cudaMalloc(&part, 64 * sizeof(float));
	cudaMalloc(&out, sizeof(float));
	total<<<64, 128>>>(part, out); // launch: race-free; twin-launch: race
	total<<<64, 128>>>(part, out); // launch: race-free; twin-launch: race
	total<<<64, 128>>>(part, out); // launch: race-free; twin-launch: race
}
