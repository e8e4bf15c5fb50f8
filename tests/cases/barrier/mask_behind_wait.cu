// A warp barrier behind waits of its lanes, which end; in the twin the waits leave the kernel out for some lanes, which a block barrier holds up.
__global__ void collect(volatile int *in, int *out)
{
	int t = threadIdx.x;

	if (t < 32) {
		for (int b = t; b < gridDim.x; b += 32)
			while (in[b] != 1)
				;
		if (t < 64) // twin: 		if (t < 16)
			__syncwarp(); // twin-finding: barrier-mask
	}
	__syncthreads();
	out[blockIdx.x * blockDim.x + t] = t;
}
void run(int *in, int *out)
{
	collect<<<64, 128>>>(in, out); // launch: race-free; twin-launch: race-free
}
