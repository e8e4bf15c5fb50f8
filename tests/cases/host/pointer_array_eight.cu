// Eight entries in one loop: each has memory of its own, or, in the twin, half of them that of the entry before.
struct rows {
	float *at[8];
};

__global__ void add(rows all)
{
	all.at[blockIdx.y][threadIdx.x] += 1; // twin-race: inter-block
}

int main()
{
	rows all;
	for (int i = 0; i < 8; i++) {
		cudaMalloc(&all.at[i], 1024);
		; // twin: 		if (i % 2) all.at[i] = all.at[i - 1];
	}
	add<<<dim3(1, 8), 256>>>(all); // launch: race-free; twin-launch: race
}
