// A guard on a thread's number among all, j + i * blockDim.x < n * dims, where a block has dims columns: rows are below n, so that
// columns of a transposed array, of a power of two of rows each, are apart. With one thread more the row n is the first of the next ones.
__global__ void spread(unsigned n, unsigned dims, unsigned bits, float *out)
{
	unsigned i = blockIdx.x * blockDim.y + threadIdx.y;
	unsigned j = threadIdx.x;
	if (j + i * blockDim.x >= n * dims) // twin: 	if (j + i * blockDim.x > n * dims)
		return;
	unsigned bins = 1u << bits;
	float *at = out + i + j * bins * n;
	for (unsigned k = 0; k < bins; k++) {
		*at = k; // twin-race: inter-block, intra-block, intra-warp
		at += n;
	}
}

void run(unsigned n, unsigned dims, unsigned bits, float *out)
{
	if (n == 0 || dims == 0 || dims > 128)
		return;
	dim3 block(dims, (128 + dims - 1) / dims);
	unsigned threads = block.x * block.y;
	spread<<<(n * dims + threads - 1) / threads, block>>>(n, dims, bits, out); // launch: race-free; twin-launch: race
}
