void step(float *sum, const float *x, int n);

int main()
{
	float *a, *b;
	cudaMalloc(&a, 4000);
	cudaMalloc(&b, 4000);
	step(a, b, 1000); // twin: 	step(a, a, 1000);
	return cudaDeviceSynchronize();
}
