// The number of the last thread is read from the structure whose other members all threads write.
#include <cuda_runtime.h>

struct tile {
	int last, item;
	int data[128];
};

__global__ void finish(const int *in, int *out, int n)
{
	__shared__ tile s;
	int t = threadIdx.x;

	if (t == 0) {
		s.last = (n - 1) % 128;
		s.item = n;
	}
	__syncthreads();
	int last = s.last; // twin-race: intra-block,intra-warp
	s.data[t] = in[blockIdx.x * 128 + t]; // twin-race: intra-block,intra-warp; twin: (&s.last)[t] = in[blockIdx.x * 128 + t];
	if (t == last)
		out[blockIdx.x] = s.data[t]; // twin-race: intra-block,intra-warp
}

void run(const int *in, int *out, int n)
{
	finish<<<64, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
