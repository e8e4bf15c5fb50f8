#include <cuda_runtime.h>
#include <stdio.h>

#define CHECK(call)                                                                        \
	if ((call) != cudaSuccess) {                                                       \
		fprintf(stderr, "failed: %s\n", #call);                                    \
		return 1;                                                                  \
	}

__global__ void relax(const float *in, float *out, int from, int to)
{
	int i = from + blockIdx.x * blockDim.x + threadIdx.x;
	if (i < to)
		out[i] = in[i - 1] + in[i + 1];
}

int main()
{
	const int n = 1 << 20, half = n / 2;
	float *a, *b;
	CHECK(cudaMalloc(&a, n * sizeof(float)));
	CHECK(cudaMalloc(&b, n * sizeof(float)));
	cudaStream_t stream[2];
	cudaEvent_t done[2];
	for (int i = 0; i < 2; i++) {
		CHECK(cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking));
		CHECK(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
	}
	for (int round = 0; round < 100; round++) {
		relax<<<half / 256, 256, 0, stream[0]>>>(a, b, 1, half); // launch: race-free; twin-launch: race-free
		relax<<<half / 256, 256, 0, stream[1]>>>(a, b, half, n - 1); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
		CHECK(cudaEventRecord(done[0], stream[0]));
		CHECK(cudaEventRecord(done[1], stream[1]));
		CHECK(cudaStreamWaitEvent(stream[0], done[1], 0));
		CHECK(cudaStreamWaitEvent(stream[1], done[0], 0)); // twin: CHECK(cudaStreamWaitEvent(stream[1], done[1], 0));
		float *t = a;
		a = b;
		b = t;
	}
	CHECK(cudaDeviceSynchronize());
	return 0;
}
