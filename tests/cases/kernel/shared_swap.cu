// Two shared arrays whose pointers are exchanged each round: no other block has them.
#include <cuda_runtime.h>

template <int LOG>
__global__ void fft(const float2 *in, float2 *out)
{
	constexpr int N = 1 << LOG, H = N / 2;
	__shared__ float2 ping[N], pong[N];
	int t = threadIdx.x;
	float2 *src = ping, *dst = pong;

	src[t] = in[blockIdx.x * N + t]; // twin-race: intra-block, intra-warp
	src[t + H] = in[blockIdx.x * N + t + H]; // twin-race: intra-block, intra-warp
	for (int p = 1; p < N; p *= 2) {
		__syncthreads(); // twin:
		int k = t & (p - 1), j = ((t - k) << 1) + k;
		float2 a = src[t], b = src[t + H]; // twin-race: intra-block, intra-warp
		float2 w = make_float2(cospif(-(float)k / p), sinpif(-(float)k / p));
		float2 c = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
		dst[j] = make_float2(a.x + c.x, a.y + c.y); // twin-race: intra-block, intra-warp
		dst[j + p] = make_float2(a.x - c.x, a.y - c.y); // twin-race: intra-block, intra-warp
		float2 *x = src;
		src = dst;
		dst = x;
	}
	__syncthreads();
	out[blockIdx.x * N + t] = src[t];
	out[blockIdx.x * N + t + H] = src[t + H];
}

int main()
{
	float2 *a, *b;
	cudaMalloc(&a, 100 * 256 * sizeof(float2));
	cudaMalloc(&b, 100 * 256 * sizeof(float2));
	fft<8><<<100, 128>>>(a, b); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
