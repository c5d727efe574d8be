#include "base/mapping_guard.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "akin/files.h"

namespace akin {

// A place in the list. While it changes, `changes` is odd. The mapping that a thread is reading
// does not change, so the handler can pass over those that do.
struct GuardedMapping {
  std::atomic<uint64_t> changes = 0;
  std::atomic<uintptr_t> begin = 0;  // 0: the place is free
  std::atomic<uintptr_t> end = 0;
  std::atomic<bool> damaged = false;
};
static_assert(std::atomic<uintptr_t>::is_always_lock_free &&
              std::atomic<bool>::is_always_lock_free && std::atomic<uint64_t>::is_always_lock_free);

namespace {

// The list grows by blocks, which are never removed, so that the handler can follow the pointers.
struct Block {
  std::array<GuardedMapping, 64> mappings;
  std::atomic<Block*> next = nullptr;
};

Block first_block;
std::mutex list_mutex;  // for those who change the list

// Set once, before the handler is in place.
struct sigaction previous_action;
uintptr_t page_bytes = 0;

// The place of a mapping with this address; null if there is none. Called by the handler.
GuardedMapping* MappingAt(uintptr_t address, uintptr_t& end) {
  for (Block* block = &first_block; block != nullptr; block = block->next.load()) {
    for (GuardedMapping& mapping : block->mappings) {
      const uint64_t before = mapping.changes.load();
      const uintptr_t begin = mapping.begin.load();
      end = mapping.end.load();
      const bool steady = before % 2 == 0 && mapping.changes.load() == before;
      if (steady && begin != 0 && address >= begin && address < end) return &mapping;
    }
  }
  return nullptr;
}

// Whether zeros could be put in the place of the lost pages.
bool PutZeros(uintptr_t address) {
  uintptr_t end = 0;
  GuardedMapping* const mapping = MappingAt(address, end);
  if (mapping == nullptr) return false;
  mapping->damaged.store(true);
  const uintptr_t page = address / page_bytes * page_bytes;
  // A system call and nothing else, so it is safe in a handler, although POSIX does not say so.
  return ::mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}

// What would have happened without us.
void PassOn(int signal, siginfo_t* info, void* context) {
  if ((previous_action.sa_flags & SA_SIGINFO) != 0) {
    previous_action.sa_sigaction(signal, info, context);
    return;
  }
  const bool raised = info->si_code <= 0;  // by a call, not by a read of memory
  if (previous_action.sa_handler == SIG_IGN && raised) return;
  if (previous_action.sa_handler != SIG_IGN && previous_action.sa_handler != SIG_DFL) {
    previous_action.sa_handler(signal);
    return;
  }
  // The read is repeated on return and then ends the process; a call has to be repeated by us.
  struct sigaction ends {};
  ends.sa_handler = SIG_DFL;
  ::sigaction(signal, &ends, nullptr);
  if (raised) ::raise(signal);
}

void OnBusError(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const bool by_a_read = info->si_code > 0;
  if (!by_a_read || !PutZeros(reinterpret_cast<uintptr_t>(info->si_addr))) {
    PassOn(signal, info, context);
  }
  errno = error;
}

GuardedMapping& FreePlace() {
  for (Block* block = &first_block;; block = block->next.load()) {
    for (GuardedMapping& mapping : block->mappings) {
      if (mapping.begin.load() == 0) return mapping;
    }
    if (block->next.load() == nullptr) block->next.store(new Block);  // stays for good
  }
}

void Change(GuardedMapping& mapping, uintptr_t begin, uintptr_t end) {
  ++mapping.changes;
  mapping.begin.store(begin);
  mapping.end.store(end);
  mapping.damaged.store(false);
  ++mapping.changes;
}

}  // namespace

GuardedMapping* GuardMapping(const void* data, size_t bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(data);
  const std::lock_guard lock(list_mutex);
  GuardedMapping& mapping = FreePlace();
  Change(mapping, begin, begin + bytes);
  return &mapping;
}

void UnguardMapping(GuardedMapping& mapping) noexcept {
  const std::lock_guard lock(list_mutex);
  Change(mapping, 0, 0);
}

bool IsDamaged(const GuardedMapping& mapping) { return mapping.damaged.load(); }

Status GuardMappedFiles() {
  static std::mutex mutex;
  static bool guarded = false;
  const std::lock_guard lock(mutex);
  if (guarded) return {};
  page_bytes = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  // `previous_action` is complete before a signal can need it.
  if (::sigaction(SIGBUS, nullptr, &previous_action) != 0) {
    return {Code::kIo, "cannot read the handler of SIGBUS"};
  }
  struct sigaction action {};
  action.sa_sigaction = OnBusError;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (::sigaction(SIGBUS, &action, nullptr) != 0) return {Code::kIo, "cannot handle SIGBUS"};
  guarded = true;
  return {};
}

}  // namespace akin
