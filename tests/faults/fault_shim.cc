// Preloaded into the program, makes the n-th call of one function fail, as the system might:
//
//   LD_PRELOAD=libakin_fault_shim.so AKIN_FAULT=read:3:EIO AKIN_FAULT_MARK=FILE akin ...
//
// Creates FILE when it does, so that a test knows when n is larger than the number of calls. Counts
// only what happens after main has begun: before that, it is not the program's doing. Functions
// that do the same under several names count as one; "new" is every operator new.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

char failing_call[32];
long failing_number = 0;
int failing_error = 0;
const char* mark = nullptr;
std::atomic<bool> armed = false;
std::atomic<long> calls = 0;

int ErrorNamed(const char* name) {
  struct Named {
    const char* name;
    int error;
  };
  constexpr Named kErrors[] = {{"EIO", EIO},       {"ENOMEM", ENOMEM}, {"EACCES", EACCES},
                               {"EMFILE", EMFILE}, {"ENOSPC", ENOSPC}, {"EAGAIN", EAGAIN},
                               {"EINTR", EINTR}};
  for (const Named& known : kErrors) {
    if (std::strcmp(known.name, name) == 0) return known.error;
  }
  return EIO;
}

void Arm() {
  const char* const fault = ::getenv("AKIN_FAULT");
  mark = ::getenv("AKIN_FAULT_MARK");
  if (fault == nullptr) return;
  const char* const number = std::strchr(fault, ':');
  if (number == nullptr) return;
  std::memcpy(failing_call, fault, static_cast<size_t>(number - fault));
  char* error = nullptr;
  failing_number = std::strtol(number + 1, &error, 10);
  failing_error = ErrorNamed(*error == ':' ? error + 1 : "EIO");
  armed = true;
}

// Whether this call fails; sets errno then.
bool Fails(const char* call) {
  if (!armed.load(std::memory_order_relaxed) || std::strcmp(call, failing_call) != 0) return false;
  if (++calls != failing_number) return false;
  if (mark != nullptr) {
    const long fd = ::syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0600);
    if (fd >= 0) ::syscall(SYS_close, fd);
  }
  errno = failing_error;
  return true;
}

template <class Function>
Function* Real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

void* Allocate(size_t bytes, size_t alignment) {
  if (Fails("new")) return nullptr;
  void* memory = nullptr;
  if (alignment <= alignof(std::max_align_t)) return std::malloc(bytes == 0 ? 1 : bytes);
  return ::posix_memalign(&memory, alignment, bytes) == 0 ? memory : nullptr;
}

void* AllocateOrThrow(size_t bytes, size_t alignment) {
  void* const memory = Allocate(bytes, alignment);
  if (memory != nullptr) return memory;
  if (const std::new_handler handler = std::get_new_handler())
    handler();  // throws, if it is akin's
  throw std::bad_alloc();
}

}  // namespace

void* operator new(size_t bytes) { return AllocateOrThrow(bytes, 1); }
void* operator new[](size_t bytes) { return AllocateOrThrow(bytes, 1); }
void* operator new(size_t bytes, std::align_val_t alignment) {
  return AllocateOrThrow(bytes, static_cast<size_t>(alignment));
}
void* operator new[](size_t bytes, std::align_val_t alignment) {
  return AllocateOrThrow(bytes, static_cast<size_t>(alignment));
}
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return Allocate(bytes, 1); }
void* operator new[](size_t bytes, const std::nothrow_t&) noexcept { return Allocate(bytes, 1); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }

