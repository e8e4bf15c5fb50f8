// What the last step of a sorting network has exchanged, as what it compares says, is read behind the loop.
#include <cuda_runtime.h>

__global__ void merge(const unsigned *in, unsigned *out)
{
	__shared__ unsigned s[256];
	int t = threadIdx.x;

	s[t] = in[t];
	s[t + 128] = in[t + 128];
	for (int stride = 128; stride > 0; stride >>= 1) {
		__syncthreads();
		int at = 2 * t - (t & (stride - 1));
		if (s[at] > s[at + stride]) {
			unsigned greater = s[at];
			s[at] = s[at + stride]; // twin-race: intra-block,intra-warp
			s[at + stride] = greater; // twin-race: intra-block,intra-warp
		}
	}
	__syncthreads(); // twin: ;
	out[t] = s[t]; // twin-race: intra-block,intra-warp
	out[t + 128] = s[t + 128]; // twin-race: intra-block,intra-warp
}

void run(const unsigned *in, unsigned *out)
{
	merge<<<1, 128>>>(in, out); // launch: race-free; twin-launch: race
}
