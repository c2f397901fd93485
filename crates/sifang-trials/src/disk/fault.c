/* A disk that is full or has become read-only, for one process and for as long as a trial wants.
 *
 * Loaded before the C library (LD_PRELOAD) by the trial `disk`. SIFANG_FAULT is a file that holds the number of an error; while it is
 * there, whatever would change a file whose path begins with SIFANG_FAULTY fails with that error, as the kernel would have it: on a
 * full disk nothing is written and nothing new is made, on a read-only one nothing is even opened for writing or taken away. Reading
 * goes on, and so does memory that was mapped before. Nothing is undone and nothing is remembered: without the file all is well. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(type, name, ...)                                        \
    static type (*real)(__VA_ARGS__);                                \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

/* The error of this moment, or 0. */
static int trouble(void) {
    const char *path = getenv("SIFANG_FAULT");
    REAL(int, "open64", const char *, int, ...);
    int kept = errno, file = path ? real(path, O_RDONLY | O_CLOEXEC) : -1, number = 0;
    if (file >= 0) {
        char text[16] = {0};
        if (read(file, text, sizeof text - 1) > 0) number = atoi(text);
        close(file);
    }
    errno = kept;
    return number;
}

static int is_faulty(const char *path) {
    const char *beginning = getenv("SIFANG_FAULTY");
    return path && beginning && !strncmp(path, beginning, strlen(beginning));
}

/* The error of this moment where the open file lies on the disk in question, or 0. */
static int trouble_with(int file) {
    int number = trouble();
    if (!number) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_faulty(path) ? number : 0;
}

#define FAIL(number)                                                 \
    do {                                                             \
        errno = number;                                              \
        return -1;                                                   \
    } while (0)

static int trouble_opening(const char *path, int flags) {
    if (!is_faulty(path)) return 0;
    int number = trouble();
    int makes = (flags & O_CREAT) && access(path, F_OK) != 0;
    int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC);
    return makes || (number == EROFS && writes) ? number : 0;
}

#define OPEN(function, symbol)                                       \
    int function(const char *path, int flags, ...) {                 \
        va_list rest;                                                \
        va_start(rest, flags);                                       \
        mode_t mode = va_arg(rest, mode_t);                          \
        va_end(rest);                                                \
        REAL(int, symbol, const char *, int, ...);                   \
        int number = trouble_opening(path, flags);                   \
        if (number) FAIL(number);                                    \
        return real(path, flags, mode);                              \
    }
OPEN(open, "open")
OPEN(open64, "open64")

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(ssize_t, "write", int, const void *, size_t);
    int number = trouble_with(file);
    if (number) FAIL(number);
    return real(file, bytes, count);
}

#define PWRITE(function, symbol, offset)                                     \
    ssize_t function(int file, const void *bytes, size_t count, offset at) { \
        REAL(ssize_t, symbol, int, const void *, size_t, offset);            \
        int number = trouble_with(file);                                     \
        if (number) FAIL(number);                                            \
        return real(file, bytes, count, at);                                 \
    }
PWRITE(pwrite, "pwrite", off_t)
PWRITE(pwrite64, "pwrite64", off64_t)

#define TRUNCATE(function, symbol, offset)                           \
    int function(int file, offset length) {                          \
        REAL(int, symbol, int, offset);                              \
        int number = trouble_with(file);                             \
        if (number) FAIL(number);                                    \
        return real(file, length);                                   \
    }
TRUNCATE(ftruncate, "ftruncate", off_t)
TRUNCATE(ftruncate64, "ftruncate64", off64_t)

#define ALLOCATE(function, symbol, offset)                           \
    int function(int file, int mode, offset at, offset length) {     \
        REAL(int, symbol, int, int, offset, offset);                 \
        int number = trouble_with(file);                             \
        if (number) FAIL(number);                                    \
        return real(file, mode, at, length);                         \
    }
ALLOCATE(fallocate, "fallocate", off_t)
ALLOCATE(fallocate64, "fallocate64", off64_t)

/* These two say their error instead of setting it. */
#define ALLOCATE_PLAINLY(function, symbol, offset)                   \
    int function(int file, offset at, offset length) {               \
        REAL(int, symbol, int, offset, offset);                      \
        int number = trouble_with(file);                             \
        return number ? number : real(file, at, length);             \
    }
ALLOCATE_PLAINLY(posix_fallocate, "posix_fallocate", off_t)
ALLOCATE_PLAINLY(posix_fallocate64, "posix_fallocate64", off64_t)

int mkdir(const char *path, mode_t mode) {
    REAL(int, "mkdir", const char *, mode_t);
    int number = is_faulty(path) && access(path, F_OK) != 0 ? trouble() : 0;
    if (number) FAIL(number);
    return real(path, mode);
}

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    if (is_faulty(path) && access(path, F_OK) == 0 && trouble() == EROFS) FAIL(EROFS);
    return real(path);
}