extern "C" {

using MainFunction = int(int, char**, char**);
static MainFunction* real_main = nullptr;

static int ArmedMain(int argc, char** argv, char** environment) {
  Arm();
  return real_main(argc, argv, environment);
}

int __libc_start_main(MainFunction* main, int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {
  real_main = main;
  return Real<decltype(__libc_start_main)>("__libc_start_main")(ArmedMain, argc, argv, init, fini,
                                                                rtld_fini, stack_end);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return Fails("open") ? -1 : Real<int(const char*, int, mode_t)>("open")(path, flags, mode);
}
int open64(const char* path, int flags, ...) __attribute__((alias("open")));

int openat(int directory, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if (Fails("open")) return -1;
  return Real<int(int, const char*, int, mode_t)>("openat")(directory, path, flags, mode);
}

ssize_t read(int fd, void* buffer, size_t bytes) {
  return Fails("read") ? -1 : Real<decltype(read)>("read")(fd, buffer, bytes);
}
ssize_t pread(int fd, void* buffer, size_t bytes, off_t offset) {
  return Fails("read") ? -1 : Real<decltype(pread)>("pread")(fd, buffer, bytes, offset);
}
ssize_t pread64(int fd, void* buffer, size_t bytes, off64_t offset) __attribute__((alias("pread")));
ssize_t pwrite(int fd, const void* buffer, size_t bytes, off_t offset) {
  return Fails("write") ? -1 : Real<decltype(pwrite)>("pwrite")(fd, buffer, bytes, offset);
}
ssize_t pwrite64(int fd, const void* buffer, size_t bytes, off64_t offset)
    __attribute__((alias("pwrite")));

void* mmap(void* address, size_t bytes, int protection, int flags, int fd, off_t offset) {
  if (Fails("mmap")) return MAP_FAILED;
  return Real<decltype(mmap)>("mmap")(address, bytes, protection, flags, fd, offset);
}
void* mmap64(void* address, size_t bytes, int protection, int flags, int fd, off64_t offset)
    __attribute__((alias("mmap")));

DIR* opendir(const char* path) {
  return Fails("opendir") ? nullptr : Real<decltype(opendir)>("opendir")(path);
}
DIR* fdopendir(int fd) {
  return Fails("opendir") ? nullptr : Real<decltype(fdopendir)>("fdopendir")(fd);
}
dirent* readdir(DIR* entries) {
  return Fails("readdir") ? nullptr : Real<decltype(readdir)>("readdir")(entries);
}
dirent64* readdir64(DIR* entries) __attribute__((alias("readdir")));

int stat(const char* path, struct stat* info) {
  return Fails("stat") ? -1 : Real<int(const char*, struct stat*)>("stat")(path, info);
}
int lstat(const char* path, struct stat* info) {
  return Fails("stat") ? -1 : Real<int(const char*, struct stat*)>("lstat")(path, info);
}
int fstat(int fd, struct stat* info) {
  return Fails("stat") ? -1 : Real<int(int, struct stat*)>("fstat")(fd, info);
}
int fstatat(int fd, const char* path, struct stat* info, int flags) {
  if (Fails("stat")) return -1;
  return Real<int(int, const char*, struct stat*, int)>("fstatat")(fd, path, info, flags);
}
int stat64(const char* path, struct stat64* info) __attribute__((alias("stat")));
int lstat64(const char* path, struct stat64* info) __attribute__((alias("lstat")));
int fstat64(int fd, struct stat64* info) __attribute__((alias("fstat")));
int fstatat64(int fd, const char* path, struct stat64* info, int flags)
    __attribute__((alias("fstatat")));

int rename(const char* from, const char* to) {
  return Fails("rename") ? -1 : Real<decltype(rename)>("rename")(from, to);
}
int renameat2(int from_directory, const char* from, int to_directory, const char* to,
              unsigned flags) {
  if (Fails("rename")) return -1;
  return Real<decltype(renameat2)>("renameat2")(from_directory, from, to_directory, to, flags);
}
int link(const char* from, const char* to) {
  return Fails("link") ? -1 : Real<decltype(link)>("link")(from, to);
}
int fsync(int fd) { return Fails("fsync") ? -1 : Real<decltype(fsync)>("fsync")(fd); }
int mkdir(const char* path, mode_t mode) {
  return Fails("mkdir") ? -1 : Real<decltype(mkdir)>("mkdir")(path, mode);
}
int flock(int fd, int operation) {
  return Fails("flock") ? -1 : Real<decltype(flock)>("flock")(fd, operation);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  if (Fails("thread")) return EAGAIN;
  return Real<decltype(pthread_create)>("pthread_create")(thread, attributes, start, argument);
}

}  // extern "C"
