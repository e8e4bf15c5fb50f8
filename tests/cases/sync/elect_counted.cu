// Each thread adds how many items it has, one or two as the input says, and who finds 0 draws for all from a counter of the list: one thread alone, as
// nobody adds less than one. In the twin threads without items add 0, and several may find 0.
__global__ void edges(int *base_of, int *list, const int *in, int w)
{
	__shared__ int counted;
	int i = blockIdx.x * 256 + threadIdx.x, count = 0;
	if (in[i] != in[i + 1])
		count = 1;
	if (in[i] != in[i + w])
		count += 1;
	if (threadIdx.x == 0)
		counted = 0;
	__syncthreads();
	if (count > 0) { // twin: if (count >= 0) {
		int own = atomicAdd(&counted, count);
		if (own == 0)
			base_of[blockIdx.x] = atomicAdd(list, 512) + threadIdx.x; // twin-race: intra-block,intra-warp
	}
}

void run(int *base_of, int *list, const int *in, int w)
{
	edges<<<16, 256>>>(base_of, list, in, w); // launch: race-free; assumes: no-wrap; twin-launch: race
}
