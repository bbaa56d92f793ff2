/* A card whose sync takes SLOW_CARD_US microseconds longer, and who counts syncs: a byte in SLOW_CARD_COUNT for each. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static long wait_us;
static int count = -1;

__attribute__((constructor)) static void begin(void)
{
    const char *us = getenv("SLOW_CARD_US");
    const char *file = getenv("SLOW_CARD_COUNT");
    wait_us = us ? atol(us) : 0;
    if (file)
        count = open(file, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
}

static int slowly(const char *name, int fd)
{
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    struct timespec rest = {wait_us / 1000000, wait_us % 1000000 * 1000};
    int result = sync(fd);
    if (count >= 0 && write(count, ".", 1) < 0)
        abort(); /* a count that is wrong is worse than none */
    while (nanosleep(&rest, &rest) != 0)
        ;
    return result;
}

int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
