// Online softmax over key tiles: the scores of one tile are reused by the next.
#include <cuda_runtime.h>

template <int HEAD, int KEYS>
__global__ void attend(const float *q, const float *k, const float *v, float *o, int len)
{
	__shared__ float query[HEAD];
	__shared__ float score[KEYS];
	const int t = threadIdx.x;
	float m = -1e30f, l = 0, acc = 0;

	query[t] = q[blockIdx.x * HEAD + t];
	__syncthreads();
	for (int base = 0; base < len; base += KEYS) {
		if (t < KEYS && base + t < len) {
			float s = 0;
			for (int d = 0; d < HEAD; d++)
				s += query[d] * k[(base + t) * HEAD + d];
			score[t] = s; // twin-race: intra-block,intra-warp
		}
		__syncthreads();
		for (int j = 0; j < KEYS && base + j < len; j++) {
			float next = fmaxf(m, score[j]); // twin-race: intra-block,intra-warp
			float scale = expf(m - next), w = expf(score[j] - next); // twin-race: intra-block,intra-warp
			acc = acc * scale + w * v[(base + j) * HEAD + t];
			l = l * scale + w;
			m = next;
		}
		__syncthreads(); // twin:
	}
	o[blockIdx.x * HEAD + t] = acc / l;
}

int main(int argc, char **argv)
{
	const int len = 1000, rows = 64;
	float *q, *k, *v, *o;
	cudaMalloc(&q, rows * 64 * sizeof(float));
	cudaMalloc(&k, len * 64 * sizeof(float));
	cudaMalloc(&v, len * 64 * sizeof(float));
	cudaMalloc(&o, rows * 64 * sizeof(float));
	attend<64, 32><<<rows, 64>>>(q, k, v, o, len); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
	return 0;
}
