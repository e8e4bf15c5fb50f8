// A constructor that takes all sizes from its callers: they answer for the relation, and one that does not hold it
// ends it for every object.
__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

class Matrix { // fact: invariant
public:
	Matrix(float *data, int rows, int cols, int stride)
		: data_(data), cols_(cols), rows_(rows), stride_(stride)
	{
	}
	void fill();

private:
	float *data_;
	int cols_, rows_, stride_;
};

void touch(const Matrix &matrix);

void row(float *data, int n)
{
	Matrix matrix(data, 1, n, n);

	touch(matrix);
}

void tall(float *data, int n)
{
	if (n > 4) {
		Matrix matrix(data, n, 4, n); // twin: Matrix matrix(data, n, n, 4);
		touch(matrix);
	}
}

void Matrix::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
