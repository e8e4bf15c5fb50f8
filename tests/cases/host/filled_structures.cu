// One member of each structure says where its part begins.
#include <cstdlib>

struct box {
	float x, y;
	int begin, count;
};

__global__ void put(float *out, const box *boxes, int n)
{
	int b = blockIdx.x;
	if (b < n)
		out[boxes[b].begin + threadIdx.x] = boxes[b].x; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	box *h = new box[n], *d;
	float *out;
	for (int i = 0; i < n; i++) {
		h[i].x = rand();
		h[i].y = rand();
		h[i].begin = i * 100; // fact: contents; twin: h[i].begin = i * 64;
		h[i].count = 100;
	}
	cudaMalloc(&d, n * sizeof(box));
	cudaMalloc(&out, n * 100 * sizeof(float));
	cudaMemcpy(d, h, n * sizeof(box), cudaMemcpyHostToDevice);
	put<<<n, 100>>>(out, d, n); // launch: race-free; twin-launch: race
}
