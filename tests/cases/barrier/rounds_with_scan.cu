// All threads make the same number of rounds; a scan by one warp between two barriers, with a loop of shuffles, changes nothing about that.
__global__ void scan(int *out, const int *in, int n)
{
	__shared__ int sum[32];
	int wrap = blockDim.x * blockDim.y, start = threadIdx.y * blockDim.x + threadIdx.x;
	int end = n & (wrap - 1) ? (n & ~(wrap - 1)) + wrap : n; // twin: int end = n;

	for (int x = start; x < end; x += wrap) {
		int self = x < n ? in[x] : 0;

		if (threadIdx.x == 31)
			sum[threadIdx.y] = self;
		__syncthreads(); // twin-finding: barrier-divergence
		if (threadIdx.y == 0) {
			int part = sum[threadIdx.x];

			for (int s = 0; s < 5; s++) {
				int other = __shfl_up_sync(0xffffffff, part, 1 << s);

				part += threadIdx.x < (1 << s) ? 0 : other;
			}
			sum[threadIdx.x] = part;
		}
		__syncthreads(); // twin-finding: barrier-divergence
		if (x < n)
			out[x] = self + sum[threadIdx.y];
		__syncthreads(); // twin-finding: barrier-divergence
	}
}

void run(int *out, const int *in, int n)
{
	scan<<<1, dim3(32, 32)>>>(out, in, n); // launch: race-free; twin-launch: undecided
}
