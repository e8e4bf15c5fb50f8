// One counter for each row of tiles, whose number is a part of the block's: who waits for all tiles of a row follows them. In the twin every
// warp's first thread counts.
__global__ void twice(const float *a, const float *b, float *t, float *c, int *ready, int n)
{
	int tiles = n / 32, role = blockIdx.x / (tiles * tiles), tile = blockIdx.x % (tiles * tiles);
	int row = tile / tiles, at = (row * 32 + threadIdx.y) * n + tile % tiles * 32 + threadIdx.x;
	if (role == 0) {
		t[at] = a[at] + b[at]; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0 && threadIdx.y == 0) { // twin: 		if (threadIdx.x == 0) {
			__threadfence();
			atomicAdd(&ready[row], 1);
		}
		return;
	}
	if (threadIdx.x == 0 && threadIdx.y == 0) {
		while (atomicAdd(&ready[row], 0) < tiles)
			;
		__threadfence();
	}
	__syncthreads();
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += t[(row * 32 + threadIdx.y) * n + k] * b[k * n + tile % tiles * 32 + threadIdx.x]; // twin-race: inter-block
	c[at] = sum;
}

int main()
{
	const int n = 128, tiles = n / 32;
	float *a, *b, *t, *c;
	int *ready;
	cudaMalloc(&a, n * n * sizeof(float));
	cudaMalloc(&b, n * n * sizeof(float));
	cudaMalloc(&t, n * n * sizeof(float));
	cudaMalloc(&c, n * n * sizeof(float));
	cudaMalloc(&ready, tiles * sizeof(int));
	cudaMemset(ready, 0, tiles * sizeof(int));
	twice<<<2 * tiles * tiles, dim3(32, 32)>>>(a, b, t, c, ready, n); // launch: race-free; twin-launch: race
}
