#include "session.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <thread>

#include "errors.h"
#include "flags.h"
#include "progress_bar.h"

namespace akin::cli {

bool IsTerminal(int fd) { return ::isatty(fd) == 1; }

Control Session::ControlFor() const {
  Control control{.threads = threads, .memory = memory, .stop = stop};
  if (!quiet && IsTerminal(STDERR_FILENO)) control.progress = ProgressBar();
  return control;
}

void Session::AddWorkFlags(CLI::App& verb) {
  AddFlag(verb, "--threads", threads);
  AddSizeFlag(verb, "--memory", memory);
  AddSwitch(verb, "--quiet", quiet);
}

void Session::AddOutputFlags(CLI::App& verb) {
  CLI::Option* json_flag = AddSwitch(verb, "--json", json);
  AddSwitch(verb, "--table", table)->excludes(json_flag);
}

int Session::Fail(const Status& status) const {
  if (status.code() == Code::kCancelled) {
    fmt::print(stderr, "akin: interrupted\n");
    return kInterrupted;
  }
  fmt::print(stderr, "akin: {}\n",
             running == nullptr ? status.message() : Explain(status, *running));
  return kError;
}

void Session::Note(std::string_view text) const {
  if (!quiet) fmt::print(stderr, "{}\n", text);
}

std::stop_token StopOnSignals() {
  static std::stop_source source;
  static sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([] {
    for (bool again = false;; again = true) {
      int signal = 0;
      sigwait(&signals, &signal);
      if (again) _exit(kInterrupted);
      source.request_stop();
    }
  }).detach();
  return source.get_token();
}

}  // namespace akin::cli
