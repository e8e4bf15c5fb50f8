// A structure that has a pointer to the places alone is given to another kernel, which writes behind it.
#include <cstdlib>

struct view {
	int *places;
};

__global__ void scatter(int *out, const int *place, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[place[t]] = t; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void move(view v, int *seen, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		v.places[t] += seen[t];
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *d, *out, *seen;
	int *h = (int *)malloc(n * sizeof(int));
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	cudaMalloc(&seen, n * sizeof(int));
	cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
	view v = { seen }; // twin: view v = { d };
	move<<<(n + 255) / 256, 256>>>(v, out, n); // launch: race-free; twin-launch: race-free
	scatter<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
