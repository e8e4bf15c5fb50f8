// Flags that are a member of a struct begin as the host fills them: 0 lets whoever asks for anything but 2 go on at once.
#include <cuda_runtime.h>

struct tiles {
	int *sums, *flags;
};

__global__ void hand_on(tiles t, int *out)
{
	int tile = blockIdx.x;
	if (threadIdx.x)
		return;
	t.sums[tile] = 7 * tile; // twin-race: inter-block
	__threadfence();
	atomicExch(&t.flags[tile], 1);
	if (tile == 0)
		return;
	int flag;
	do
		flag = atomicAdd(&t.flags[tile - 1], 0);
	while (flag == 0); // twin: 	while (flag == 2);
	__threadfence();
	out[tile] = t.sums[tile - 1]; // twin-race: inter-block; twin-cause: can go on at once
}

int main()
{
	tiles t;
	int *out;
	cudaMalloc(&t.flags, 400);
	cudaMemset(t.flags, 0, 400);
	cudaMalloc(&t.sums, 400);
	cudaMalloc(&out, 400);
	hand_on<<<100, 32>>>(t, out); // launch: race-free; twin-launch: race
}
