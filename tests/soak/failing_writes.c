/* Make a system call that writes fail with ENOSPC: the FAIL_AT-th of this process and its children's own, and with
   FAIL_ON all that come after it. CALLS_LOG names a file that gets a byte for each such call. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int fails(void)
{
    static int calls;
    const char *at = getenv("FAIL_AT"), *log = getenv("CALLS_LOG");
    if (log != NULL) {
        int file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        syscall(SYS_write, file, ".", 1);
        syscall(SYS_close, file);
    }
    if (at == NULL || ++calls < atoi(at) || (calls > atoi(at) && getenv("FAIL_ON") == NULL))
        return 0;
    errno = ENOSPC;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t size)
{
    return file > 2 && fails() ? -1 : REAL(write)(file, bytes, size);
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at)
{
    return fails() ? -1 : REAL(pwrite64)(file, bytes, size, at);
}
ssize_t writev(int file, const struct iovec *parts, int count)
{
    return file > 2 && fails() ? -1 : REAL(writev)(file, parts, count);
}
ssize_t sendfile64(int to, int from, off64_t *at, size_t size)
{
    return fails() ? -1 : REAL(sendfile64)(to, from, at, size);
}
int ftruncate64(int file, off64_t size) { return fails() ? -1 : REAL(ftruncate64)(file, size); }
int fsync(int file) { return fails() ? -1 : REAL(fsync)(file); }
int fdatasync(int file) { return fails() ? -1 : REAL(fdatasync)(file); }
int fchmod(int file, mode_t mode) { return fails() ? -1 : REAL(fchmod)(file, mode); }
int rename(const char *from, const char *to) { return fails() ? -1 : REAL(rename)(from, to); }
int chmod(const char *path, mode_t mode) { return fails() ? -1 : REAL(chmod)(path, mode); }
int mkdir(const char *path, mode_t mode) { return fails() ? -1 : REAL(mkdir)(path, mode); }
int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return flags & O_CREAT && fails() ? -1 : REAL(open64)(path, flags, mode);
}
