// A block scans how much each thread has, one thread draws room for all of it, and each stores behind the others: each thread adds up the counts of the warps, or
// warp 0 scans them and one of its lanes draws, or the last thread of a scan in shared memory does.
__global__ void by_counts(const int *in, int *out, int *room, int n)
{
	__shared__ int counts[8], begin;
	int i = blockIdx.x * 256 + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x & 31;
	bool kept = i < n && in[i] > 0;
	unsigned lanes = __ballot_sync(~0u, kept);
	if (lane == 0)
		counts[warp] = __popc(lanes);
	__syncthreads();
	int before = 0, all = 0;
	for (int w = 0; w < 8; w++) {
		if (w < warp)
			before += counts[w];
		all += counts[w];
	}
	if (threadIdx.x == 0)
		begin = atomicAdd(room, all); // twin: 		begin = atomicAdd(room, before);
	__syncthreads();
	if (kept)
		out[begin + before + __popc(lanes & ((1u << lane) - 1))] = in[i]; // twin-race: inter-block
}

__global__ void by_warps(const int *in, int *out, int *room, int n)
{
	__shared__ int sums[8], begin;
	int i = blockIdx.x * 256 + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x & 31;
	int much = i < n ? max(in[i], 0) % 5 : 0, sum = much;
	for (int d = 1; d < 32; d *= 2) {
		int other = __shfl_up_sync(~0u, sum, d);
		if (lane >= d)
			sum += other;
	}
	if (lane == 31)
		sums[warp] = sum;
	__syncthreads();
	if (warp == 0) {
		int all = lane < 8 ? sums[lane] : 0;
		for (int d = 1; d < 8; d *= 2) {
			int other = __shfl_up_sync(~0u, all, d);
			if (lane >= d)
				all += other;
		}
		if (lane < 8)
			sums[lane] = all;
		if (lane == 7)
			begin = atomicAdd(room, all);
	}
	__syncthreads();
	int place = begin + (warp ? sums[warp - 1] : 0) + sum - much;
	for (int k = 0; k < much; k++)
		out[place + k] = i;
}

__global__ void by_last(const int *in, int *out, int *room, int n)
{
	__shared__ int sums[256];
	__shared__ int begin;
	int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
	int much = i < n ? min(max(in[i], 0), 3) : 0;
	sums[t] = much;
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		int other = t >= d ? sums[t - d] : 0;
		__syncthreads();
		sums[t] += other;
		__syncthreads();
	}
	if (t == 255)
		begin = atomicAdd(room, sums[t]);
	__syncthreads();
	int place = begin + sums[t] - much;
	for (int k = 0; k < much; k++)
		out[place + k] = i;
}

int main()
{
	int *in, *out, *room, n = 10000;
	cudaMalloc(&in, 4 * n);
	cudaMalloc(&out, 20 * n);
	cudaMalloc(&room, 4);
	cudaMemset(room, 0, 4);
	by_counts<<<(n + 255) / 256, 256>>>(in, out, room, n); // launch: race-free; twin-launch: race
	by_warps<<<(n + 255) / 256, 256>>>(in, out, room, n); // launch: race-free; twin-launch: race-free
	by_last<<<(n + 255) / 256, 256>>>(in, out, room, n); // launch: race-free; twin-launch: race-free
}
