// Loops of template parameters that run once: what they have counted is a number.
template <int WIDTH, int EACH> __global__ void groups(float *out, const float *in, int stride)
{
	__shared__ float part[WIDTH];
	float sum = in[threadIdx.x];
	int step = 0;
	for (int mask = WIDTH / 2; mask >= 1; mask /= 2) { // twin: 	for (int mask = threadIdx.x / 2; mask >= 1; mask /= 2) {
		sum += mask;
		step += stride;
	}
	for (int i = 0; i < EACH; i++)
		part[(threadIdx.x + i * 32) % WIDTH] = sum;
	__syncthreads();
	for (int i = 0; i < EACH; i++)
		out[threadIdx.x + step + i * WIDTH] = part[threadIdx.x]; // twin-race: intra-block, intra-warp
}

void run(float *out, const float *in, int stride)
{
	groups<64, 1><<<1, 64>>>(out, in, stride); // launch: race-free; twin-launch: race
}
