// A transform in passes over 2^l numbers, by strides that shrink by a shift in each round: blocks in y have 2^l apart, their
// threads steps of 2^(l - 2k - 2).
__global__ void pass(float *data, int stride)
{
	int pos = blockIdx.x * blockDim.x + threadIdx.x, all = blockDim.x * gridDim.x * 4;
	float *row = data + blockIdx.y * all;
	int low = pos & (stride - 1), at = ((pos - low) << 2) + low; // twin: 	int low = pos & (stride - 1), at = ((pos - low) << 1) + low;
	row[at] += 1; // twin-race: inter-block
	row[at + 2 * stride] = 2; // twin-race: inter-block
}

void transform(float *data, int rows, int log2n)
{
	int n = 1 << log2n;
	dim3 grid(n / (4 * 256), rows);
	for (; log2n > 11; log2n -= 2, n >>= 2)
		pass<<<grid, 256>>>(data, n / 4); // launch: race-free; twin-launch: race
}
