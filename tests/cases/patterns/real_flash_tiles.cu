// Attention by tiles of keys and values in one dynamic buffer, two-dimensional blocks.
#include <cuda_runtime.h>

#define D 32
#define B 16

__global__ void flash(const float *q, const float *k, const float *v, float *o, int n)
{
	extern __shared__ float smem[];
	float *qs = smem, *ks = qs + B * D, *vs = ks + B * D, *ss = vs + B * D;
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.x * B + ty;
	float acc[D / B] = { 0 }, m = -1e30f, l = 0;

	for (int d = tx; d < D; d += B)
		qs[ty * D + d] = q[row * D + d];
	for (int t = 0; t < n; t += B) {
		for (int d = tx; d < D; d += B) {
			ks[ty * D + d] = k[(t + ty) * D + d];
			vs[ty * D + d] = v[(t + ty) * D + d]; // twin-race: intra-block,intra-warp
		}
		__syncthreads();
		float s = 0;
		for (int d = 0; d < D; d++)
			s += qs[ty * D + d] * ks[tx * D + d];
		ss[ty * B + tx] = s;
		__syncthreads();
		float mt = m;
		for (int j = 0; j < B; j++)
			mt = fmaxf(mt, ss[ty * B + j]);
		float f = expf(m - mt);
		l *= f;
		for (int c = 0; c < D / B; c++)
			acc[c] *= f;
		for (int j = 0; j < B; j++) {
			float p = expf(ss[ty * B + j] - mt);
			l += p;
			for (int c = 0; c < D / B; c++)
				acc[c] += p * vs[j * D + c * B + tx]; // twin-race: intra-block,intra-warp
		}
		m = mt;
		__syncthreads(); // twin:
	}
	for (int c = 0; c < D / B; c++)
		o[row * D + c * B + tx] = acc[c] / l;
}

void attention(const float *q, const float *k, const float *v, float *o, int n)
{
	flash<<<n / B, dim3(B, B), (3 * B * D + B * B) * sizeof(float)>>>(q, k, v, o, n); // launch: race-free; twin-launch: race
}
