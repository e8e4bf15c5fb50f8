#ifndef HGRD_HOSTANALYSIS_FLAGS_LEFT_WALK_H
#define HGRD_HOSTANALYSIS_FLAGS_LEFT_WALK_H

#include "hostanalysis/flags/leftovers.h"

/* The walk from one launch to later ones of its kernel, for one piece of memory. Only leftovers.c and left_between.c include it. */

enum way { WAY_NONE, WAY_ALONE, WAY_TOUCHED };
enum touch { TOUCH_UNKNOWN, TOUCH_NONE, TOUCH_NOT_FOLLOWED, TOUCH_CHANGES };

struct walk {
	struct root *root;
	launch_call_list *calls;
	const struct launch_call *first;
	struct memory memory;
	const struct host_left *left;
	const struct loop *region; /* blocks that are walked; NULL: all */
	enum way *at;		   /* where a block begins, by its index */
	char *touches;		   /* enum touch, by number among the root's acts (acts.h); while `left` and `perhaps` stay as they are */
	enum way *met;		   /* at a launch, by its number among the calls; NULL: not asked */
	const struct et **when;	   /* such a launch comes later, by its number; on demand */
	const struct et **given;   /* ... in a round when it may have been given something else; on demand */
	bool perhaps;		   /* one way on which nothing changes it for sure is enough */
	bool past;		   /* other launches that leave it again may come between */
	bool captured;		   /* the first launch runs again where a graph is launched */
	LLVMValueRef foreign;	   /* a call that was passed and may have changed the memory, as it is not followed; NULL: none */
};

/* Is it a launch of the walk's kernel; NULL is none. */
bool same_kernel(const struct walk *walk, const struct launch_call *launch);
/* Does an instruction change the walk's memory, or, where that is perhaps left, do so for sure. Notes calls that are not followed. */
bool left_is_touched(struct walk *walk, LLVMValueRef instruction);

#endif
