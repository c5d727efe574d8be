// Forges files with valid checksums for as long as it is told, and reads them. A crash, an error of
// a sanitizer, a case of more than ten seconds, or a broken promise ends it with the number of the
// case.
//
//   forge_stress [--seconds N] [--cases N] [--first N] [--go-on 1]
//
// With --go-on, a broken promise is told but does not end it. Cases are numbered; a number gives
// the same case on every machine. The last line says how many there were.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "forge/trial.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AKIN_SANITIZED 1
#include <sanitizer/common_interface_defs.h>
#endif
#endif

namespace {

constexpr unsigned kMostSeconds = 10;
char current[1024] = "making the honest corpora";

void SayCase() {
  (void)!::write(STDERR_FILENO, "\nforge_stress: in ", 18);
  (void)!::write(STDERR_FILENO, current, std::strlen(current));
  (void)!::write(STDERR_FILENO, "\n", 1);
}

void Die(int signal) {
  SayCase();
  ::signal(signal, SIG_DFL);
  ::raise(signal == SIGALRM ? SIGABRT : signal);
}

bool Failed(const std::string& what) {
  if (what.empty()) return false;
  std::fprintf(stderr, "forge_stress: %s\n", what.c_str());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t seconds = 0;
  uint64_t cases = 0;
  uint64_t first = 0;
  uint64_t broken = 0;
  bool go_on = false;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    const uint64_t value = std::strtoull(argv[i + 1], nullptr, 10);
    if (flag == "--seconds") seconds = value;
    if (flag == "--cases") cases = value;
    if (flag == "--first") first = value;
    if (flag == "--go-on") go_on = value != 0;
  }
  if (seconds == 0 && cases == 0) {
    return Failed("usage: forge_stress [--seconds N] [--cases N] [--first N]") ? 2 : 0;
  }
  ::signal(SIGALRM, Die);
  ::signal(SIGABRT, Die);
#ifdef AKIN_SANITIZED
  __sanitizer_set_death_callback(SayCase);
#endif
  akin::ForgeryTrial trial;
  if (Failed(trial.failure())) return 1;
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
  uint64_t done = 0;
  uint64_t refused = 0;  // cases in which something was refused
  uint64_t checked = 0;  // of which Check says so
  while ((cases == 0 || done < cases) &&
         (seconds == 0 || passed() < static_cast<double>(seconds))) {
    std::snprintf(current, sizeof(current), "case %llu",
                  static_cast<unsigned long long>(first + done));
    ::alarm(kMostSeconds);
    const akin::Asked asked = trial.Run(first + done);
    ::alarm(0);
    broken += Failed(asked.broken) ? 1 : 0;
    if (broken > 0 && !go_on) return 1;
    refused += asked.damage.ok() && asked.check.ok() ? 0 : 1;
    checked += asked.check.ok() ? 0 : 1;
    ++done;
  }
  std::printf(
      "forge_stress: %llu cases from %llu in %.0f s: no crash, %llu broken promises; %llu "
      "were called damaged, %llu of them by check\n",
      static_cast<unsigned long long>(done), static_cast<unsigned long long>(first), passed(),
      static_cast<unsigned long long>(broken), static_cast<unsigned long long>(refused),
      static_cast<unsigned long long>(checked));
  return broken == 0 ? 0 : 1;
}
