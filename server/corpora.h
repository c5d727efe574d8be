// The corpora that are served, each in its newest generation that could be opened.
//
// Look() compares what is on disk with what is open. A corpus that changed is opened beside the old
// one and takes its place when it is open, verified and warm. One that cannot be opened changes
// nothing: the old one goes on, and is tried again when its files change once more. Files are
// replaced by renaming others over them, so those that are mapped stay as they are.
#ifndef AKIN_SERVER_CORPORA_H_
#define AKIN_SERVER_CORPORA_H_

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "server/opened_corpus.h"

namespace akin::server {

// What a corpus is called: as its directory, without .akin.
std::string CorpusName(const std::string& path);

class Corpora {
 public:
  using Generation = std::shared_ptr<const OpenedCorpus>;
  // Told of every corpus that was opened anew, or could not be. Called by whoever calls Look().
  using Report = std::function<void(const std::string& name, const Status& status)>;

  // kInvalidArgument if two have one name.
  static Result<std::unique_ptr<Corpora>> Of(const std::vector<std::string>& paths,
                                             const OpenOptions& options = {});

  // Before anything can be asked. The first error ends it.
  Status OpenAll(const Control& control = {});

  // Call these two from one thread at a time. A change is taken up when it has been the same for
  // two looks, so that whoever makes it is likely done.
  void Look(const Report& report, const Control& control = {});
  void ReopenAll(const Report& report, const Control& control = {});

  // An empty name means the only corpus. kNoCorpus, or kInvalidArgument if there are several; both
  // with suggestions.
  Result<Generation> Find(std::string_view name) const;
  std::vector<Generation> All() const;  // in the order in which they were named
  // Whether each group of shards on other machines was up at some time.
  bool BackendsWereUp() const;
  // A message without the places of corpora on disk, which are no business of whoever asks.
  std::string WithNames(std::string message) const;

 private:
  struct Served {
    std::string name;
    std::string path;
    std::string seen;    // the files as they were when it was opened, or could not be
    std::string before;  // as they were when looked at last
    Generation opened;
    std::string refused;  // why the new generation was, if it is tried again
  };

  Corpora() = default;
  Status Reopen(Served& served, const Control& control);
  void ReopenAndTell(Served& served, const Report& report, const Control& control);

  OpenOptions options_;
  mutable std::mutex mutex_;  // of all `opened`
  std::vector<Served> served_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_CORPORA_H_
