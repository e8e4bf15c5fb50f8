// A caller in another file gives a part of what it has, or a copy: which of them is chosen as it runs.
__global__ void turn(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[n - 1 - i]; // twin-race: inter-block, intra-warp
}

void reverse(float *out, const float *in, int n)
{
	turn<<<(n + 255) / 256, 256>>>(out, in, n); // launch: race-free; twin-launch: race
}
