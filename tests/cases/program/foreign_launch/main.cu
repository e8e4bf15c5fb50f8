__global__ void step(int *data, int n);

int main()
{
	int *data;

	cudaMalloc(&data, 1024 * sizeof(int));
	step<<<4, 256>>>(data, 1024); // launch: race-free; twin-launch: race; twin: 	step<<<8, 256>>>(data, 2048);
	return 0;
}
