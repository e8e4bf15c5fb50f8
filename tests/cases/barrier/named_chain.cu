// Warp 0 takes over from the producer at one named barrier and hands on to its group at another, and back; in the twin it does not wait for the producer.
#include <cuda_runtime.h>

__global__ void stream(const float *in, float *out, int n)
{
	__shared__ float tile[32];
	int t = threadIdx.x;
	float sum = 0;

	if (t >= 128) {
		for (int i = 0; i < n; i++) {
			tile[t - 128] = in[i * 32 + t - 128]; // twin-race: intra-block
			asm volatile("bar.arrive 3, 64;" : : : "memory");
			asm volatile("bar.sync 4, 64;" : : : "memory");
		}
	} else if (t < 32) {
		for (int i = 0; i < n; i++) {
			asm volatile("bar.sync 3, 64;" : : : "memory"); // twin: asm volatile("bar.arrive 3, 64;" : : : "memory");
			asm volatile("bar.sync 1, 128;" : : : "memory");
			asm volatile("bar.sync 1, 128;" : : : "memory");
			asm volatile("bar.sync 4, 64;" : : : "memory");
		}
	} else {
		for (int i = 0; i < n; i++) {
			asm volatile("bar.sync 1, 128;" : : : "memory");
			sum += tile[t % 32]; // twin-race: intra-block
			asm volatile("bar.sync 1, 128;" : : : "memory");
		}
		out[blockIdx.x * 96 + t - 32] = sum;
	}
}

void run(const float *in, float *out, int n)
{
	stream<<<64, 160>>>(in, out, n); // launch: race-free; twin-launch: race
}
