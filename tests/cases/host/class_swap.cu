// Exchanging all members keeps what relates them, exchanging some of them does not.
#include <utility>

__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

class Matrix { // fact: invariant
public:
	Matrix() : data_(nullptr), cols_(0), rows_(0), stride_(0) {}
	void resize(float *data, int rows, int cols);
	void swap(Matrix &other);
	void fill();

private:
	float *data_;
	int cols_, rows_, stride_;
};

void Matrix::resize(float *data, int rows, int cols)
{
	data_ = data;
	rows_ = rows;
	cols_ = cols;
	stride_ = (cols + 31) / 32 * 32;
}

void Matrix::swap(Matrix &other)
{
	std::swap(data_, other.data_);
	std::swap(cols_, other.cols_);
	std::swap(rows_, other.rows_);
	std::swap(stride_, other.stride_); // twin:
}

void Matrix::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
