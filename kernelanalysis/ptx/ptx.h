#ifndef HGRD_KERNELANALYSIS_PTX_PTX_H
#define HGRD_KERNELANALYSIS_PTX_PTX_H

#include "kernelanalysis/passes.h"

/* What the statements of one inline assembly text do together. */
enum ptx_effect {
	PTX_REGISTERS,     /* compute in registers, exchange values between lanes */
	PTX_BLOCK_BARRIER, /* bar.sync 0 for all threads */
	PTX_WARP_BARRIER,  /* bar.warp.sync */
	PTX_FENCE,         /* membar, fence: *scope is filled */
	PTX_OTHER          /* anything else: not modelled */
};
enum ptx_effect ptx_effect(const char *text, enum scope *scope);

/* Does the opcode (its first part) only compute in registers or exchange values between lanes. */
bool ptx_is_register_opcode(const char *opcode);

#endif
