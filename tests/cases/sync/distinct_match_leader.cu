// Lanes with one key draw slots together; the twin's leader is not the lane that the shuffle reads.
#include <cuda_runtime.h>

__global__ void scatter(const int *in, int *out, int *n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= size)
		return;
	int lane = threadIdx.x % 32, base = 0;
	unsigned int peers = __match_any_sync(__activemask(), in[i]);
	int leader = __ffs(peers) - 1;
	if (lane == leader) // twin: if (lane == 0)
		base = atomicAdd(n, __popc(peers));
	int slot = __shfl_sync(peers, base, leader) + __popc(peers & ((1u << lane) - 1));
	out[slot] = i;
}

void run(const int *in, int *out, int *n, int size)
{
	scatter<<<(size + 127) / 128, 128>>>(in, out, n, size); // launch: race-free; twin-launch: undecided
}
