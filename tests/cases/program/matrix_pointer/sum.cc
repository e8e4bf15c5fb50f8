#include "matrix.h"
#include "device.h"

#include <cassert>

static int blocks(int n)
{
	return n / 16 + (n % 16 ? 1 : 0);
}

void matrix_sum(Matrix *to, const Matrix *from)
{
	assert(same_size(*to, *from)); // fact: assert; twin: assert(to->rows() == from->rows());
	if (!Device::get().enabled())
		return;
	dim3 grid(blocks(to->cols()), blocks(to->rows())), block(16, 16);
	launch_sum(grid, block, to->data(), from->data(), from->dim(), to->stride());
}
