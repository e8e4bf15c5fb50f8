// A class with its buffers and sizes as members; allocation in the constructor, launch in a method.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void blur(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i < n - 1)
		out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3; // twin-race: inter-block,intra-block,intra-warp
}

class Filter {
	float *in_, *out_;
	int n_;

public:
	explicit Filter(int n) : n_(n)
	{
		cudaMalloc(&in_, n_ * sizeof(float));
		cudaMalloc(&out_, n_ * sizeof(float)); // twin: out_ = in_;
	}
	~Filter()
	{
		cudaFree(in_);
		cudaFree(out_);
	}
	void Run()
	{
		blur<<<(n_ + 127) / 128, 128>>>(in_, out_, n_); // launch: race-free; twin-launch: race
	}
};

int main(int argc, char **argv)
{
	Filter filter(atoi(argv[1]));

	filter.Run();
	return cudaDeviceSynchronize();
}
