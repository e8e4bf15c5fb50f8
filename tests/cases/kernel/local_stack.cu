// Where a thread stores in its own array depends on what it read there.
__global__ void walk(const int *first, int *out)
{
	int stack[4] = { 0, 1, 2, 3 };
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 4; k++) {
		int at = stack[first[i] & 3];
		stack[at & 3] = k;
	}
	out[i] = stack[1]; // twin-race: intra-warp; twin: 	out[i / 2] = stack[1];
}

void run(const int *first, int *out)
{
	walk<<<4, 64>>>(first, out); // launch: race-free; twin-launch: race
}
