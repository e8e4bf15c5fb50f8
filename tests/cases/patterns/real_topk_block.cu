// Top-k of a row by repeated maximum: the winner is written, cleared by its owner and searched again.
// twin-xfail: undecided, since the cleared index comes from shared memory
#include <cuda_runtime.h>

template <int T>
__global__ void topk(const float *x, float *val, int *idx, int cols, int k)
{
	__shared__ float v[T];
	__shared__ int p[T];
	extern __shared__ float row[];
	int t = threadIdx.x;

	for (int c = t; c < cols; c += T)
		row[c] = x[blockIdx.x * cols + c];
	__syncthreads();
	for (int j = 0; j < k; j++) {
		float best = -1e30f;
		int at = -1;
		for (int c = t; c < cols; c += T)
			if (row[c] > best) { // twin-race: intra-block,intra-warp
				best = row[c]; // twin-race: intra-block,intra-warp
				at = c;
			}
		v[t] = best;
		p[t] = at;
		__syncthreads();
		for (int d = T / 2; d > 0; d >>= 1) {
			if (t < d && v[t + d] > v[t]) {
				v[t] = v[t + d];
				p[t] = p[t + d];
			}
			__syncthreads();
		}
		if (t == 0) {
			val[blockIdx.x * k + j] = v[0];
			idx[blockIdx.x * k + j] = p[0];
			if (p[0] >= 0)
				row[p[0]] = -1e30f; // twin-race: intra-block,intra-warp
		}
		__syncthreads(); // twin:
	}
}

void run(const float *x, float *val, int *idx, int rows, int cols, int k)
{
	if (k <= 0)
		return;
	topk<128><<<rows, 128, cols * sizeof(float)>>>(x, val, idx, cols, k); // launch: race-free; twin-launch: race
}
