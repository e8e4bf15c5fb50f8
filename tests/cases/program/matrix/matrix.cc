// A host-only unit: members carry the sizes, asserts relate them.
#include <cassert>

#include "matrix.h"

static int n_blocks(int size, int block)
{
	return size / block + (size % block ? 1 : 0);
}

void Matrix::CopyUpper()
{
	assert(num_rows_ == num_cols_); // fact: assert
	assert(stride_ >= num_cols_); // fact: assert; twin:
	if (num_rows_ == 0)
		return;
	dim3 block(16, 16);
	dim3 grid(n_blocks(num_rows_, 16), n_blocks(num_cols_, 16));

	copy_upper(grid, block, data_, Dim());
}
