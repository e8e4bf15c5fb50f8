#include "solver/watchdog.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "base/diag.h"
#include "base/effort.h"

#define AGAIN_SECONDS 0.01
#define SLACK_NANOSECONDS 100000

struct watchdog {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake; /* armed or quit changed; CLOCK_MONOTONIC */
	watchdog_fn *interrupt;
	void *data;
	double deadline; /* by effort_now */
	double asleep;	 /* until then, by wall_now; 0: it is awake, or waits to be woken */
	bool armed, quit;
};

/* The passed time at which so many seconds more of effort can be spent at the earliest. */
static struct timespec at_earliest(double seconds)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	time_t whole = (time_t)seconds;
	time.tv_sec += whole;
	time.tv_nsec += (long)((seconds - (double)whole) * 1e9) + SLACK_NANOSECONDS;
	if (time.tv_nsec >= 1000000000) {
		time.tv_nsec -= 1000000000;
		time.tv_sec++;
	}
	return time;
}

static void *watch(void *data)
{
	struct watchdog *watchdog = data;
	pthread_mutex_lock(&watchdog->lock);
	while (!watchdog->quit) {
		if (!watchdog->armed) {
			pthread_cond_wait(&watchdog->wake, &watchdog->lock);
			continue;
		}
		double left = watchdog->deadline - effort_now();
		if (left > 0) {
			struct timespec until = at_earliest(left);
			watchdog->asleep = wall_now() + left;
			pthread_cond_timedwait(&watchdog->wake, &watchdog->lock, &until);
			watchdog->asleep = 0;
		} else {
			/* An interruption before the work began is lost: repeat it. */
			watchdog->interrupt(watchdog->data);
			watchdog->deadline = effort_now() + AGAIN_SECONDS;
		}
	}
	pthread_mutex_unlock(&watchdog->lock);
	return NULL;
}

struct watchdog *watchdog_new(watchdog_fn *interrupt, void *data)
{
	struct watchdog *watchdog = calloc(1, sizeof(*watchdog));
	pthread_condattr_t attributes;
	if (!watchdog)
		memory_out();
	watchdog->interrupt = interrupt;
	watchdog->data = data;
	pthread_mutex_init(&watchdog->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&watchdog->wake, &attributes);
	pthread_condattr_destroy(&attributes);
	if (pthread_create(&watchdog->thread, NULL, watch, watchdog))
		bug("cannot start a thread");
	return watchdog;
}

void watchdog_free(struct watchdog *watchdog)
{
	if (!watchdog)
		return;
	pthread_mutex_lock(&watchdog->lock);
	watchdog->quit = true;
	pthread_cond_signal(&watchdog->wake);
	pthread_mutex_unlock(&watchdog->lock);
	pthread_join(watchdog->thread, NULL);
	pthread_cond_destroy(&watchdog->wake);
	pthread_mutex_destroy(&watchdog->lock);
	free(watchdog);
}

/* Waking the thread costs more than most checks: it is left asleep where it wakes in time by itself. */
void watchdog_arm(struct watchdog *watchdog, double seconds)
{
	assert(seconds >= 0 && seconds < 1e6);
	pthread_mutex_lock(&watchdog->lock);
	watchdog->deadline = effort_now() + seconds;
	watchdog->armed = true;
	if (watchdog->asleep == 0 || watchdog->asleep > wall_now() + seconds)
		pthread_cond_signal(&watchdog->wake);
	pthread_mutex_unlock(&watchdog->lock);
}

void watchdog_disarm(struct watchdog *watchdog)
{
	pthread_mutex_lock(&watchdog->lock);
	watchdog->armed = false;
	pthread_mutex_unlock(&watchdog->lock);
}
