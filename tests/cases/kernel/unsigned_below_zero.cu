// Unsigned differences of ids wrap below zero, as the language says: 4294967295 leaves 3 when divided by 4, and 0 by 5.
#define N 4 // twin: #define N 5

__global__ void put(int *out)
{
	out[(threadIdx.x - 1u) % N] = threadIdx.x; // twin-race: intra-warp
}

int main()
{
	int *out;

	cudaMalloc(&out, 64);
	put<<<1, N>>>(out); // launch: race-free; twin-launch: race
}
