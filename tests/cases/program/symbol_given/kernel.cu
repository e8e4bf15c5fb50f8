// A kernel finds one buffer in a device variable that functions of its own file alone set, one of them called from another file.
__device__ const float *source;

__global__ void shift(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = source[i + 1]; // twin-race: inter-block, intra-block, intra-warp
}

void between(float *p);

void set(float *p)
{
	cudaMemcpyToSymbol(source, &p, sizeof(p));
}

void run(int n)
{
	float *a, *b;
	cudaMalloc(&a, sizeof(float) * (n + 1));
	cudaMalloc(&b, sizeof(float) * (n + 1));
	set(b);
	between(a); // twin: 	between(b);
	shift<<<(n + 255) / 256, 256>>>(b, n); // launch: race-free; twin-launch: race
}
