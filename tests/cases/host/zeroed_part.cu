// xfail: what cudaMemset puts into a part of an allocation is not followed, so that the indices there may be any
// Source, indices and results in one allocation; all indices are 0.
__global__ void gather(float *dst, const float *src, const int *from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		dst[i] = src[from[i]]; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	const int n = 10000;
	char *base;
	cudaMalloc(&base, 3 * n * sizeof(float));
	float *src = (float *)base, *dst = src + 2 * n; // twin: 	float *src = (float *)base, *dst = src;
	int *from = (int *)base + n;
	cudaMemset(from, 0, n * sizeof(int));
	gather<<<(n + 255) / 256, 256>>>(dst, src, from, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
