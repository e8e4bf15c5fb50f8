/* In front of a toolkit's: what its groups become is not what the analysis reads. */
#pragma once
#include "../../cooperative_groups.h"
