// A position that moves or not at each of very many places: their combinations are beyond counting.
#define MOVE(k) if (way >> (k) & 1) at += (k) + 1;
#define MOVES(k) MOVE(k) MOVE(k + 1) MOVE(k + 2) MOVE(k + 3) MOVE(k + 4) MOVE(k + 5)

__global__ void follow(int *out, const int *in, int n, int way)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, at = 0;
	for (int round = 0; round < n; round++) {
		sum += in[at];
		MOVES(0) MOVES(6) MOVES(12) MOVES(18) MOVES(24)
	}
	if (t < n)
		out[t] = sum + t; // twin-race: intra-warp; twin: 		out[t / 2] = sum + t;
}

int main(int argc, char **argv)
{
	int *out, *in, n = argc * 256;
	cudaMalloc(&out, n * sizeof(int));
	cudaMalloc(&in, 500 * n * sizeof(int));
	follow<<<(n + 127) / 128, 128>>>(out, in, n, argc); // launch: race-free; twin-launch: race
	return 0;
}
