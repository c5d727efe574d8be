// akin: the command line. Data goes to standard output, everything else to standard error.
#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "akin/files.h"
#include "akin/memory_reserve.h"
#include "print.h"
#include "verbs.h"

namespace akin::cli {
namespace {

constexpr const char* kAbout =
    "akin finds related vertices in a graph.\n\n"
    "  akin ingest links.tsv -o web.akin           make a corpus from links\n"
    "  akin build web.akin                         build the index that suits it\n"
    "  akin related web.akin KEY                   ask what is related to KEY\n";

// A file that is opened must not become standard output because that is closed. What is opened
// instead fails on every use, as a closed descriptor does.
void OccupyStandardDescriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    if (::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) ::_exit(kError);
  }
}
// Before the libraries are initialised: that of gRPC opens a descriptor then.
[[gnu::section(".preinit_array"),
  gnu::used]] void (*const occupy_first)() = OccupyStandardDescriptors;

// The library counts on some stack. Whether the limit allows it, perhaps after raising it. It is
// also the size of the stacks of threads, unless we say otherwise.
bool HasStack() {
  constexpr size_t kLeast = size_t{1} << 20;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kLeast) return true;
  pthread_attr_t threads;
  ::pthread_attr_init(&threads);
  ::pthread_attr_setstacksize(&threads, kLeast);
  ::pthread_setattr_default_np(&threads);
  ::pthread_attr_destroy(&threads);
  limit.rlim_cur = kLeast;
  limit.rlim_max = std::max<rlim_t>(limit.rlim_max, kLeast);
  return ::setrlimit(RLIMIT_STACK, &limit) == 0;
}

// If standard output is on a full disk, that is an error, whatever the verb found. If it is a pipe
// that nobody reads any more, that is no news, and this process ends as the system would have ended
// it, but with nothing left behind.
int CheckOutput(int code) {
  const Status status = OutputStatus();
  if (status.ok()) return code;
  if (OutputFailure() == EPIPE) {
    ::signal(SIGPIPE, SIG_DFL);
    ::raise(SIGPIPE);
  }
  Print(stderr, "akin: {}\n", status.message());
  return kError;
}

// Without memory: there may be none.
int LastWords(std::string_view before, std::string_view what) {
  for (const std::string_view part : {std::string_view("akin: "), before, what, {"\n", 1}}) {
    if (::write(STDERR_FILENO, part.data(), part.size()) < 0) break;
  }
  return kError;
}

constexpr std::string_view kNoMemory =
    "out of memory: the system refused more; free some, or set a lower limit (--memory) or fewer "
    "threads (--threads)";

// Libraries promise here and there not to throw, and then have no memory for it: CLI11 when it
// looks for a flag, nlohmann-json when it destroys a document. The C++ library ends the process
// with its exception still on the way, which then cannot be looked at.
[[noreturn]] void EndWithoutMemory() {
  bool no_memory = false;
  try {
    no_memory = std::uncaught_exceptions() > 0 && MemoryWasRefused();
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    no_memory = true;
  } catch (...) {
    no_memory = false;
  }
  if (!no_memory) std::abort();
  ::_exit(LastWords(kNoMemory, "; temporary files may be left, which the next run removes"));
}

int Main(int argc, char** argv) {
  // Writing too much, or to nobody, is an error of that write.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  Session session;
  session.stop = StopOnSignals();
  const Status guarded = GuardMappedFiles();
  if (!guarded.ok()) return session.Fail(guarded);
  CommandLine line(kAbout, "akin " AKIN_VERSION);
  AddIngest(line, session);
  AddGenerate(line, session);
  AddBuild(line, session);
  AddRecipe(line, session);
  AddBags(line, session);
  AddBag(line, session);
  AddLabel(line, session);
  AddRelated(line, session);
  AddSim(line, session);
  AddExplain(line, session);
  AddJoin(line, session);
  AddServe(line, session);
  AddBackend(line, session);
  AddSplit(line, session);
  AddMatch(line, session);
  AddEval(line, session);
  AddSample(line, session);
  AddPlot(line, session);
  AddInfo(line, session);
  AddCheck(line, session);
  AddExport(line, session);
  AddCompletion(line, session);
  AddHelp(line, session);
  return CheckOutput(line.Run(argc, argv, session));
}

}  // namespace
}  // namespace akin::cli

int main(int argc, char** argv) {
  if (!akin::cli::HasStack()) {
    return akin::cli::LastWords("the limit of the stack is too low; raise it: ", "ulimit -s 1024");
  }
  std::set_terminate(akin::cli::EndWithoutMemory);
  try {
    akin::HoldMemoryReserve();
    return akin::cli::Main(argc, argv);
  } catch (const std::bad_alloc&) {
    return akin::cli::LastWords(akin::cli::kNoMemory, "");
  } catch (const std::system_error& error) {
    return akin::cli::LastWords("the system refused a thread, a lock or a file: ", error.what());
  } catch (const std::exception& error) {
    return akin::cli::LastWords("internal error: ", error.what());
  }
}
