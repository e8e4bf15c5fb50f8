#include <assert.h>

#include "grid.h"

void Grid::Clear()
{
	assert(width_ >= 128); // fact: assert; twin:
	log_start("clear");
	launch_rows(data_, width_, height_);
}
