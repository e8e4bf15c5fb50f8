// One name of a map looked up twice; in the twin they are two.
#include <map>
#include <string>
#include <unordered_map>

__global__ void turn(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[n - 1 - i];
}

static const char *const name = "b"; // twin: static const char *const name = "a";

int main()
{
	std::map<std::string, float *> buffers;
	cudaMalloc(&buffers["a"], 4000);
	cudaMalloc(&buffers["b"], 4000);
	turn<<<8, 128>>>(buffers["b"], buffers[name], 1000); // launch: undecided; twin-launch: race-free
}
