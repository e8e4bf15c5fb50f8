// A flag and a count of last blocks, set back between launches of two sizes; in the twin in some runs only.
__global__ void hand(int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x;
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(flag, 1);
		}
	} else {
		if (threadIdx.x == 0) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x];
	}
}

__global__ void total(const int *in, int *part, int *out, unsigned *count)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		part[blockIdx.x] = in[blockIdx.x];
		__threadfence();
		last = atomicAdd(count, 1) == gridDim.x - 1;
		__threadfence();
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		int sum = 0;
		for (int b = 0; b < gridDim.x; b++)
			sum += part[b];
		*out = sum;
	}
}

int main(int argc, char **argv)
{
	int *flag, *data, *part, *in, *out;
	unsigned *count;
	cudaMalloc(&flag, sizeof(int));
	cudaMalloc(&count, sizeof(int));
	cudaMalloc(&data, 128 * sizeof(int));
	cudaMalloc(&part, 200 * sizeof(int));
	cudaMalloc(&in, 200 * sizeof(int));
	cudaMalloc(&out, 4096);
	cudaMemset(flag, 0, sizeof(int));
	cudaMemset(count, 0, sizeof(int));
	hand<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race-free
	total<<<100, 32>>>(in, part, out, count); // launch: race-free; twin-launch: race-free
	bool back = true; // twin: 	bool back = argc > 3;
	if (back) {
		cudaMemset(flag, 0, sizeof(int));
		cudaMemset(count, 0, sizeof(int));
	}
	hand<<<3, 128>>>(flag, data, out); // launch: race-free; twin-launch: undecided
	total<<<101, 32>>>(in, part, out, count); // launch: race-free; twin-launch: undecided
}
