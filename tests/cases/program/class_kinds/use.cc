#include "matrix.h"

void use(Matrix *m, float *data, int rows, int cols)
{
	host_clear(m->host());
	HostPart part(data, rows, cols), some(part, 1, 2);
	host_clear(part);
	host_clear(some);
}
