// Buffers that a function finds in a map by a key, or makes where there is none. In the twin two keys are one.
#include <cuda_runtime.h>
#include <map>

__global__ void reverse(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[n - 1 - i] = in[i];
}

static std::map<int, float *> buffers;

static float *get(int key, int n)
{
	auto found = buffers.find(key);
	if (found == buffers.end()) {
		float *p;
		cudaMalloc(&p, n * sizeof(float));
		buffers[key] = p;
		return p;
	}
	return found->second;
}

int main()
{
	const int n = 100000;
	float *in = get(1, n);
	float *out = get(2, n); // twin:	float *out = get(1, n);
	reverse<<<(n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: undecided
	cudaDeviceSynchronize();
}
