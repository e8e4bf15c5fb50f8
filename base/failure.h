#ifndef HGRD_BASE_FAILURE_H
#define HGRD_BASE_FAILURE_H

/* Why a unit could not be checked, by what it would take for another end. */
enum failure {
	FAILURE_CHANCE, /* perhaps nothing: the system, or someone who ended a process */
	FAILURE_INPUT,	/* another source */
	FAILURE_TIME,	/* more time, or another source */
	FAILURE_MEMORY	/* more memory, or another source */
};

#endif
