// Lists that each warp keeps in a place of its own: its lanes add to the count, and read it behind a barrier of the warp. In a round that begins
// at zero a count is at most what 32 lanes add, and what the first lane adds to the common count is what all lanes have read. The twin goes one
// entry too far.
#define ENTRIES(j, m) ((j) < (m)) // twin: #define ENTRIES(j, m) ((j) <= (m))
__global__ void rounds(const int *in, int *out, int n, int rounds)
{
	__shared__ int count[8];
	__shared__ int list[8][64];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	for (int r = 0; r < rounds; r++) {
		if (lane == 0)
			count[warp] = 0;
		__syncwarp();
		int base = (r * gridDim.x + blockIdx.x) * blockDim.x, i = base + threadIdx.x;
		if (i < n && in[i] > 0)
			list[warp][atomicAdd(&count[warp], 1)] = i;
		__syncwarp();
		int m = count[warp];
		for (int j = lane; ENTRIES(j, m); j += 32)
			out[base + warp * 32 + j] = list[warp][j]; // twin-race: inter-block, intra-block
		__syncwarp();
	}
}

// Without a beginning at zero in each round, there may be more.
__global__ void kept(const int *in, int *out, int n, int rounds)
{
	__shared__ int count[8];
	__shared__ int list[8][64];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	if (lane == 0)
		count[warp] = 0;
	__syncwarp();
	for (int r = 0; r < rounds; r++) {
		int base = (r * gridDim.x + blockIdx.x) * blockDim.x, i = base + threadIdx.x;
		if (i < n && in[i] > 0)
			list[warp][atomicAdd(&count[warp], 1)] = i;
		__syncwarp();
		int m = count[warp];
		for (int j = lane; ENTRIES(j, m); j += 32)
			out[base + warp * 32 + j] = list[warp][j]; // race: inter-block, intra-block; twin-race: inter-block, intra-block
		__syncwarp();
	}
}

struct list {
	int n, item[63];
};

__global__ void flushed(const int *in, int *out, int *tail, int n)
{
	__shared__ list lists[4];
	list *own = &lists[threadIdx.x >> 5];
	int lane = threadIdx.x & 31;
	if (lane == 0)
		own->n = 0;
	__syncwarp();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i - lane < n; i += gridDim.x * blockDim.x) {
		if (i < n && in[i] & 1)
			own->item[atomicAdd(&own->n, 1)] = i;
		__syncwarp();
		int m = own->n;
		__syncwarp();
		if (m >= 31) {
			int base;
			if (lane == 0) {
				base = atomicAdd(tail, m);
				own->n = 0;
			}
			base = __shfl_sync(0xffffffff, base, 0);
			for (int j = lane; ENTRIES(j, m); j += 32)
				out[base + j] = own->item[j]; // twin-race: inter-block, intra-block
		}
		__syncwarp();
	}
}

// What the count is now need not be what it was when the first lane added it.
__global__ void grown(const int *in, int *out, int *tail, int n)
{
	__shared__ list lists[4];
	list *own = &lists[threadIdx.x >> 5];
	int lane = threadIdx.x & 31, base;
	if (lane == 0)
		own->n = 0;
	__syncwarp();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] & 1)
		own->item[atomicAdd(&own->n, 1)] = i;
	__syncwarp();
	if (lane == 0)
		base = atomicAdd(tail, own->n);
	base = __shfl_sync(0xffffffff, base, 0);
	__syncwarp();
	if (lane == 3)
		own->item[atomicAdd(&own->n, 1)] = n;
	__syncwarp();
	for (int j = lane; ENTRIES(j, own->n); j += 32)
		out[base + j] = own->item[j]; // race: inter-block, intra-block; twin-race: inter-block, intra-block
}

int main(int argc, char **argv)
{
	int n = 100000, *in, *out, *tail;
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&out, 4 * n * sizeof(int));
	cudaMalloc(&tail, sizeof(int));
	rounds<<<10, 256>>>(in, out, n, argc); // launch: race-free; twin-launch: race
	kept<<<10, 256>>>(in, out, n, argc); // launch: race; twin-launch: race
	cudaMemset(tail, 0, sizeof(int));
	flushed<<<100, 128>>>(in, out, tail, n); // launch: race-free; twin-launch: race
	cudaMemset(tail, 0, sizeof(int));
	grown<<<100, 128>>>(in, out, tail, n); // launch: race; twin-launch: race
	return 0;
}
