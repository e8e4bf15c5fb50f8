// What is counted is what comes before each row. The twin goes back to what was counted a row earlier.
#include <cstdlib>

__global__ void rows(float *out, const unsigned *begin, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < n)
		for (unsigned j = begin[row]; j < begin[row + 1]; j++)
			out[j] = row; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	unsigned count = 0, earlier = 0, *begin = new unsigned[n + 1], *d;
	float *out;
	for (int i = 0; i < n; i++) {
		unsigned now = count;
		begin[i] = count;
		if (rand() % 2)
			count += rand() % 8;
		else if (rand() % 2)
			count = now + 1; // twin: count = earlier;
		earlier = now;
	}
	begin[n] = count;
	cudaMalloc(&d, (n + 1) * sizeof(unsigned));
	cudaMalloc(&out, (count + earlier) * sizeof(float));
	cudaMemcpy(d, begin, (n + 1) * sizeof(unsigned), cudaMemcpyHostToDevice);
	rows<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
