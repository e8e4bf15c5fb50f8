// In-place exchange of pairs i and i ^ s: of each pair only the lower thread works.
#include <cuda_runtime.h>

__global__ void exchange(int *data, int s)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ s; // twin: 	int i = blockIdx.x * blockDim.x + threadIdx.x, partner = i + s;

	if (partner > i) {
		int a = data[i], b = data[partner]; // twin-race: inter-block,intra-block,intra-warp

		data[i] = a < b ? a : b; // twin-race: inter-block,intra-block,intra-warp
		data[partner] = a < b ? b : a; // twin-race: inter-block,intra-block,intra-warp
	}
}

void run(int *data, int blocks)
{
	for (int s = 1; s < 128; s *= 2)
		exchange<<<blocks, 128>>>(data, s); // launch: race-free; twin-launch: race
}
