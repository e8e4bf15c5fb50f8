// Tiles of all slices of a four-dimensional array: each dimension of the grid counts tiles and slices together, and the strides are
// wider than the ids.
#include <cstdlib>

struct Array {
	float *at;
	long long dims[4], strides[4];
};

__global__ void number(Array out, int across, int down)
{
	int slice = blockIdx.x / across, x = threadIdx.x + 32 * (blockIdx.x - slice * across);
	int volume = blockIdx.y / down, y = threadIdx.y + 8 * (blockIdx.y - volume * down);

	if (slice >= out.dims[2] || volume >= out.dims[3]) // twin: if (slice > out.dims[2] || volume >= out.dims[3])
		return;
	float *at = out.at + slice * out.strides[2] + volume * out.strides[3];
	if (x < out.dims[0] && y < out.dims[1])
		at[y * out.strides[1] + x] = threadIdx.x; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]), n = atoi(argv[3]), m = atoi(argv[4]), across, down;
	Array out;

	if (a <= 0 || b <= 0 || n <= 0 || m <= 0)
		return 1;
	cudaMalloc(&out.at, (size_t)a * b * n * m * sizeof(float));
	out.dims[0] = a, out.dims[1] = b, out.dims[2] = n, out.dims[3] = m;
	out.strides[0] = 1, out.strides[1] = a, out.strides[2] = (long long)a * b, out.strides[3] = (long long)a * b * n;
	across = (a + 31) / 32;
	down = (b + 7) / 8;
	number<<<dim3(across * (n + 1), down * m), dim3(32, 8)>>>(out, across, down); // launch: race-free; twin-launch: race
	return 0;
}
