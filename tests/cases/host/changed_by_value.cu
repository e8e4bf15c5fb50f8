// Sizes in a structure that is given by value and completed before the launch.
#include <cuda_runtime.h>

struct sizes {
	int radius, width, rows, columns, elements, count;
};

void read_frame(float *frame, int number);

__global__ void sums(struct sizes s, const float *in, float *partial, float *total)
{
	float *own = partial + blockIdx.x * s.rows;

	for (int r = threadIdx.x; r < s.rows; r += blockDim.x) {
		float sum = 0;
		for (int c = 0; c < s.columns; c++)
			sum += in[r * s.columns + c];
		own[r] = sum; // twin-race: inter-block
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		float sum = 0;
		for (int c = 0; c < s.columns; c++)
			sum += own[c]; // twin-race: inter-block
		total[blockIdx.x] = sum;
	}
}

void run(struct sizes s, float *frame, int frames)
{
	float *in, *partial, *total;

	s.rows = s.radius + 1 + s.radius;
	s.columns = s.rows; // twin: s.columns = s.rows + 1;
	s.elements = s.rows * s.columns;
	cudaMalloc((void **)&in, s.elements * sizeof(float));
	cudaMalloc((void **)&partial, s.count * s.rows * sizeof(float));
	cudaMalloc((void **)&total, s.count * sizeof(float));
	for (int i = 0; i < frames; i++) {
		read_frame(frame, i);
		cudaMemcpy(in, frame, s.elements * sizeof(float), cudaMemcpyHostToDevice);
		sums<<<s.count, 128>>>(s, in, partial, total); // launch: race-free; twin-launch: race
	}
}
