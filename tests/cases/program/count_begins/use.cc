void run(int *a, int *b, int rounds);

void all(int *a, int *b)
{
	run(a, b, 9);
}
