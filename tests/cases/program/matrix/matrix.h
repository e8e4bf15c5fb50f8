#include "kernels.h"

class Matrix {
public:
	int NumRows() const { return num_rows_; }
	int NumCols() const { return num_cols_; }
	MatrixDim Dim() const { return {num_rows_, num_cols_, stride_}; }
	void CopyUpper();

private:
	float *data_;
	int num_rows_, num_cols_, stride_;
};
