// Corners of a cell that lie inside are counted into the cell's slots, behind other choices that the data makes.
#include <cuda_runtime.h>

__global__ void corners(const float *field, float4 *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
	if (x >= 63 || y >= 47)
		return;
	int cell = (z * 47 + y) * 63 + x;
	unsigned mask = 0, n = 0;
	for (int c = 0; c < 8; c++)
		mask |= (field[cell + c] < 0.5f) << c;
	if (mask == 0 || mask == 255)
		return;
	for (int e = 0; e < 5; e++)
		if (mask >> e & 1)
			out[cell * 5 + n++] = make_float4(x, y, z, e);
}

__global__ void clamped(const int *in, int *out)
{
	int i = blockIdx.x * 64 + threadIdx.x;
	int slot = max(0, min(in[i], 4)); // twin: int slot = max(0, min(in[i], 5));
	out[i * 5 + slot] = i; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	float *field;
	float4 *out;
	int *numbers, *places;
	cudaMalloc(&field, 63 * 47 * 31 * sizeof(float));
	cudaMalloc(&out, 63 * 47 * 31 * 5 * sizeof(float4));
	cudaMalloc(&numbers, 6400 * sizeof(int));
	cudaMalloc(&places, 5 * 6400 * sizeof(int));
	corners<<<dim3(4, 6, 31), dim3(16, 8)>>>(field, out); // launch: race-free; twin-launch: race-free
	clamped<<<100, 64>>>(numbers, places); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
