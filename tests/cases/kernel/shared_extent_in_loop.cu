// No launch in sight: a block has no more threads than its shared array has room for, as all of them store there in each round of a loop. The twin's array is larger.
__global__ void flip(const float *in, float *out, int n) // kernel: race-free; twin-kernel: race
{
	__shared__ float tile[128]; // twin:	__shared__ float tile[256];
	int t = threadIdx.x;
	for (int b = blockIdx.x; b < n; b += gridDim.x) {
		tile[t] = in[b * 128 + t];
		__syncthreads();
		out[b * 128 + t] = tile[127 - t]; // twin-race: inter-block
		__syncthreads();
	}
}
