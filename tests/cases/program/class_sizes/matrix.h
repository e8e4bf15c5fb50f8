#include <cstddef>

struct Sizes {
	int rows, cols, stride;
};
void launch_number(float *data, Sizes sizes);
void log_start(const char *what);

class MatrixBase { // fact: invariant
public:
	void Fill();
	Sizes Dim() const { return { rows_, cols_, stride_ }; }

protected:
	MatrixBase() : data_(nullptr), cols_(0), rows_(0), stride_(0) {}
	MatrixBase(float *data, int rows, int cols, int stride)
		: data_(data), cols_(cols), rows_(rows), stride_(stride)
	{
	}
	float *data_;
	int cols_, rows_, stride_;
};

class Matrix : public MatrixBase {
public:
	void Resize(int rows, int cols);
};

class Part : public MatrixBase {
public:
	Part(float *data, int rows, int cols, int stride) : MatrixBase(data, rows, cols, stride) {}
};
