// The number of blocks and the check of the arguments come from functions of another file.
int rounded(int n);
void require(bool holds);

__global__ void fill(float *out, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i * stride] = i; // twin-race: inter-block,intra-block,intra-warp
}

void run(float *out, int n, int stride)
{
	require(stride > 0);
	fill<<<rounded(n), 128>>>(out, n, stride); // launch: race-free; twin-launch: race
}
