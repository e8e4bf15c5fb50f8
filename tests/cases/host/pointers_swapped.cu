// Pointers of an array change places by one that is kept meanwhile; in the twin that is the wrong one, and both are the same then.
struct Four {
	float *at[4];
};

__global__ void grow(Four all)
{
	all.at[blockIdx.y][blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

int main(int argc, char **argv)
{
	Four all;
	for (int i = 0; i < 4; i++)
		cudaMalloc(&all.at[i], 16 * 128 * sizeof(float));
	for (int i = 1; i < argc && i < 4; i++) {
		float *kept = all.at[i]; // twin: 		float *kept = all.at[i - 1];
		all.at[i] = all.at[i - 1];
		all.at[i - 1] = kept;
	}
	grow<<<dim3(16, 4), 128>>>(all); // launch: race-free; twin-launch: undecided
}
