// A flag that is read by an exchange of a value with itself; the twin has no fence after the wait.
__global__ void pass(int *data, int *out, int *flag)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t; // twin-race: inter-block
		__syncthreads();
		if (t == 0) {
			__threadfence();
			atomicAdd(flag, 1);
		}
	} else {
		if (t == 0) {
			while (atomicCAS(flag, -1, -1) != 1)
				;
			__threadfence(); // twin:
		}
		__syncthreads();
		out[blockIdx.x * 64 + t] = data[63 - t]; // twin-race: inter-block
	}
}

int main()
{
	int *data, *out, *flag;
	cudaMalloc(&data, 64 * sizeof(int));
	cudaMalloc(&out, 192 * sizeof(int));
	cudaMalloc(&flag, sizeof(int));
	cudaMemset(flag, 0, sizeof(int));
	pass<<<3, 64>>>(data, out, flag); // launch: race-free; twin-launch: race
}
