// A copy of all bytes keeps what relates the members, one that starts at the pointer and ends before the stride does not.
#include <cstring>

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
	void take(const Matrix &other);
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

void Matrix::take(const Matrix &other)
{
	memcpy(&data_, &other.data_, sizeof(Matrix)); // twin: memcpy(&data_, &other.data_, sizeof(float *) + 2 * sizeof(int));
}

void Matrix::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
