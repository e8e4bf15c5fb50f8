// A tile whose columns are swizzled by the row, so that no bank is hit twice: a place for each thread.
__global__ void transpose(const int *in, int *out)
{
	__shared__ int tile[8][8 * 4];
	int t = threadIdx.x, row = t / 32, column = t % 32;
	tile[row][column ^ (row & 7)] = in[blockIdx.x * 256 + t]; // twin-race: intra-block; twin: tile[row & 3][column ^ (row & 7)] = in[blockIdx.x * 256 + t];
	__syncthreads();
	out[blockIdx.x * 256 + t] = tile[row][column];
}

// The exchange between warps of a transform: lane and warp change places.
__global__ void exchange(const float4 *in, float4 *out, int rounds)
{
	extern __shared__ float4 buffer[];
	int t = threadIdx.x, warp = t / 32, lane = t % 32;
	for (int i = 0; i < rounds; i++)
		buffer[i * 1024 + (lane * 32 + warp ^ lane)] = in[t + i * 1024];
	__syncthreads();
	for (int i = 0; i < rounds; i++)
		out[(blockIdx.x * rounds + i) * 1024 + t] = buffer[i * 1024 + t];
}

int main(int count, char **)
{
	int *in, *out;
	float4 *from, *to;
	cudaMalloc(&in, 64 * 256 * 4);
	cudaMalloc(&out, 64 * 256 * 4);
	cudaMalloc(&from, 1024 * count * 16);
	cudaMalloc(&to, 65536 * count * 16);
	transpose<<<64, 256>>>(in, out); // launch: race-free; twin-launch: race
	exchange<<<64, 1024, count * 16384>>>(from, to, count); // launch: race-free; twin-launch: race-free
	return 0;
}
