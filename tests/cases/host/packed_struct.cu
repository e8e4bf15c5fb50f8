// A struct of small members comes back from a function in registers, two members in one word.
#include <cuda_runtime.h>
#include <cstdlib>

struct shape {
	int width, height, tile;
};

__attribute__((noinline)) shape read_shape(const char *text)
{
	shape s = { 0, 0, 16 };
	while (*text) {
		if (*text == 'w')
			s.width = atoi(text + 1);
		else if (*text == 'h')
			s.height = atoi(text + 1);
		text++;
	}
	return s;
}

__global__ void fill(float *out, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out[y * width + x] = x; // twin-race: inter-block,intra-block,intra-warp
}

// Two numbers in one word of memory: the index says nothing about the key.
__global__ void best(const unsigned long long *pairs, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long p = pairs[i];
	if (p >> 32 > 7)
		out[(unsigned)p] = i; // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	shape s = read_shape(argv[1]);
	if (s.width <= 0 || s.height <= 0)
		return 1;
	if (s.width % 16) // twin: if (s.height % 16)
		return 1;
	float *out;
	cudaMalloc(&out, sizeof(float) * s.width * (s.height + 16));
	fill<<<dim3((s.width + 15) / 16, (s.height + 15) / 16), dim3(16, 16)>>>(out, s.width); // launch: race-free; twin-launch: race
	unsigned long long *pairs;
	int *places;
	cudaMalloc(&pairs, 8000);
	cudaMalloc(&places, 1 << 20);
	best<<<8, 128>>>(pairs, places, 1000); // launch: race; twin-launch: race
}
