// A word that the first thread sets is read as volatile behind a barrier, beside an array of the same object that all threads have filled before
// and behind another barrier. Nothing writes it while it is read, so that it is what that thread has stored, how many elements of the block's part there are. The
// block's own entry lies behind all elements.
__global__ void keep(int *all, unsigned n)
{
	__shared__ struct {
		int of[256];
		volatile int valid;
	} s;
	unsigned begin = blockIdx.x * 256;
	s.of[threadIdx.x] = threadIdx.x;
	__syncwarp();
	int other = s.of[threadIdx.x ^ 1];
	if (threadIdx.x == 0)
		s.valid = n - begin < 256 ? n - begin : 256; // twin: s.valid = n - begin < 256 ? n - begin + 1 : 256;
	__syncthreads();
	if ((int)threadIdx.x < s.valid)
		all[begin + threadIdx.x] = other; // twin-race: inter-block,intra-block,intra-warp
	if (threadIdx.x == 0)
		all[n + blockIdx.x] = s.valid; // twin-race: inter-block,intra-block,intra-warp
}

// The next round's store may come before others have read this one's.
__global__ void rounds(int *all, int n)
{
	__shared__ volatile int row;
	for (int i = 0; i < n; i++) {
		if (threadIdx.x == 0)
			row = i; // race: intra-block,intra-warp; twin-race: intra-block,intra-warp
		__syncthreads();
		all[row * 256 + threadIdx.x] = i; // race: intra-block,intra-warp; twin-race: intra-block,intra-warp
	}
}

void run(int *all, unsigned n)
{
	keep<<<(n + 255) / 256, 256>>>(all, n); // launch: race-free; twin-launch: race
	rounds<<<1, 256>>>(all, n); // launch: race; twin-launch: race
}
