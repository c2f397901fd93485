/* Writes down what a process does to the files of a database, in order: what it writes, and what it has made sure of.
 *
 * Loaded before the C library (LD_PRELOAD) by the trial `power`, which reads the record after the process has died and puts
 * together the disk that a power loss would have left. Every change is recorded before it is made, every sync after it is done:
 * so a record may claim too many changes by one, and never a sync that was not.
 *
 * SIFANG_RECORD is the file of the record, SIFANG_RECORDED the path that all recorded files begin with. As soon as there is a
 * file of the record's name with ".cut", the process ends where it would have synced next: the power is lost in that moment. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 65536
#define REAL(type, name, ...)                                        \
    static type (*real)(__VA_ARGS__);                                \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

/* The part of a recorded file's name after the common beginning, by descriptor; "/" is the folder itself. */
static char *names[FILES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int record = -1;
static char folder[4096], cut[4096];
static const char *beginning;

static void begin(void) {
    const char *path = getenv("SIFANG_RECORD");
    const char *first = getenv("SIFANG_RECORDED");
    if (!path || !first || strlen(path) > 4000 || strlen(first) > 4000) abort();
    strcpy(folder, first);
    char *end = strrchr(folder, '/');
    if (!end) abort();
    *end = 0;
    snprintf(cut, sizeof cut, "%s.cut", path);
    REAL(int, "open64", const char *, int, ...);
    record = real(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (record < 0) abort();
    beginning = first;
}

/* What a path is called in the record; none: it is not recorded. The memory beside a log is not: it need not survive. */
static const char *name_of(const char *path) {
    pthread_once(&once, begin);
    if (!strcmp(path, folder)) return "/";
    size_t length = strlen(beginning);
    if (strncmp(path, beginning, length) || strstr(path + length, "-shm")) return NULL;
    return path + length;
}

static const char *name_at(int file) {
    return file < 0 || file >= FILES ? NULL : __atomic_load_n(&names[file], __ATOMIC_ACQUIRE);
}

/* One entry of the record. A record with a hole would prove nothing: then the process ends. */
static void note(char what, const char *name, uint64_t at, uint64_t length, const void *bytes, size_t count) {
    struct {
        uint64_t what, name, at, length, count;
    } head = {(uint64_t)what, strlen(name), at, length, count};
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)name, head.name}, {(void *)bytes, count}};
    if (writev(record, parts, 3) != (ssize_t)(sizeof head + head.name + count)) abort();
}

static int opened(int file, const char *path, int flags, int was_there) {
    const char *name = file < 0 ? NULL : name_of(path);
    if (!name) return file;
    if (file >= FILES) abort();
    pthread_mutex_lock(&lock);
    if (*name != '/' && !was_there) note('C', name, 0, 0, NULL, 0);
    if (*name != '/' && (flags & O_TRUNC)) note('T', name, 0, 0, NULL, 0);
    __atomic_store_n(&names[file], strdup(name), __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return file;
}

#define OPEN(function, symbol)                                       \
    int function(const char *path, int flags, ...) {                 \
        va_list rest;                                                \
        va_start(rest, flags);                                       \
        mode_t mode = va_arg(rest, mode_t);                          \
        va_end(rest);                                                \
        REAL(int, symbol, const char *, int, ...);                   \
        int was_there = access(path, F_OK) == 0;                     \
        return opened(real(path, flags, mode), path, flags, was_there); \
    }
OPEN(open, "open")
OPEN(open64, "open64")

int close(int file) {
    REAL(int, "close", int);
    if (name_at(file)) {
        pthread_mutex_lock(&lock);
        free(names[file]);
        __atomic_store_n(&names[file], NULL, __ATOMIC_RELEASE);
        pthread_mutex_unlock(&lock);
    }
    return real(file);
}

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(ssize_t, "write", int, const void *, size_t);
    const char *name = name_at(file);
    if (!name) return real(file, bytes, count);
    pthread_mutex_lock(&lock);
    note('W', name, (uint64_t)lseek(file, 0, SEEK_CUR), count, bytes, count);
    ssize_t done = real(file, bytes, count);
    if (done != (ssize_t)count) abort();
    pthread_mutex_unlock(&lock);
    return done;
}

#define PWRITE(function, symbol, offset)                                     \
    ssize_t function(int file, const void *bytes, size_t count, offset at) { \
        REAL(ssize_t, symbol, int, const void *, size_t, offset);            \
        const char *name = name_at(file);                                    \
        if (!name) return real(file, bytes, count, at);                      \
        pthread_mutex_lock(&lock);                                           \
        note('W', name, (uint64_t)at, count, bytes, count);                  \
        ssize_t done = real(file, bytes, count, at);                         \
        if (done != (ssize_t)count) abort();                                 \
        pthread_mutex_unlock(&lock);                                         \
        return done;                                                         \
    }
PWRITE(pwrite, "pwrite", off_t)
PWRITE(pwrite64, "pwrite64", off64_t)

#define TRUNCATE(function, symbol, offset)                           \
    int function(int file, offset length) {                          \
        REAL(int, symbol, int, offset);                              \
        const char *name = name_at(file);                            \
        if (!name) return real(file, length);                        \
        pthread_mutex_lock(&lock);                                   \
        note('T', name, 0, (uint64_t)length, NULL, 0);               \
        int done = real(file, length);                               \
        if (done) abort();                                           \
        pthread_mutex_unlock(&lock);                                 \
        return done;                                                 \
    }
TRUNCATE(ftruncate, "ftruncate", off_t)
TRUNCATE(ftruncate64, "ftruncate64", off64_t)

#define SYNC(function, symbol)                                       \
    int function(int file) {                                         \
        REAL(int, symbol, int);                                      \
        const char *name = name_at(file);                            \
        if (!name) return real(file);                                \
        pthread_mutex_lock(&lock);                                   \
        if (*name != '/' && access(cut, F_OK) == 0) raise(SIGKILL);  \
        int done = real(file);                                       \
        if (!done) note('S', name, 0, 0, NULL, 0);                   \
        pthread_mutex_unlock(&lock);                                 \
        return done;                                                 \
    }
SYNC(fsync, "fsync")
SYNC(fdatasync, "fdatasync")

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    const char *name = name_of(path);
    if (!name) return real(path);
    pthread_mutex_lock(&lock);
    int there = access(path, F_OK) == 0;
    if (there) note('U', name, 0, 0, NULL, 0);
    int done = real(path);
    if (there && done) abort();
    pthread_mutex_unlock(&lock);
    return done;
}

/* A name for another, which the disk changes at once or not at all. */
int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    const char *old = name_of(from), *new = name_of(to);
    if (!old && !new) return real(from, to);
    if (!old || !new) abort();
    pthread_mutex_lock(&lock);
    note('R', old, 0, 0, new, strlen(new));
    int done = real(from, to);
    if (done) abort();
    pthread_mutex_unlock(&lock);
    return done;
}
