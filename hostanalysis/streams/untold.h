#ifndef HGRD_HOSTANALYSIS_STREAMS_UNTOLD_H
#define HGRD_HOSTANALYSIS_STREAMS_UNTOLD_H

#include "hostanalysis/pass.h"

/* Notes that the order of something is not looked at, under a rule of findings, with the text and at the place of an instruction. */
void order_untold(struct host_pass *pass, const char *rule, const char *text, LLVMValueRef at);
/* Notes where threads of the host begin that may give a device something to do. Requires bodies as clang made them. */
void threads_untold(struct host_pass *pass);
/* Notes launches of which it is not followed which stream they are in, where others may be in other ones. */
void streams_untold(struct root *root, const launch_call_list *calls);

#endif
