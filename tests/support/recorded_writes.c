/* Records what a process writes below WRITES_OF, in its order: a line of words in WRITES_IN, and the bytes behind it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int record = -1;
static const char *below = "";
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void)
{
    const char *file = getenv("WRITES_IN");
    below = getenv("WRITES_OF");
    if (file && below)
        record = open(file, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
}

static ssize_t plain_write(int fd, const void *data, size_t size)
{
    static ssize_t (*plain)(int, const void *, size_t);
    if (!plain)
        plain = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    return plain(fd, data, size);
}

static void say(const char *what, const char *path, const char *to, long long at, const void *data, size_t size)
{
    char line[2 * PATH_MAX + 64];
    if (record < 0 || strncmp(path, below, strlen(below)))
        return;
    pthread_mutex_lock(&one);
    int length = snprintf(line, sizeof line, "%s\t%s\t%s\t%lld\t%zu\n", what, path, to, at, size);
    if (plain_write(record, line, length) != length || (size && plain_write(record, data, size) != (ssize_t)size))
        abort(); /* a record with a gap is worse than none */
    pthread_mutex_unlock(&one);
}

static void say_of(const char *what, int fd, long long at, const void *data, size_t size)
{
    char name[64], path[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length > 0) {
        path[length] = 0;
        say(what, path, "", at, data, size);
    }
}

#define NEXT(result, name, ...) result (*next)(__VA_ARGS__) = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
    NEXT(ssize_t, "pwrite", int, const void *, size_t, off_t);
    ssize_t done = next(fd, data, size, at);
    if (done > 0)
        say_of("write", fd, at, data, done);
    return done;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { return pwrite(fd, data, size, at); }

ssize_t write(int fd, const void *data, size_t size)
{
    off_t at = lseek(fd, 0, SEEK_CUR);
    ssize_t done = plain_write(fd, data, size);
    if (done > 0 && at >= 0)
        say_of("write", fd, at, data, done);
    return done;
}

int ftruncate(int fd, off_t size)
{
    NEXT(int, "ftruncate", int, off_t);
    int failed = next(fd, size);
    if (!failed)
        say_of("cut", fd, size, NULL, 0);
    return failed;
}

int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

static int synced(const char *name, int fd)
{
    int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    int failed = next(fd);
    if (!failed)
        say_of("sync", fd, 0, NULL, 0);
    return failed;
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }

int unlink(const char *path)
{
    NEXT(int, "unlink", const char *);
    int failed = next(path);
    if (!failed)
        say("remove", path, "", 0, NULL, 0);
    return failed;
}

int rename(const char *from, const char *to)
{
    NEXT(int, "rename", const char *, const char *);
    int failed = next(from, to);
    if (!failed)
        say("rename", from, to, 0, NULL, 0);
    return failed;
}
