#include "matrix.h"

void touch(const Part &part);

void use(float *data, int n)
{
	Part part(data, 2, n, n); // twin: Part part(data, 2, n, 1);

	touch(part);
}
