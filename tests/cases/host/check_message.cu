#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

// A check as logging libraries have it: a message is made, by `new`, where the comparison fails.
static std::string *message_of(int a, int b, const char *text)
{
	std::ostringstream out;
	out << text << " (" << a << " vs. " << b << ")";
	return new std::string(out.str());
}

static inline std::string *check_ge(int a, int b, const char *text)
{
	return a >= b ? nullptr : message_of(a, b, text);
}

struct Fatal {
	std::ostringstream out;
	Fatal(std::string *message) { out << *message; }
	~Fatal()
	{
		std::cerr << out.str();
		abort();
	}
};

#define CHECK_GE(a, b) while (std::string *message = check_ge(a, b, #a " >= " #b)) Fatal(message).out

__global__ void fill(float *out, int rows, int width, int stride)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows && col < width)
		out[row * stride + col] = row; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	float *out;
	int width = atoi(argv[1]), stride = atoi(argv[2]);
	CHECK_GE(stride, width) << "stride"; // twin: CHECK_GE(stride, width - 1) << "stride";
	dim3 block(16, 16), grid((width + 15) / 16, 4);
	cudaMalloc(&out, 64 * stride * sizeof(float));
	fill<<<grid, block>>>(out, 64, width, stride); // launch: race-free; twin-launch: race
	cudaFree(out);
}
