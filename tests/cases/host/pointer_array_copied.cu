// Entries of a local array are copied by a loop whose rounds the user chooses, so that two may be one; in the twin they change places.
struct rows {
	float *at[4];
};

__global__ void add(rows all)
{
	all.at[blockIdx.y][threadIdx.x] += 1;
}

int main(int argc, char **argv)
{
	rows all;
	if (argc > 4)
		return 1;
	for (int i = 0; i < 4; i++)
		cudaMalloc(&all.at[i], 1024);
	for (int i = 1; i < argc; i++) {
		float *first = all.at[i];
		all.at[i] = all.at[i - 1];
		first = first; // twin: 		all.at[i - 1] = first;
	}
	add<<<dim3(1, 4), 256>>>(all); // launch: undecided; twin-launch: race-free
}
