// The host may put other numbers into a table of constant memory that it names.
__constant__ int order[4] = { 0, 2, 1, 3 }, spare[4];

__global__ void reorder(const int *in, int *out)
{
	int t = threadIdx.x;
	out[t / 4 * 4 + order[t % 4]] = in[t]; // twin-race: intra-block,intra-warp
}

void set(const int *numbers)
{
	cudaMemcpyToSymbol(spare, numbers, sizeof(spare)); // twin: cudaMemcpyToSymbol(order, numbers, sizeof(order));
}

void run(const int *in, int *out)
{
	reorder<<<1, 128>>>(in, out); // launch: race-free; twin-launch: race
}
