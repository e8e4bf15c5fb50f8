// Buffers in turn behind __restrict__: which they are says the round of the host's loop, not the promise. What an input chooses, the promise does say,
// but for how far apart two places in one allocation are.
#include <cstddef>

__global__ void step(const float *__restrict__ now, float *__restrict__ next, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		next[i] = now[i + 1]; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

struct turns {
	unsigned n;
	size_t at = 0;
	float *buffer[3];
	explicit turns(unsigned n) : n(n)
	{
		for (auto &b : buffer)
			cudaMalloc(&b, n * sizeof(float));
	}
	void run(int rounds)
	{
		for (int i = 0; i < rounds; i++) {
			step<<<(n + 127) / 128, 128>>>(buffer[at], buffer[(at + 1) % 3], n); // launch: race-free; twin-launch: race; twin: 			step<<<(n + 127) / 128, 128>>>(buffer[at], buffer[(at + 3) % 3], n);
			at = (at + 1) % 3;
			step<<<(n + 127) / 128, 128>>>(buffer[(at + 1) % 3], buffer[(at + 4) % 3], n); // launch: race; twin-launch: race
		}
	}
};

void choose(float *given, int which)
{
	float *own;
	cudaMalloc(&own, 16384);
	float *next = which ? own : given;
	step<<<8, 128>>>(own, next, 1024); // launch: race-free; twin-launch: race-free
	int gap = which > 1 ? 2 * which : 0;
	if (gap > 0 && gap < 1024) {
		step<<<8, 128>>>(own, own + gap, 1024); // launch: race; twin-launch: race
		step<<<8, 128>>>(own, own + gap + 1024, 1024); // launch: race-free; twin-launch: race-free
	}
	float *some = which > 5 ? own : nullptr;
	if (some)
		step<<<8, 128>>>(some, some + 2, 1024); // launch: race; twin-launch: race
}

int main(int argc, char **argv)
{
	turns t(1000);
	t.run(argc);
	choose((float *)argv, argc);
}
