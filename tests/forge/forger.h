// Lies with valid checksums: takes the files of an honest corpus, changes what is in a few places,
// and repairs every checksum and every name of a file by its checksum, here and in other files. So
// only readers that check what they read notice.
#ifndef AKIN_TESTS_FORGE_FORGER_H_
#define AKIN_TESTS_FORGE_FORGER_H_

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "file_tree.h"
#include "forge/sealed_bytes.h"

namespace akin {

struct Forgery {
  std::string file;  // the one that lies
  FileTree files;    // all that differ from the honest ones
  std::string what;  // was done, for a person
};

class Forger {
 public:
  // `vertices`: of the corpus; counts near it are the most promising lies.
  Forger(FileTree honest, uint64_t vertices);

  // The same number gives the same forgery.
  Forgery Make(uint64_t number) const;
  // One file as given, and all others that name it by its checksum.
  Forgery With(const std::string& name, const std::string& bytes) const;

  const FileTree& honest() const { return honest_; }

 private:
  using Random = std::mt19937_64;
  std::string ChangedContainer(const std::string& honest, Random& random, std::string& what) const;
  std::string ChangedJson(const std::string& text, Random& random, std::string& what) const;
  void ChangeSection(std::string& bytes, Random& random, std::string& what) const;
  void ChangeSize(std::string& bytes, Random& random, std::string& what) const;
  uint64_t Lie(uint64_t truth, Random& random) const;

  FileTree honest_;
  std::vector<std::string> names_;
  std::map<std::string, std::vector<std::string>> names_in_;  // the files that each file names
  std::vector<std::string> namers_;  // files that name others, each behind those that it names
  uint64_t vertices_;
};

}  // namespace akin

#endif  // AKIN_TESTS_FORGE_FORGER_H_
