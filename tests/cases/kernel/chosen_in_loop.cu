// Steps and places that a loop changes once, or back and forth, between a few values: no others occur.
#include <cuda_runtime.h>
#include <stdlib.h>

__global__ void stepped(int *out, int n, int gap)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i * gap + 1] = out[i * gap]; // twin-race: inter-block, intra-block, intra-warp
}

// A slot of the thread's own row, by a state.
__global__ void states(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 4;

	if (i >= n)
		return;
	for (int k = 0; k < 10; k++) {
		out[i * 4 + at - 1] = k;
		if (in[k] < 0)
			at = in[k] < -9 ? 1 : 3;
		else if (in[k] == 7)
			at = 2;
	}
}

// One of the states leads into the next row.
__global__ void far_states(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 4;

	if (i >= n)
		return;
	for (int k = 0; k < 10; k++) {
		out[i * 4 + at - 1] = k; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
		if (in[k] < 0)
			at = in[k] < -9 ? 1 : 5;
		else if (in[k] == 7)
			at = 2;
	}
}

// What is found in memory is no such value.
__global__ void read_states(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 4;

	if (i >= n)
		return;
	for (int k = 0; k < 10; k++) {
		out[i * 4 + at - 1] = k; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
		if (in[k] < 0)
			at = 1;
		else if (in[k] == 7)
			at = in[k + 1];
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]) % 10000, gap = 3, turn = 2, near = 2, *in, *out;

	cudaMalloc(&in, 11 * sizeof(int));
	cudaMalloc(&out, 40001 * sizeof(int));
	for (int k = 0; k < argc; k++) {
		stepped<<<(n + 127) / 128, 128>>>(out, n, gap); // launch: race-free; twin-launch: race
		if (argv[k][0] == '-')
			gap = 2; // twin: gap = 1;
	}
	for (int k = 0; k < argc; k++) {
		stepped<<<(n + 127) / 128, 128>>>(out, n, turn); // launch: race-free; twin-launch: race-free
		stepped<<<(n + 127) / 128, 128>>>(out, n, near); // launch: undecided; twin-launch: undecided
		if (argv[k][0] == '+') {
			turn = 5 - turn;
			near = 3 - near;
		}
	}
	states<<<(n + 127) / 128, 128>>>(out, in, n); // launch: race-free; twin-launch: race-free
	far_states<<<(n + 127) / 128, 128>>>(out, in, n); // launch: race; twin-launch: race
	read_states<<<(n + 127) / 128, 128>>>(out, in, n); // launch: race; twin-launch: race
}
