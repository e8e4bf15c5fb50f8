// Bits that a program cuts off by shifts there and back are cut off, whatever uses the rest.
__global__ void shifted(int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int low = (i << 20) >> 20; // twin: 	int low = (i << 24) >> 24;
	out[2048 + low * 5] = i; // twin-race: inter-block
}

void run(int *out)
{
	shifted<<<16, 256>>>(out); // launch: race-free; twin-launch: race
}
