// Parameters whose class has a copy constructor and destructor of its own, so that callers hand over the address of a temporary, and a deep tuple; in the twin one of them holds one buffer twice.
#include <tuple>

struct View {
	float *out;
	const float *in;
	int n;
	__host__ __device__ View(float *o, const float *i, int k) : out(o), in(i), n(k) {}
	__host__ __device__ View(const View &v) : out(v.out), in(v.in), n(v.n) {}
	__host__ __device__ ~View() {}
};

__global__ void differences(View v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < v.n)
		v.out[i] = v.in[i + 1] - v.in[i]; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void sums(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1] + in[i]; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	float *a, *b;
	const int n = 1000;
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	const float *in = b; // twin: 	const float *in = a;
	differences<<<8, 128>>>(View(a, in, n)); // launch: race-free; twin-launch: race
	auto all = std::tuple_cat(std::make_tuple(a, 1, 2), std::make_tuple(in, n), std::make_tuple(3.0, 4.f, b));
	sums<<<8, 128>>>(std::get<0>(all), std::get<3>(all), std::get<4>(all)); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
