// What the lanes of a warp hold of a tile, as matrix instructions leave it: two rows, eight apart, of pairs. In the twin these
// are four apart, and so another lane's.
#include <cuda_runtime.h>

__global__ void store(float *out, int columns)
{
	const int t = threadIdx.x, warp = t >> 5, lane = t & 31;
	const int down = (warp >> 1) * 32, right = (warp & 1) * 32;

	for (int m = 0; m < 2; m++) {
		for (int n = 0; n < 4; n++) {
			size_t row = blockIdx.y * 64 + down + m * 16 + (lane >> 2);
			size_t column = blockIdx.x * 64 + right + n * 8 + (lane & 3) * 2;
			*(float2 *)&out[row * columns + column] = make_float2(t, m); // twin-race: intra-warp
			*(float2 *)&out[(row + 8) * columns + column] = make_float2(t, n); // twin-race: intra-warp; twin: 			*(float2 *)&out[(row + 4) * columns + column] = make_float2(t, n);
		}
	}
}

int main()
{
	const int rows = 1024, columns = 512;
	float *out;
	cudaMalloc(&out, rows * columns * sizeof(*out));
	store<<<dim3(columns / 64, rows / 64), 128>>>(out, columns); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
