// A square is turned by 90 degrees, ring by ring, a thread for each: its four sides have no element in common with those of other rings.
#include <cuda_runtime.h>

__global__ void turn(float *square, int n)
{
	int ring = blockIdx.x * blockDim.x + threadIdx.x;

	if (ring >= n / 2)
		return;
	int last = n - 1 - ring;
	for (int i = ring; i < last; i++) {
		int k = i - ring;
		float top = square[ring * n + i];
		square[ring * n + i] = square[(last - k) * n + ring];
		square[(last - k) * n + ring] = square[last * n + last - k];
		square[last * n + last - k] = square[i * n + last]; // twin-race: inter-block,intra-block,intra-warp
		square[i * n + last] = top; // twin-race: inter-block,intra-block,intra-warp; twin: square[i * n + last + 1] = top;
	}
}

int main(int argc, char **argv)
{
	int n = argc;
	float *square;

	cudaMalloc(&square, sizeof(float) * n * n);
	turn<<<(n / 2 + 255) / 256, 256>>>(square, n); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
