// Parameters that are promised to be apart, of a kernel that nobody launches.
__global__ void step(float *__restrict__ out, const float *__restrict__ in, int n) // kernel: race-free; twin-kernel: race
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int slot = i; // twin: int slot = i / 2;
	if (i < n)
		out[slot] = in[i + 1]; // twin-race: inter-block, intra-block, intra-warp
}
