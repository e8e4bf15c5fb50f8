// Nobody comes to the limit if the last block puts the count back. In the twin it does so only where it is asked to: the third launch
// would find a count that has come round and lets a block through too early.
__device__ unsigned arrived;

__global__ void total(float *part, float *out, int again)
{
	if (threadIdx.x != 0)
		return;
	part[blockIdx.x] = blockIdx.x * 0.5f;
	__threadfence();
	unsigned ticket = atomicInc(&arrived, gridDim.x);
	__threadfence();
	if (ticket == gridDim.x - 1) {
		float sum = 0;
		for (int i = 0; i < gridDim.x; i++)
			sum += part[i];
		out[0] = sum;
		if (ticket == gridDim.x - 1) // twin: 		if (again)
			atomicExch(&arrived, 0u);
	}
}

int main(int argc, char **argv)
{
	float *part, *out;
	cudaMalloc(&part, 64 * sizeof(float));
	cudaMalloc(&out, sizeof(float));
	total<<<64, 128>>>(part, out, argc - 1); // launch: race-free; twin-launch: race-free
	total<<<64, 128>>>(part, out, argc - 1); // launch: race-free; twin-launch: undecided
	total<<<64, 128>>>(part, out, argc - 1); // launch: race-free; twin-launch: undecided
}
