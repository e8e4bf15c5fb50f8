#include "matrix.h"

#include <cassert>

void log_start(int rows);

static int blocks(int n)
{
	return n / 16 + (n % 16 ? 1 : 0);
}

void matrix_sum(Matrix *to, Matrix *third, const Matrix *from)
{
	assert(same_size(*to, *from));
	third->resize(from->rows(), 1); // twin: log_start(third->rows());
	dim3 grid(blocks(to->cols()), blocks(to->rows())), block(16, 16);
	launch_sum(grid, block, to->data(), from->data(), from->dim(), to->stride());
}
