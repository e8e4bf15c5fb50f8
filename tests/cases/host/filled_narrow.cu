// Numbers of eight bits begin anew after 256 of them.
#include <cstdlib>

__global__ void scatter(int *out, const unsigned short *place, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[place[t]] = t; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *out;
	if (n > 1024)
		return 1;
	unsigned short h[1024], *d;
	for (int i = 0; i < n; i++)
		h[i] = i; // twin: h[i] = (unsigned char)i;
	cudaMalloc(&d, n * sizeof(short));
	cudaMalloc(&out, n * sizeof(int));
	cudaMemcpy(d, h, n * sizeof(short), cudaMemcpyHostToDevice);
	scatter<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
