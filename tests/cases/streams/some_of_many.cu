// Of many streams or events each is waited for; in the twin the last one is not. A single one of them is not enough, whichever it is.
#include <cuda_runtime.h>

__global__ void fill(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = i;
}

__global__ void sum(const float *data, float *out, int n)
{
	float s = 0;
	for (int i = 0; i < n; i++)
		s += data[i];
	*out = s;
}

template <int streams> void pieces(float *data, float *out, int n)
{
	cudaStream_t s[streams], last;
	cudaEvent_t done[streams];
	const int piece = n / streams;
	cudaStreamCreate(&last);
	for (int i = 0; i < streams; i++) {
		cudaStreamCreate(&s[i]);
		cudaEventCreate(&done[i]);
	}

	for (int i = 0; i < streams; i++)
		fill<<<piece / 256, 256, 0, s[i]>>>(data + i * piece, piece); // launch: race-free; twin-launch: race-free
	for (int i = 0; i < streams; i++)
		cudaStreamSynchronize(s[i]);
	sum<<<1, 1, 0, last>>>(data, out, n); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();

	for (int i = 0; i < streams; i++) {
		fill<<<piece / 256, 256, 0, s[i]>>>(data + i * piece, piece); // launch: race-free; twin-launch: race-free
		cudaEventRecord(done[i], s[i]);
	}
	for (int i = 0; i < streams; i++) // twin:	for (int i = 0; i < streams - 1; i++)
		cudaStreamWaitEvent(last, done[i], 0);
	sum<<<1, 1, 0, last>>>(data, out, n); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	for (int i = 0; i < streams; i++)
		fill<<<piece / 256, 256, 0, s[i]>>>(data + i * piece, piece); // launch: race-free; twin-launch: race-free
	cudaStreamSynchronize(s[1]);
	sum<<<1, 1, 0, s[0]>>>(data, out, n); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}

int main()
{
	const int n = 1 << 16;
	float *data, *out;
	cudaMalloc(&data, n * sizeof(float));
	cudaMalloc(&out, sizeof(float));
	pieces<4>(data, out, n);
	pieces<64>(data, out, n);
}
