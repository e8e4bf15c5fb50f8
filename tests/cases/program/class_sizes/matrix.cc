#include <cuda_runtime.h>

#include "matrix.h"

static void *rows_alloc(size_t row, size_t rows, size_t *pitch)
{
	void *data;

	if (rows > 1) {
		cudaMallocPitch(&data, pitch, row, rows);
		return data;
	}
	*pitch = (row + 255) & ~(size_t)255;
	cudaMalloc(&data, *pitch);
	return data;
}

void Matrix::Resize(int rows, int cols)
{
	int row = cols * sizeof(float);
	size_t pitch;

	data_ = (float *)rows_alloc(row, rows, &pitch);
	rows_ = rows;
	cols_ = cols;
	stride_ = pitch / sizeof(float);
	log_start("resize");
}

void MatrixBase::Fill()
{
	log_start("fill");
	launch_number(data_, Dim());
}
