#ifndef HGRD_SOLVER_WATCHDOG_H
#define HGRD_SOLVER_WATCHDOG_H

/*
 * Interrupts something that runs too long. Z3's own "timeout" is not used:
 * its timer thread can deadlock with the solver when it fires (seen with
 * 4.8.12, scoped_timer).
 */
struct watchdog;
typedef void watchdog_fn(void *data);

struct watchdog *watchdog_new(watchdog_fn *interrupt, void *data);
void watchdog_free(struct watchdog *watchdog);
/* From `seconds` from now until it is disarmed, `interrupt` is called again and again. */
void watchdog_arm(struct watchdog *watchdog, double seconds);
/* After this returns, `interrupt` is not called any more. */
void watchdog_disarm(struct watchdog *watchdog);

#endif
