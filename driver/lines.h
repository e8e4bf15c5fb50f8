#ifndef HGRD_DRIVER_LINES_H
#define HGRD_DRIVER_LINES_H

#include "driver/moves.h"
#include "hostanalysis/program/program.h"

/* May a function that is told the line of its call make something of it that a verdict could depend on. */
bool lines_used(const struct program *program, const struct moves *moves);

#endif
