/* nvcc takes chevrons with blanks between them, as some editors format launches. */
#include <vector>

__global__ void turn(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[n - 1 - i] = in[i]; // twin-race: intra-warp; twin: 		out[(n - 1 - i) / 2] = in[i];
}

template <class T> __global__ void fill(T *out, T value)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

#define RUN(n) fill<<<n, 128>> >(out, 1.0f)

int main(int argc, char **argv)
{
	std::vector<std::vector<std::vector<int>> > nested(argc >> 1 > (2));
	int n = (argc + 4) << (3);
	float *in, *out;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * 128 * sizeof(float));
	turn << < (n + 255) / 256, 256 >> > (out, in, n); // launch: race-free; twin-launch: race
	fill<float> <<  < n, 128 >>>(out, 0.0f); // launch: race-free; twin-launch: race-free
	fill<float> << < // launch: race-free; twin-launch: race-free
		n, 128>> >
		(out, 2.0f);
	RUN(n); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
	return nested.size();
}
