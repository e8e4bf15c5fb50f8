// The first lane gives its warp the warp's number; in the twin the number is one of a row that is half a warp.
__global__ void first(int *out)
{
	int t = threadIdx.x + threadIdx.y * blockDim.x;
	int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);

	if (t % 32 == 0)
		out[blockIdx.x * 4 + warp] = t; // twin-race: intra-block
}

void run(int *out)
{
	first<<<8, 128>>>(out); // launch: race-free; twin-launch: race; twin: first<<<8, dim3(16, 8)>>>(out);
}
