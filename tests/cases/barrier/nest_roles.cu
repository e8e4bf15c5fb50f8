// Producer and consumer warps of persistent blocks loop apart over tiles and steps. In the twin the producer does not wait for free space.
__global__ void sums(const float *in, float *out, int tiles, int steps)
{
	__shared__ float s[64];
	int t = threadIdx.x;
	if (t < 64) {
		for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
			for (int k = 0; k < steps; k++) {
				asm volatile("bar.sync 2, 128;" ::: "memory"); // twin: asm volatile("bar.arrive 2, 128;" ::: "memory");
				s[t] = in[(tile * steps + k) * 64 + t]; // twin-race: intra-block
				asm volatile("bar.arrive 1, 128;" ::: "memory");
			}
	} else {
		for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
			float sum = 0;
			for (int k = 0; k < steps; k++) {
				asm volatile("bar.arrive 2, 128;" ::: "memory");
				asm volatile("bar.sync 1, 128;" ::: "memory");
				sum += s[127 - t]; // twin-race: intra-block
			}
			out[tile * 64 + t - 64] = sum;
		}
	}
}

void run(const float *in, float *out, int tiles, int steps)
{
	sums<<<64, 128>>>(in, out, tiles, steps); // launch: race-free; twin-launch: race
}
