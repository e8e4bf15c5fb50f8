#include "kernel.h"

class Matrix {
public:
	Matrix() : data_(nullptr), cols_(0), rows_(0), stride_(0) {}
	int rows() const { return rows_; }
	int cols() const { return cols_; }
	int stride() const { return stride_; }
	float *data() const { return data_; }
	Dim dim() const { return {rows_, cols_, stride_}; }
	void resize(int rows, int cols);

private:
	float *data_;
	int cols_, rows_, stride_;
};

inline bool same_size(const Matrix &a, const Matrix &b)
{
	return a.rows() == b.rows() && a.cols() == b.cols();
}

void matrix_sum(Matrix *to, Matrix *third, const Matrix *from);
