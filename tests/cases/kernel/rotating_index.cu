// Three rows of an array in turn, and a fourth for results: three indices handed on in a circle.
#include <cuda_runtime.h>

__global__ void stencil(const float *__restrict__ in, float *__restrict__ out, int nx)
{
	__shared__ float rows[4][256];
	int t = threadIdx.x;
	int last = 0, current = 1, next = 2, freed;

	rows[current][t] = in[t];
	rows[next][t] = in[t + 256];
	__syncthreads();
	freed = last, last = current, current = next, next = freed;

	for (int i = 1; i < nx; i++) {
		rows[next][t] = in[(i + 1) * 256 + t]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin: ;
		float y = 0;
		if (t < 255) {
			y = rows[last][t + 1] + rows[next][t + 1] - rows[current][t]; // twin-race: intra-block,intra-warp
			rows[3][t] = y;
		}
		__syncthreads();
		if (t > 0)
			out[i * 256 + t] = rows[3][t - 1];
		__syncthreads();
		freed = last, last = current, current = next, next = freed;
	}
}

void run(float *in, float *out, int nx)
{
	stencil<<<1, 256>>>(in, out, nx); // launch: race-free; twin-launch: race
}
