// A loop over the range of a vector reads what another loop has pushed there.
#include <algorithm>
#include <stdlib.h>
#include <vector>

struct part {
	int first, width;
};

__global__ void fill(float *out, int ld, part p)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < p.width)
		out[blockIdx.y * ld + p.first + x] = x; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int width = atoi(argv[1]), height = atoi(argv[2]);
	float *out;
	if (width < 1 || height < 1)
		return 1;
	cudaMalloc(&out, sizeof(*out) * width * height);
	std::vector<part> parts;
	for (int x = 0; x < width; x += 64)
		parts.push_back({ x, std::min(64, width - x) }); // twin: parts.push_back({ x, std::max(64, width - x) });
	for (const part &p : parts)
		fill<<<dim3((p.width + 31) / 32, height), 32>>>(out, width, p); // launch: race-free; twin-launch: race
	for (int again = 0; again < argc; again++)
		for (const part &p : parts)
			fill<<<dim3((p.width + 31) / 32, height), 32>>>(out, width, p); // launch: race-free; twin-launch: race
	return 0;
}
