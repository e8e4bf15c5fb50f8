// xfail: places that a loop makes of a size are not followed any more once they are put into another order, and may be any then
// Rows at places in reverse order.
#include <algorithm>
#include <vector>

__global__ void rows(const int *at, float *out, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		out[at[blockIdx.x] + i] = i; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int n = argc * 100, *at;
	float *out;
	std::vector<int> places(64);
	for (int l = 0; l < 64; l++)
		places[l] = l * n; // twin: 		places[l] = l * (n - 1);
	std::reverse(places.begin(), places.end());
	cudaMalloc(&at, 64 * sizeof(int));
	cudaMalloc(&out, 64 * n * sizeof(float));
	cudaMemcpy(at, places.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<64, 64>>>(at, out, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
