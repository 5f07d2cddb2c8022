#define _GNU_SOURCE
/* A disk that fails at the n-th call, for tests: preloaded before the C library (LD_PRELOAD), armed by `fault_arm`.

   Only calls count that touch files below the folder that is named by `fault_below`. What happens at the n-th: */
enum { FAIL_ONCE, FAIL_FROM_NOW, DIE_BEFORE, DIE_AFTER, DIE_HALFWAY };


#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char below[PATH_MAX];
static int count, at, kind, error_number;

void fault_below(const char *folder) { snprintf(below, sizeof below, "%s/", folder); }
void fault_arm(int number, int how, int error) { count = 0; kind = how; error_number = error; at = number; }
int fault_count(void) { return count; }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int ours(const char *path) {
    char whole[PATH_MAX];
    if (!below[0]) return 0;
    if (path[0] == '/') return strncmp(path, below, strlen(below)) == 0;
    if (!getcwd(whole, sizeof whole)) return 0;
    return strncmp(strcat(whole, "/"), below, strlen(below)) == 0;
}

static int ours_open(int fd) {
    char link[64], path[PATH_MAX];
    if (!below[0]) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return ours(path) || strncmp(path, below, strlen(below) - 1) == 0;
}

/* Whether this call is the one: 0 no, 1 it fails, 2 the program dies after it, 3 the program dies halfway through it. */
static int strikes(int mine) {
    if (!mine) return 0;
    int number = __sync_add_and_fetch(&count, 1);
    if (number != at && !(kind == FAIL_FROM_NOW && at && number > at)) return 0;
    if (kind == DIE_BEFORE) kill(getpid(), SIGKILL);
    if (kind == DIE_AFTER) return 2;
    if (kind == DIE_HALFWAY) return 3;
    errno = error_number;
    return 1;
}

#define CALL(mine, call)                                                                                               \
    int fate = strikes(mine);                                                                                          \
    if (fate == 1) return -1;                                                                                          \
    __auto_type result = call;                                                                                         \
    if (fate) kill(getpid(), SIGKILL);                                                                                 \
    return result;

#define HALF(size) (fate == 3 ? (size) / 2 : (size))

ssize_t write(int fd, const void *data, size_t size) { CALL(ours_open(fd), REAL(write)(fd, data, HALF(size))) }
ssize_t pwrite(int fd, const void *data, size_t size, off_t place) {
    CALL(ours_open(fd), REAL(pwrite)(fd, data, HALF(size), place))
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t place) {
    CALL(ours_open(fd), REAL(pwrite64)(fd, data, HALF(size), place))
}
int fsync(int fd) { CALL(ours_open(fd), REAL(fsync)(fd)) }
int fdatasync(int fd) { CALL(ours_open(fd), REAL(fdatasync)(fd)) }
int ftruncate(int fd, off_t size) { CALL(ours_open(fd), REAL(ftruncate)(fd, size)) }
int ftruncate64(int fd, off64_t size) { CALL(ours_open(fd), REAL(ftruncate64)(fd, size)) }
int rename(const char *from, const char *to) { CALL(ours(to), REAL(rename)(from, to)) }
int unlink(const char *path) { CALL(ours(path), REAL(unlink)(path)) }
int remove(const char *path) { CALL(ours(path), REAL(remove)(path)) }
int mkdir(const char *path, mode_t mode) { CALL(ours(path), REAL(mkdir)(path, mode)) }
int chmod(const char *path, mode_t mode) { CALL(ours(path), REAL(chmod)(path, mode)) }

#define MODE(flags)                                                                                                    \
    mode_t mode = 0;                                                                                                   \
    if (flags & (O_CREAT | __O_TMPFILE)) {                                                                             \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode = va_arg(rest, mode_t);                                                                                   \
        va_end(rest);                                                                                                  \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    CALL(ours(path), REAL(open)(path, flags, mode))
}
int open64(const char *path, int flags, ...) {
    MODE(flags)
    CALL(ours(path), REAL(open64)(path, flags, mode))
}
