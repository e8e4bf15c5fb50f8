// A table in constant memory whose numbers are all different: places that it chooses are too.
__constant__ const int order[8] = { 0, 4, 2, 6, 1, 5, 3, 7 }; // twin: __constant__ const int order[8] = { 0, 4, 2, 6, 1, 5, 3, 6 };

__global__ void reorder(const int *in, int *out)
{
	int t = threadIdx.x, group = blockIdx.x * 128 + t / 8 * 8;
	out[group + order[t % 8]] = in[group + t % 8]; // twin-race: intra-warp
}

int main()
{
	int *in, *out;
	cudaMalloc(&in, 16 * 128 * 4);
	cudaMalloc(&out, 16 * 128 * 4);
	reorder<<<16, 128>>>(in, out); // launch: race-free; twin-launch: race
	return 0;
}
