#include "solver/watchdog.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "base/diag.h"

#define AGAIN_SECONDS 0.01

struct watchdog {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake; /* armed or quit changed; CLOCK_MONOTONIC */
	watchdog_fn *interrupt;
	void *data;
	struct timespec deadline;
	bool armed, quit;
};

static void set_deadline(struct watchdog *watchdog, double seconds)
{
	clock_gettime(CLOCK_MONOTONIC, &watchdog->deadline);
	time_t whole = (time_t)seconds;
	watchdog->deadline.tv_sec += whole;
	watchdog->deadline.tv_nsec += (long)((seconds - (double)whole) * 1e9);
	if (watchdog->deadline.tv_nsec >= 1000000000) {
		watchdog->deadline.tv_nsec -= 1000000000;
		watchdog->deadline.tv_sec++;
	}
}

static bool is_over(const struct timespec *deadline)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec > deadline->tv_sec ||
	       (now.tv_sec == deadline->tv_sec && now.tv_nsec >= deadline->tv_nsec);
}

static void *watch(void *data)
{
	struct watchdog *watchdog = data;
	pthread_mutex_lock(&watchdog->lock);
	while (!watchdog->quit) {
		if (!watchdog->armed) {
			pthread_cond_wait(&watchdog->wake, &watchdog->lock);
		} else if (!is_over(&watchdog->deadline)) {
			pthread_cond_timedwait(
				&watchdog->wake, &watchdog->lock, &watchdog->deadline);
		} else {
			/* An interruption before the work began is lost: repeat it. */
			watchdog->interrupt(watchdog->data);
			set_deadline(watchdog, AGAIN_SECONDS);
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
		bug("out of memory");
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

void watchdog_arm(struct watchdog *watchdog, double seconds)
{
	assert(seconds >= 0 && seconds < 1e6);
	pthread_mutex_lock(&watchdog->lock);
	set_deadline(watchdog, seconds);
	watchdog->armed = true;
	pthread_cond_signal(&watchdog->wake);
	pthread_mutex_unlock(&watchdog->lock);
}

void watchdog_disarm(struct watchdog *watchdog)
{
	pthread_mutex_lock(&watchdog->lock);
	watchdog->armed = false;
	pthread_mutex_unlock(&watchdog->lock);
}
