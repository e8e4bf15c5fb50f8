#include <array>
__global__ void k(const int *o, float *out) { out[o[blockIdx.x] + threadIdx.x] = blockIdx.x; } // twin-race: inter-block
int main()
{
	constexpr std::array<int, 4> off = { 0, 128, 64, 192 }; // twin: constexpr std::array<int, 4> off = { 0, 128, 60, 192 };
	int *d;
	float *out;
	cudaMalloc(&d, sizeof(off));
	cudaMalloc(&out, 4096);
	cudaMemcpy(d, off.data(), sizeof(off), cudaMemcpyHostToDevice);
	k<<<4, 64>>>(d, out); // launch: race-free; twin-launch: race
}
