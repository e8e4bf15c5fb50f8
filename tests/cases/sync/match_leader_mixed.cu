// The lane that the branch lets through beside the first one is there for a single mask in four billions: no samples of masks show it.
__global__ void put(int *out, const int *in)
{
	int lane = threadIdx.x & 31;
	int v = in[blockIdx.x * 32 + threadIdx.x] & 1023;
	unsigned m = __match_any_sync(0xffffffff, v);
	bool first = __ffs(m) - 1 == lane;
	first = first | ((m ^ m >> 3) == 0x5bd1e995u & lane == 31 - __clz(m)); // twin:
	if (first)
		out[blockIdx.x * 1024 + v] = lane; // race: intra-warp
}

__global__ void put_hashed(int *out, const int *in)
{
	int lane = threadIdx.x & 31;
	int v = in[blockIdx.x * 32 + threadIdx.x] & 1023;
	unsigned m = __match_any_sync(0xffffffff, v);
	bool first = __ffs(m) - 1 == lane;
	if (first | (m * 0x9e3779b1u == 0x5bd1e995u & lane == 31 - __clz(m)))
		out[blockIdx.x * 1024 + v] = lane; // race: intra-warp; twin-race: intra-warp
}

int main()
{
	int *out, *in;
	cudaMalloc(&out, 8 * 1024 * sizeof(int));
	cudaMalloc(&in, 8 * 32 * sizeof(int));
	put<<<8, 32>>>(out, in); // launch: race; twin-launch: race-free
	put_hashed<<<8, 32>>>(out, in); // launch: race; twin-launch: race
	return 0;
}
