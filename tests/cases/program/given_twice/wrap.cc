void accumulate(float *sum, const float *x, int n);

void step(float *sum, const float *x, int n)
{
	if (n > 1)
		accumulate(sum, x, n);
}
