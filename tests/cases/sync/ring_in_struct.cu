// A ring that lies in one struct with its two indices: that the slots are not the indices follows from the launch; the twin lacks a fence.
#include <cuda_runtime.h>

#define ROOM 8

struct ring {
	float slot[ROOM][128];
	int head, tail;
};

__global__ void pass_on(ring *r, const float *in, float *out, int n)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0)
		for (int i = 0; i < n; i++) {
			if (t == 0) {
				while (i - atomicAdd(&r->tail, 0) >= ROOM)
					;
				__threadfence();
			}
			__syncthreads();
			r->slot[i % ROOM][t] = in[i * 128 + t]; // twin-race: inter-block
			__syncthreads();
			if (t == 0) {
				__threadfence(); // twin:
				atomicExch(&r->head, i + 1);
			}
		}
	else
		for (int i = 0; i < n; i++) {
			if (t == 0) {
				while (atomicAdd(&r->head, 0) <= i)
					;
				__threadfence();
			}
			__syncthreads();
			out[i * 128 + t] = r->slot[i % ROOM][t]; // twin-race: inter-block
			__syncthreads();
			if (t == 0) {
				__threadfence();
				atomicExch(&r->tail, i + 1);
			}
		}
}

int main()
{
	ring *r;
	float *in, *out;
	cudaMalloc(&r, sizeof(*r));
	cudaMemset(r, 0, sizeof(*r));
	cudaMalloc(&in, 512000);
	cudaMalloc(&out, 512000);
	pass_on<<<2, 128>>>(r, in, out, 1000); // launch: race-free; twin-launch: race
}
