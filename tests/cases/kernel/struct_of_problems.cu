// Products of several matrices in one launch, their pointers and sizes in a struct that is given by value.
#include <cuda_runtime.h>

struct problem {
	const float *a;
	float *c;
	int rows, cols;
};

struct group {
	problem of[3];
};

__global__ void scale(group g, float by)
{
	problem p = g.of[blockIdx.z];
	int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
	if (r < p.rows && c < p.cols)
		p.c[r * p.cols + c] = by * p.a[r * p.cols + c]; // twin-race: inter-block
}

int main()
{
	group g;
	float *all;
	cudaMalloc(&all, 3 * 160 * 200 * sizeof(float));
	for (int i = 0; i < 3; i++) {
		float *a;
		g.of[i].rows = 100 + 20 * i;
		g.of[i].cols = 64 * (i + 1);
		cudaMalloc(&a, g.of[i].rows * g.of[i].cols * sizeof(float));
		g.of[i].a = a;
		g.of[i].c = all + i * 160 * 200; // twin: g.of[i].c = all + i * 60 * 200;
	}
	scale<<<dim3(12, 9, 3), dim3(16, 16)>>>(g, 2); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
