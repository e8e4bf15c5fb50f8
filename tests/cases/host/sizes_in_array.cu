#include <cmath>
#include <cstdio>

// Grids and blocks from tables, with the kernel to match from another one; in the twin a block of the second has a row too many.
enum { W = 32, H = 64 };

dim3 grids[2][2], blocks[2][2];

__global__ void narrow(float *out)
{
	int row = blockIdx.x * 4 + threadIdx.y;
	out[row * W + threadIdx.x] = blockIdx.x;
}

__global__ void wide(float *out)
{
	int row = blockIdx.x * 16 + threadIdx.y;
	out[row * W + threadIdx.x] = blockIdx.x; // twin-race: inter-block
}

void fill()
{
	grids[0][0] = dim3(H / 4);
	blocks[0][0] = dim3(W, 4);
	grids[0][1] = dim3(H / 16);
	blocks[0][1] = dim3(W, 16); // twin: blocks[0][1] = dim3(W, 17);
	grids[1][0] = dim3(1);
	blocks[1][0] = dim3(W);
	grids[1][1] = dim3(1);
	blocks[1][1] = dim3(W);
}

void test(int kind)
{
	void (*kernels[2])(float *) = { narrow, wide };
	float *init = new float[W * H], *out, ms;
	for (int i = 0; i < W * H; i++)
		init[i] = sinf(i);
	cudaMalloc(&out, W * (H + 16) * sizeof(float));
	for (int i = 0; i < 2; i++) {
		cudaEvent_t begin, end;
		cudaEventCreate(&begin);
		cudaEventCreate(&end);
		cudaMemcpy(out, init, W * H * sizeof(float), cudaMemcpyHostToDevice);
		kernels[i]<<<grids[kind][i], blocks[kind][i]>>>(out); // launch: race-free; twin-launch: race, race-free
		cudaEventRecord(begin, 0);
		for (int n = 0; n < 20; n++)
			kernels[i]<<<grids[kind][i], blocks[kind][i]>>>(out); // launch: race-free; twin-launch: race, race-free
		cudaEventRecord(end, 0);
		cudaEventSynchronize(end);
		cudaEventElapsedTime(&ms, begin, end);
		cudaMemcpy(init, out, W * H * sizeof(float), cudaMemcpyDeviceToHost);
		printf("%f ms, root %f\n", ms, std::sqrt(init[0]));
	}
	cudaFree(out);
	delete[] init;
}

int main()
{
	fill();
	test(0);
	test(1);
}
