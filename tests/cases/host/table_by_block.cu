// Pointers of a list by the number of the block: how many there are is not followed, but a number outside of the list is no entry of the next one. In the twin
// two threads write one element.
#include <cuda_runtime.h>

struct Lists {
	float *in[4], *out[4];
	int size[4], count;
};

__global__ void twice(Lists lists)
{
	int y = blockIdx.y, i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < lists.size[y])
		lists.out[y][i] = 2 * lists.in[y][i]; // twin-race: intra-warp; twin: 		lists.out[y][i / 2] = 2 * lists.in[y][i];
}

int main()
{
	static const int sizes[] = { 5000, 300, 70000, 12 };
	Lists lists;
	int most = 0;
	lists.count = 3;
	for (int i = 0; i < lists.count; i++) {
		lists.size[i] = sizes[i];
		most = sizes[i] > most ? sizes[i] : most;
		cudaMalloc(&lists.in[i], sizes[i] * sizeof(float));
		cudaMalloc(&lists.out[i], sizes[i] * sizeof(float));
	}
	twice<<<dim3((most + 255) / 256, lists.count), 256>>>(lists); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
