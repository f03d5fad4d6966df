/* clock.c - a shared object for LD_PRELOAD: shifts the wall clock of a program by the number of
 * seconds in the file AVONDALE_CLOCK; a missing or empty file means 0. The monotonic clock is
 * not changed. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset_sec(void)
{
    const char *path = getenv("AVONDALE_CLOCK");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    char text[24] = "";

    if (fd < 0)
        return 0;
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    return length > 0 ? strtol(text, NULL, 10) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int status = (int)syscall(SYS_clock_gettime, clock, now);

    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += offset_sec();
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec wall;

    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &wall))
        return -1;
    *now = (struct timeval){.tv_sec = wall.tv_sec, .tv_usec = wall.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec wall = {0};

    (void)clock_gettime(CLOCK_REALTIME, &wall);
    if (out)
        *out = wall.tv_sec;
    return wall.tv_sec;
}
