// Named barriers in the two branches of one loop; in the twin the consumer does not wait for the producer.
__global__ void turn(const int *in, int *out, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	for (int i = 0; i < n; i++) {
		if (t < 64) {
			asm volatile("bar.sync 2, 128;" ::: "memory");
			s[t] = in[i * 64 + t]; // twin-race: intra-block
			asm volatile("bar.arrive 1, 128;" ::: "memory");
		} else {
			asm volatile("bar.arrive 2, 128;" ::: "memory");
			asm volatile("bar.sync 1, 128;" ::: "memory"); // twin: asm volatile("bar.arrive 1, 128;" ::: "memory");
			out[i * 64 + t - 64] = s[127 - t]; // twin-race: intra-block
		}
	}
}

void run(const int *in, int *out, int n)
{
	turn<<<1, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
