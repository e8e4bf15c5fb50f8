// Three buffers take turns; where one of them is left out, two pointers meet.
__global__ void smooth(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i < n - 1)
		out[i] = in[i - 1] + in[i + 1]; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	float *a, *b, *c;

	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	cudaMalloc(&c, n * sizeof(float));
	for (int k = 0; k < 20; k++) {
		smooth<<<(n + 255) / 256, 256>>>(a, b, n); // launch: race-free; twin-launch: race
		float *t = a;
		a = b;
		b = c;
		c = t; // twin: c = b;
	}
}
