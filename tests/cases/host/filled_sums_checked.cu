// Widths are checked where the host puts them, and added, rounded up or not, in a later loop; kernels read both tables. In the twin one too small gets through.
#include <cassert>
#include <cstdlib>

__global__ void rows(float *out, const int *begin, const int *width)
{
	for (int j = threadIdx.x; j < width[blockIdx.x]; j += blockDim.x)
		out[begin[blockIdx.x] + j] = blockIdx.x; // twin-race: inter-block
}

__global__ void aligned(float *out, const int *begin, const int *width)
{
	for (int j = threadIdx.x; j < width[blockIdx.x]; j += blockDim.x)
		out[begin[blockIdx.x] + j] = blockIdx.x; // twin-race: inter-block
}

__global__ void triangle(float *out, const int *begin)
{
	for (int j = threadIdx.x; j <= blockIdx.x; j += blockDim.x)
		out[begin[blockIdx.x] + j] = blockIdx.x;
}

int main(int argc, char **argv)
{
	int n = argc, *w, *b, *a, *t, sum = 0, even = 0, three = 0;
	int *width = (int *)malloc(n * sizeof(int)), *begin = (int *)malloc(n * sizeof(int)), *at = (int *)malloc(n * sizeof(int)),
	    *tri = (int *)malloc(n * sizeof(int));
	for (int i = 0; i < n; i++) {
		width[i] = atoi(argv[i]);
		assert(width[i] >= 0); // twin: 		assert(width[i] >= -9);
	}
	for (int i = 0; i < n; i++) {
		begin[i] = sum; // fact: contents
		sum += width[i];
		at[i] = even;
		even += (width[i] + 3) & ~3;
		tri[i] = three;
		three += (i + 4) & ~3;
	}
	float *out, *wide, *third;
	cudaMalloc(&w, n * sizeof(int));
	cudaMalloc(&b, n * sizeof(int));
	cudaMalloc(&a, n * sizeof(int));
	cudaMalloc(&t, n * sizeof(int));
	cudaMalloc(&out, sum * sizeof(float));
	cudaMalloc(&wide, even * sizeof(float));
	cudaMalloc(&third, three * sizeof(float));
	cudaMemcpy(w, width, n * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(b, begin, n * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(a, at, n * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(t, tri, n * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<n, 64>>>(out, b, w); // launch: race-free; twin-launch: race
	aligned<<<n, 64>>>(wide, a, w); // launch: race-free; twin-launch: race
	triangle<<<n, 64>>>(third, t); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
