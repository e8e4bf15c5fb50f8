// Lanes with one bucket elect a leader who draws slots of this bucket; the counter of one bucket may serve all.
#include <cuda_runtime.h>

__global__ void scatter(const int *in, int *out, int *count, int room, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= size)
		return;
	int bucket = in[i] & 15, lane = threadIdx.x % 32, base = 0;
	unsigned int peers = __match_any_sync(__activemask(), bucket);
	int leader = __ffs(peers) - 1;
	if (lane == leader)
		base = atomicAdd(&count[bucket], __popc(peers)); // twin: base = atomicAdd(&count[0], __popc(peers));
	int slot = __shfl_sync(peers, base, leader) + __popc(peers & ((1u << lane) - 1));
	if (slot < 1024)
		out[bucket * 1024 + slot] = i;
}

void run(const int *in, int *out, int *count, int size)
{
	scatter<<<(size + 127) / 128, 128>>>(in, out, count, 16, size); // launch: race-free; twin-launch: race-free
}
