// Lanes with one bucket draw slots together, and the whole warp takes part in the shuffle: each lane reads from the leader of its own ones.
// In the twin all of them read from lane 0, which has drawn for one bucket only.
#include <cuda_runtime.h>

__global__ void scatter(const int *in, int *out, int *count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	int bucket = in[i] & 15, base = 0;
	unsigned int peers = __match_any_sync(0xffffffffu, bucket);
	int leader = __ffs(peers) - 1; // twin: 	int leader = 0;
	if (lane == leader)
		base = atomicAdd(&count[bucket], __popc(peers));
	base = __shfl_sync(0xffffffffu, base, leader);
	int slot = base + __popc(peers & ((1u << lane) - 1));
	if (slot < 1024)
		out[bucket * 1024 + slot] = i;
}

void run(const int *in, int *out, int *count)
{
	scatter<<<8, 128>>>(in, out, count); // launch: race-free; twin-launch: undecided
}
