// Who puts a 1 where a 0 was is the only one; that others put further numbers there later, never a 0, does not change that.
__global__ void claim(const int *in, int *out, int *state, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int b = in[i] & 63;
	if (atomicCAS(&state[b], 0, 1) == 0)
		out[b] = i; // twin-race: inter-block, intra-block, intra-warp
	if (in[i] == 77)
		atomicCAS(&state[b], 1, 2); // twin: 		atomicCAS(&state[b], 1, 0);
}

__global__ void close(const int *in, int *out, int *state, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int b = in[i] & 63;
	if (atomicCAS(&state[b], 0, 1) == 0)
		out[b] = i;
	atomicExch(&state[b], 2);
}

int main()
{
	int *in, *out, *state, n = 10000;
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&out, 64 * sizeof(int));
	cudaMalloc(&state, 64 * sizeof(int));
	cudaMemset(state, 0, 64 * sizeof(int));
	claim<<<(n + 255) / 256, 256>>>(in, out, state, n); // launch: race-free; twin-launch: race
	cudaMemset(state, 0, 64 * sizeof(int));
	close<<<(n + 255) / 256, 256>>>(in, out, state, n); // launch: race-free; twin-launch: race-free
}
