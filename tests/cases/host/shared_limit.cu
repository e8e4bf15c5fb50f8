// No launch succeeds that asks for more dynamic shared memory than a device has, 227 KiB for a block; the twin's sizes fit.
__global__ void turn(int *out, int n)
{
	extern __shared__ int part[];
	int t = threadIdx.x;
	part[t] = out[t]; // twin-race: intra-block
	if (n > 58112) // twin: 	if (n > 58000)
		out[t] = part[blockDim.x - 1 - t]; // twin-race: intra-block
}

void run(int *out, int n)
{
	turn<<<1, 128, n * sizeof(int)>>>(out, n); // launch: race-free; twin-launch: race
}
