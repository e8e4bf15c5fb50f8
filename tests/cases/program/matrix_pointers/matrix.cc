#include "matrix.h"

#include <cassert>

void Matrix::resize(int rows, int cols)
{
	size_t pitch;
	assert(rows > 0 && cols > 0);
	if (cudaMallocPitch((void **)&data_, &pitch, cols * sizeof(float), rows) != cudaSuccess)
		throw 1;
	cols_ = cols;
	rows_ = rows;
	stride_ = pitch / sizeof(float);
}
