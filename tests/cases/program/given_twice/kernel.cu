// A caller gives one pointer for two parameters, through a function in a third file; the file of the launch alone says nothing about them.
__global__ void add_reversed(float *sum, const float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] += x[n - 1 - i]; // twin-race: inter-block, intra-warp
}

void accumulate(float *sum, const float *x, int n)
{
	add_reversed<<<(n + 255) / 256, 256>>>(sum, x, n); // launch: race-free; twin-launch: race
}
