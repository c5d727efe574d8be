#include "session.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <thread>

#include "errors.h"
#include "flags.h"
#include "print.h"
#include "progress_bar.h"
#include "terminal.h"

namespace akin::cli {

Control Session::ControlFor() const {
  Control control{.threads = threads, .memory = memory, .stop = stop};
  if (!quiet && IsTerminal(STDERR_FILENO)) control.progress = ProgressBar();
  return control;
}

void Session::AddWorkFlags(const Verb& verb) {
  AddFlag(verb, "--threads", threads);
  AddSizeFlag(verb, "--memory", memory);
  AddSwitch(verb, "--quiet", quiet);
}

void Session::AddOutputFlags(const Verb& verb) {
  const Flag json_flag = AddSwitch(verb, "--json", json);
  AddSwitch(verb, "--table", table).Excludes(json_flag);
  AddSwitch(verb, "--header", header)
      .Describe("begin TSV with a line of the column names, as tables do")
      .Excludes(json_flag);
}

int Session::CodeOf(const Status& status) const {
  return status.ok() ? static_cast<int>(kFound) : Fail(status);
}

int Session::CodeOf(const Result<int>& code) const {
  return code.ok() ? *code : Fail(code.status());
}

int Session::Fail(const Status& status) const {
  if (OutputFailure() != 0) return kError;  // main says that
  if (status.code() == Code::kCancelled) {
    Print(stderr, "akin: interrupted\n");
    return kInterrupted;
  }
  Print(stderr, "akin: {}\n", running ? Explain(status, *running) : status.message());
  return kError;
}

void Session::Note(std::string_view text) const {
  if (!quiet) Print(stderr, "{}\n", text);
}

std::stop_token StopOnSignals() {
  static std::stop_source source;
  WhenOutputFails([] { source.request_stop(); });
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
