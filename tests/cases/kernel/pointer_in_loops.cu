// A pointer that an inner loop moves as often in every round of the outer one; the planes of one
// thread do not reach those of the next.
#include <cuda_runtime.h>

__global__ void fill(int n, int rows, int columns, int plane, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float *p = out + i * rows * columns * plane; // twin: 	float *p = out + i * columns * plane;
	for (int y = 0; y < rows; ++y)
		for (int x = 0; x < columns; ++x) {
			*p = i; // twin-race: inter-block,intra-block,intra-warp
			p += plane;
		}
}

__global__ void sparse(int n, int width, const int *length, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float *p = out + i * width;
	for (int y = 0; y < n; ++y)
		for (int x = 0; x < length[y]; ++x)
			*p++ = i; // race: intra-warp; twin-race: intra-warp
}

void run(int *length, float *out, int n, int rows, int columns, int plane)
{
	if (plane <= 0)
		return;
	fill<<<(n + 255) / 256, 256>>>(n, rows, columns, plane, out); // launch: race-free; twin-launch: race
	sparse<<<(n + 255) / 256, 256>>>(n, columns, length, out); // launch: race; twin-launch: race
}
