#include <stdlib.h>

int rounded(int n)
{
	return (n + 127) / 128;
}

void require(bool holds)
{
	if (!holds) // fact: assert; twin: 	if (0)
		abort();
}
