// A matrix is given the size of another one, in one of three ways: it has that size, it becomes empty, or it is allocated. What says which
// way was taken has many parts, and a stride that belongs to none of them is no witness. The other matrix is not the one that gives its size.
#include <assert.h>
#include <cuda_runtime.h>

__global__ void copy(const float *from, float *to, int rows, int columns, int from_stride, int to_stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i < columns && j < rows)
		to[j * to_stride + i] = from[j * from_stride + i]; // twin-race: inter-block,intra-block,intra-warp
}

class Matrix { // fact: invariant
public:
	Matrix() : data_(nullptr), rows_(0), columns_(0), stride_(0) {}
	void resize(int rows, int columns);
	void copy_to(Matrix *other) const;

private:
	float *data_;
	int rows_, columns_, stride_;
};

void Matrix::resize(int rows, int columns)
{
	size_t pitch;

	if (rows_ == rows && columns_ == columns)
		return;
	cudaFree(data_);
	data_ = nullptr;
	rows_ = columns_ = stride_ = 0;
	if (rows == 0) {
		assert(columns == 0);
		return;
	}
	assert(rows > 0 && columns > 0);
	cudaMallocPitch(&data_, &pitch, columns * sizeof(float), rows);
	rows_ = rows;
	columns_ = columns;
	stride_ = pitch / sizeof(float); // twin: stride_ = pitch / sizeof(double);
}

void Matrix::copy_to(Matrix *other) const
{
	other->resize(rows_, columns_);
	copy<<<dim3((columns_ + 15) / 16, (rows_ + 15) / 16), dim3(16, 16)>>>(data_, other->data_, rows_, columns_, stride_, other->stride_); // launch: race-free; twin-launch: race
}

void pass(int rows, int columns, const Matrix &from)
{
	Matrix to;

	to.resize(rows, columns);
	from.copy_to(&to);
}
