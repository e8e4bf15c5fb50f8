// A warp's prefix sum by shuffles of inline PTX, whose second result says whether the lane that is read is one of the warp's.
__device__ int sum_up(int sum, int by)
{
	int result;
	asm volatile("{ .reg .s32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, %1, %2, 0, %3; @p add.s32 r0, r0, %1; mov.s32 %0, r0; }"
		: "=r"(result) : "r"(sum), "r"(by), "r"(-1));
	return result;
}

__global__ void keep(int *out, const int *in)
{
	int kept = in[blockIdx.x * 128 + threadIdx.x] > 0, sum = kept;
	for (int step = 0; step < 5; step++) // twin: for (int step = 0; step < 4; step++)
		sum = sum_up(sum, 1 << step);
	if (kept)
		out[blockIdx.x * 128 + threadIdx.x / 32 * 32 + sum - 1] = threadIdx.x; // twin-race: intra-warp
}

void run(int *out, const int *in, int n)
{
	if (n > 0)
		keep<<<n, 128>>>(out, in); // launch: race-free; twin-launch: race
}
