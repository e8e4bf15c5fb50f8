__global__ void update(double *base, const int *set)
{
	int i = threadIdx.x;
	double *x1 = base, *x2 = base + 12;
	x1[set[i]] += 1.0; // twin-race: intra-warp
	x2[set[i]] += 3.0; // twin-race: intra-warp
}
int main()
{
	int set[16] = { 521, 523, 525, 527, 529, 531, 547, 549, 571, 573, 575, 577, 579, 581, 599, 601 }; // twin: int set[16] = { 521, 523, 525, 527, 529, 531, 533, 549, 571, 573, 575, 577, 579, 581, 599, 601 };
	double *base;
	int *d;
	cudaMalloc(&base, 2000 * sizeof(double));
	cudaMalloc(&d, sizeof(set));
	cudaMemcpy(d, set, sizeof(set), cudaMemcpyHostToDevice);
	update<<<1, 16>>>(base, d); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
