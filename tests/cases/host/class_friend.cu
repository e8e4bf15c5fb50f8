// A friend writes members like a function of the class.
#include <cassert>

__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

class Matrix {
public:
	void resize(float *data, int rows, int cols)
	{
		data_ = data;
		rows_ = rows;
		cols_ = stride_ = cols;
	}
	void fill();
	friend void narrow(Matrix &matrix, int cols);
	friend void use(Matrix &matrix);

private:
	float *data_ = nullptr;
	int cols_ = 0, rows_ = 0, stride_ = 0;
};

void narrow(Matrix &matrix, int cols)
{
	assert(cols <= matrix.cols_); // twin: assert(cols > 0);
	matrix.cols_ = cols;
}

void make(float *data, int rows, int cols)
{
	Matrix matrix;

	matrix.resize(data, rows, cols);
	narrow(matrix, 1);
}

void Matrix::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
