// Places that come near to prefix sums and are none: all of these race for some input, which a run of two blocks in numbers
// shows.
#include <cuda_runtime.h>

#define N 256

enum fault { STEPS, SHIFTED, GUARD, NEGATIVE, HALVED, NARROW, OVERWRITTEN, HALF };

template <fault F>
__global__ void keep(const int *in, int *out)
{
	__shared__ int sum[N];
	__shared__ bool narrow[N];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	int kept = in[i] > 0;

	if (F == NEGATIVE)
		kept = in[i] > 0 ? 1 : -1;
	sum[t] = F == HALF && t >= N / 2 ? 0 : kept;
	__syncthreads();
	for (int d = 1; d < (F == STEPS ? N / 2 : N); d *= 2) {
		int before = (F == SHIFTED ? t > d : t >= d) ? sum[t - d] : 0;
		__syncthreads();
		sum[t] += before;
		__syncthreads();
	}
	if (F == NARROW)
		narrow[t] = sum[t];
	if (F == OVERWRITTEN && in[i] == 7)
		sum[t] = 1;
	int place = F == NARROW ? narrow[t] : F == HALVED ? sum[t] / 2 : sum[t];
	if (F == GUARD ? in[i] >= 0 : kept > 0)
		out[blockIdx.x * N + place - 1] = i; // race: intra-block,intra-warp
}

// The total that a block takes is short by one, or another's.
template <int OFF>
__global__ void append(const int *in, int *list, int *count)
{
	__shared__ int sum[N], base;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	int kept = in[i] > 0;

	sum[t] = kept;
	__syncthreads();
	for (int d = 1; d < N; d *= 2) {
		int before = t >= d ? sum[t - d] : 0;
		__syncthreads();
		sum[t] += before;
		__syncthreads();
	}
	if (t == N - 1)
		base = atomicAdd(count, sum[t - OFF]);
	__syncthreads();
	if (kept)
		list[base + sum[t] - 1] = i; // race: inter-block
}

// The last lane's total is not the warp's; a lane is left out of a scan by shuffles.
template <int LANE, int FROM>
__global__ void warps(const int *in, int *out)
{
	__shared__ int total[N / 32];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, lane = t & 31;
	int kept = in[i] > 0, own = kept, before = 0;

	for (int d = FROM; d < 32; d *= 2) {
		int lower = __shfl_up_sync(0xffffffff, own, d);
		if (lane >= d)
			own += lower;
	}
	if (lane == LANE)
		total[t / 32] = own;
	__syncthreads();
	for (int w = 0; w < t / 32; w++)
		before += total[w];
	if (kept)
		out[blockIdx.x * N + before + own - 1] = i; // race: intra-block,intra-warp
}

// Lanes are counted of which one does not vote; the totals of warps are not added up.
template <bool LAST, bool ADDED>
__global__ void votes(const int *in, int *out)
{
	__shared__ int total[N / 32];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, lane = t & 31;
	bool kept = in[i] > 0;
	unsigned votes = __ballot_sync(0xffffffff, kept && (LAST || lane < 31));

	if (lane == 0)
		total[t / 32] = __popc(votes);
	__syncthreads();
	if (t == 0) {
		int sum = 0;
		for (int w = 0; w < N / 32; w++) {
			int own = total[w];
			total[w] = sum;
			sum = ADDED ? sum + own : own;
		}
	}
	__syncthreads();
	if (kept)
		out[blockIdx.x * N + total[t / 32] + __popc(votes & ((1u << lane) - 1))] = i; // race: intra-block
}

// The others begin one place too early.
template <int OFF>
__global__ void split(unsigned *keys, int bit)
{
	__shared__ unsigned sorted[N], sum[N], zeros;
	int t = threadIdx.x, i = blockIdx.x * N + t;
	unsigned key = keys[i], zero = !((key >> bit) & 1);

	sum[t] = zero;
	__syncthreads();
	for (int d = 1; d < N; d *= 2) {
		unsigned before = t >= d ? sum[t - d] : 0;
		__syncthreads();
		sum[t] += before;
		__syncthreads();
	}
	if (t == N - 1)
		zeros = sum[t] - OFF;
	__syncthreads();
	sorted[zero ? sum[t] - 1 : zeros + t - sum[t]] = key; // race: intra-block
	__syncthreads();
	keys[i] = sorted[t];
}

void run(const int *in, int *out, int *count, int *count2, unsigned *keys, unsigned *keys2, int blocks)
{
	keep<STEPS><<<blocks, N>>>(in, out); // launch: race
	keep<SHIFTED><<<blocks, N>>>(in, out); // launch: race
	keep<GUARD><<<blocks, N>>>(in, out); // launch: race
	keep<NEGATIVE><<<blocks, N>>>(in, out); // launch: race
	keep<HALVED><<<blocks, N>>>(in, out); // launch: race
	keep<NARROW><<<blocks, N>>>(in, out); // launch: race
	keep<OVERWRITTEN><<<blocks, N>>>(in, out); // launch: race
	keep<HALF><<<blocks, N>>>(in, out); // launch: race
	append<1><<<blocks, N>>>(in, out, count); // launch: race
	append<0><<<blocks, N>>>(in, out, count2); // launch: race-free
	warps<30, 1><<<blocks, N>>>(in, out); // launch: race
	warps<31, 2><<<blocks, N>>>(in, out); // launch: race
	warps<31, 1><<<blocks, N>>>(in, out); // launch: race-free
	votes<false, true><<<blocks, N>>>(in, out); // launch: race
	votes<true, false><<<blocks, N>>>(in, out); // launch: race
	votes<true, true><<<blocks, N>>>(in, out); // launch: race-free
	split<1><<<blocks, N>>>(keys, 3); // launch: race
	split<0><<<blocks, N>>>(keys2, 3); // launch: race-free
}
