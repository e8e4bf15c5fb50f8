// Passes of a Walsh transform whose stride a loop of the host divides by four: each element belongs to one thread.
__global__ void pass(float *out, const float *in, int stride)
{
	int pos = blockIdx.x * blockDim.x + threadIdx.x, low = pos & (stride - 1);
	int i0 = ((pos - low) << 2) + low, i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride; // twin: 	int i0 = ((pos - low) << 1) + low, i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
	float a = in[i0], b = in[i1], c = in[i2], d = in[i3]; // twin-race: inter-block
	out[i0] = a + b + c + d; // twin-race: inter-block
	out[i1] = a - b + c - d; // twin-race: inter-block
	out[i2] = a + b - c - d; // twin-race: inter-block
	out[i3] = a - b - c + d; // twin-race: inter-block
}

int main()
{
	int bits = 20, n = 1 << bits;
	float *d;
	cudaMalloc(&d, 4 * sizeof(float) * n);
	dim3 grid(n / 4 / 256, 1);
	for (; bits > 10; bits -= 2, n >>= 2)
		pass<<<grid, 256>>>(d, d, n / 4); // launch: race-free; twin-launch: race
}
