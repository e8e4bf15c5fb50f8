// One shared variable by which a thread tells the others something twice in each round of a loop: what is read is what the last store before has put there.
__global__ void draw_twice(int *out, int *room, int n)
{
	__shared__ int begin;
	for (int r = 0; r < n; r++) {
		if (threadIdx.x == 0)
			begin = atomicAdd(room, 256);
		__syncthreads();
		out[begin + threadIdx.x] = r; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0)
			begin = atomicAdd(room, 256); // twin: 			begin = atomicAdd(room, 128);
		__syncthreads();
		out[begin + threadIdx.x] = r; // twin-race: inter-block
		__syncthreads();
	}
}

__global__ void tell_twice(int *out, int n)
{
	__shared__ int row;
	for (int r = 0; r < n; r++) {
		if (threadIdx.x == 0)
			row = blockIdx.x * n + r;
		__syncthreads();
		out[row * 256 + threadIdx.x] = r;
		__syncthreads();
		if (threadIdx.x == 0)
			row = (gridDim.x + blockIdx.x) * n + r;
		__syncthreads();
		out[row * 256 + threadIdx.x] = r;
		__syncthreads();
	}
}

int main()
{
	int *out, *room, n = 10;
	cudaMalloc(&out, 4 * 256 * 10 * 2 * n);
	cudaMalloc(&room, 4);
	cudaMemset(room, 0, 4);
	draw_twice<<<10, 256>>>(out, room, n); // launch: race-free; twin-launch: race
	tell_twice<<<10, 256>>>(out, n); // launch: race-free; twin-launch: race-free
}
