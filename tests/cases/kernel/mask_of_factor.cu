// A mask of 24 bits that is a factor is no product of 24 bits: it cuts off what the program says.
__global__ void masked(int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int factor = (i << 12) & 0xffffff; // twin: 	int factor = (i << 16) & 0xffffff;
	out[factor * 2] = i; // twin-race: inter-block
}

void run(int *out)
{
	masked<<<16, 256>>>(out); // launch: race-free; twin-launch: race
}
