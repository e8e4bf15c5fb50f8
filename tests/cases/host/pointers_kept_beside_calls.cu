// A loop that also calls functions puts places of one allocation into a struct: rows that lie side by side; in the twin they overlap.
#include <cstdio>

struct rows {
	float *of[4];
};

__global__ void fill(struct rows rows)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	rows.of[blockIdx.y][i] = blockIdx.y; // twin-race: inter-block
}

int main()
{
	struct rows rows;
	float *all;
	cudaMalloc(&all, 4096);
	for (int i = 0; i < 4; i++) {
		rows.of[i] = all + i * 256; // twin: 		rows.of[i] = all + i * 99;
		printf("%d\n", i);
	}
	fill<<<dim3(4, 4), 64>>>(rows); // launch: race-free; twin-launch: race
}
