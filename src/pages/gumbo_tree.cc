#include "pages/gumbo_tree.h"

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <new>
#include <utility>

// The names that cmake/gumbo.cmake gives to functions of gumbo.
extern "C" {
GumboOutput* akin_gumbo_parse_with_options(const GumboOptions* options, const char* text,
                                           size_t length);
GumboAttribute* akin_gumbo_get_attribute(const GumboVector* attributes, const char* name);
const char* akin_gumbo_normalized_tagname(GumboTag tag);
[[noreturn]] void akin_gumbo_assert_fail(const char* assertion, const char* file, unsigned line,
                                         const char* function);
}

namespace akin {
namespace {

enum class Outcome : int { kMade = 0, kFailed, kOutOfMemory };

// The way out of the parser that runs on this thread; null if none runs.
thread_local std::jmp_buf* way_out = nullptr;

[[noreturn]] void LeaveParser(Outcome outcome) {
  // Nobody knows what to do if a check fails elsewhere: it is one that no page can reach.
  if (way_out == nullptr) std::abort();
  // NOLINTNEXTLINE(cert-err52-cpp,modernize-avoid-setjmp-longjmp): only frames of C are left
  std::longjmp(*way_out, static_cast<int>(outcome));
}

// Has no object with a destructor, because a jump would not call it.
Outcome ParseOrLeave(const GumboOptions& options, std::string_view html,
                     const GumboOutput** output) {
  std::jmp_buf here;
  way_out = &here;
  switch (setjmp(here)) {  // NOLINT(cert-err52-cpp): gumbo has no other way to fail
    case static_cast<int>(Outcome::kMade):
      *output = akin_gumbo_parse_with_options(&options, html.data(), html.size());
      return Outcome::kMade;
    case static_cast<int>(Outcome::kFailed):
      return Outcome::kFailed;
    default:
      return Outcome::kOutOfMemory;
  }
}

}  // namespace

struct GumboTree::Block {
  Block* before;
  alignas(std::max_align_t) std::byte bytes[1];  // and more
};

void GumboTree::Free() {
  while (blocks_ != nullptr) std::free(std::exchange(blocks_, blocks_->before));
  room_ = 0;
  taken_ = 0;
}

void* GumboTree::Allocate(void* tree, size_t size) {
  constexpr size_t kBlock = size_t{256} << 10;
  constexpr size_t kUnit = alignof(std::max_align_t);
  auto& self = *static_cast<GumboTree*>(tree);
  if (size > self.limit_) LeaveParser(Outcome::kFailed);
  size = (size + kUnit - 1) / kUnit * kUnit;
  if (size > self.room_) {
    const size_t bytes = std::max(size, kBlock);
    if (bytes > self.limit_ - self.taken_) LeaveParser(Outcome::kFailed);
    // Without new, which would throw through frames of C.
    auto* const block = static_cast<Block*>(std::malloc(offsetof(Block, bytes) + bytes));
    if (block == nullptr) LeaveParser(Outcome::kOutOfMemory);
    block->before = std::exchange(self.blocks_, block);
    self.taken_ += bytes;
    self.next_ = block->bytes;
    self.room_ = bytes;
  }
  self.room_ -= size;
  return std::exchange(self.next_, self.next_ + size);
}

const GumboNode* GumboTree::Parse(std::string_view html) {
  constexpr size_t kTimes = 128;
  constexpr size_t kAlways = size_t{1} << 20;
  Free();
  limit_ = kTimes * html.size() + kAlways;
  // gumbo's own defaults, but without a list of errors: pages are full of them.
  const GumboOptions options = {.allocator = Allocate,
                                .deallocator = [](void* /*tree*/, void* /*memory*/) {},
                                .userdata = this,
                                .tab_stop = 8,
                                .stop_on_first_error = false,
                                .max_errors = 0,
                                .fragment_context = GUMBO_TAG_LAST,
                                .fragment_namespace = GUMBO_NAMESPACE_HTML};
  const GumboOutput* output = nullptr;
  const Outcome outcome = ParseOrLeave(options, html, &output);
  way_out = nullptr;
  if (outcome == Outcome::kOutOfMemory) throw std::bad_alloc();
  return outcome == Outcome::kMade ? output->root : nullptr;
}

const GumboAttribute* AttributeNamed(const GumboElement& element, const char* name) {
  return akin_gumbo_get_attribute(&element.attributes, name);
}

const char* TagNameOf(GumboTag tag) { return akin_gumbo_normalized_tagname(tag); }

}  // namespace akin

void akin_gumbo_assert_fail(const char* /*assertion*/, const char* /*file*/, unsigned /*line*/,
                            const char* /*function*/) {
  akin::LeaveParser(akin::Outcome::kFailed);
}
