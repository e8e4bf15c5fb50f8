// Members that anybody can set keep no relation, whatever the functions of the class do.
#include <cstddef>

struct Sizes {
	int rows, cols, stride;
};

__global__ void number(float *data, Sizes sizes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i < sizes.cols && j < sizes.rows)
		data[j * sizes.stride + i] = i; // twin-race: inter-block,intra-block,intra-warp
}

class Matrix { // fact: invariant
public:
	Matrix() : data_(nullptr), cols_(0), rows_(0), stride_(0) {}
	void resize(int rows, int cols);
	void fill();

private: // twin: public:
	float *data_;
	int cols_, rows_, stride_;
};

void Matrix::resize(int rows, int cols)
{
	size_t pitch;

	cudaMallocPitch(&data_, &pitch, cols * sizeof(float), rows);
	rows_ = rows;
	cols_ = cols;
	stride_ = pitch / sizeof(float);
}

void Matrix::fill()
{
	Sizes sizes = { rows_, cols_, stride_ };

	number<<<dim3((cols_ + 15) / 16, (rows_ + 15) / 16), dim3(16, 16)>>>(data_, sizes); // launch: race-free; twin-launch: race
}
