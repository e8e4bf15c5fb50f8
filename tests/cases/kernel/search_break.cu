// A search by rounds that ends for all threads at once: behind the loop nobody is in a round any more.
#include <cuda_runtime.h>

__global__ void search(const int *keys, int *found, int key, int n)
{
	__shared__ int hit;

	if (threadIdx.x == 0)
		hit = -1;
	__syncthreads();
	for (int base = 0; base < n; base += blockDim.x) {
		int i = base + threadIdx.x;

		if (i < n && keys[i] == key)
			atomicMax(&hit, i); // twin-race: intra-block,intra-warp
		__syncthreads();
		bool done = hit >= 0; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		if (done)
			break;
	}
	if (threadIdx.x == 0)
		*found = hit; // twin-race: intra-block,intra-warp
}

int main()
{
	const int n = 100000;
	int *keys, *found;

	cudaMalloc(&keys, n * sizeof(int));
	cudaMalloc(&found, sizeof(int));
	search<<<1, 256>>>(keys, found, 7, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
