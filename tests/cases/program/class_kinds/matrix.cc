#include "matrix.h"

void HostMatrix::resize(float *data, int rows, int cols)
{
	assert(rows > 0 && cols > 0);
	data_ = data;
	rows_ = rows;
	cols_ = cols;
	stride_ = (cols + 3) / 4 * 4; // twin: stride_ = (cols + 3) / 8 * 4;
}

static void exchange(int &a, int &b)
{
	int kept = a;
	a = b;
	b = kept;
}

void HostMatrix::swap(HostMatrix *other)
{
	exchange(cols_, other->cols_);
	exchange(rows_, other->rows_);
	exchange(stride_, other->stride_);
}

void Matrix::swap(Other *other)
{
	exchange(cols_, other->cols_);
	exchange(rows_, other->rows_);
	exchange(stride_, other->stride_);
}

void Base::fill()
{
	launch_number(data_, rows_, cols_, stride_);
}
