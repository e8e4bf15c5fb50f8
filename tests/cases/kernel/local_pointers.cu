// Pointers that a thread keeps in an array of its own are not followed: no race is known where they lead out of it.
#include <cuda_runtime.h>

__global__ void scatter(int *out, const int *order)
{
	int own[16];
	int *places[16];

	for (int i = 0; i < 16; i++)
		places[i] = &out[(blockIdx.x * blockDim.x + threadIdx.x) * 16 + i]; // twin: places[i] = &own[i];
	for (int i = 0; i < 16; i++)
		*places[order[i] & 15] = i;
	if (order[0] < 0)
		out[blockIdx.x * blockDim.x + threadIdx.x] = own[order[1] & 15];
}

int main()
{
	int *out, *order;

	cudaMalloc(&out, 1024 * 16 * sizeof(int));
	cudaMalloc(&order, 16 * sizeof(int));
	scatter<<<4, 256>>>(out, order); // launch: undecided; twin-launch: race-free
	cudaDeviceSynchronize();
}
