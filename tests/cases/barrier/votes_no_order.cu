// Votes, reductions and matches exchange values but order no memory.
#include <cuda_runtime.h>

template <typename T>
__device__ T neighbour(T *box, int lane) { return box[(lane + 1) % 32]; } // twin-race: intra-warp

__global__ void k(int *out, const int *in)
{
	__shared__ int boxes[4][32];
	int lane = threadIdx.x & 31;
	int *box = boxes[threadIdx.x >> 5];
	box[lane] = in[threadIdx.x]; // twin-race: intra-warp
	unsigned any = __any_sync(0xffffffffu, box[lane] > 3);
	unsigned sum = __reduce_add_sync(0xffffffffu, (unsigned)lane);
	__syncwarp(); // twin: any += __all_sync(0xffffffffu, 1);
	out[blockIdx.x * 128 + threadIdx.x] = neighbour(box, lane) + any + sum;
}

void run(int *out, const int *in)
{
	k<<<8, 128>>>(out, in); // launch: race-free; twin-launch: race
}
