// Bags of terms: what pages say of themselves and what others say of them (HGKI section 3).
//
//   akin::BuildBags("site.akin", {.name = "anchors32"});
//   auto bags = corpus->OpenBags("anchors32");
//   auto heaviest = bags->Heaviest(vertex, 10);
#ifndef AKIN_BAGS_H_
#define AKIN_BAGS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// How far the text around a link reaches that says something of its target.
enum class Window {
  kBasic,      // so many words on each side, stop words not counted
  kSyntactic,  // to the next boundary of a paragraph, a table cell, a list item
  kTopical,    // to the next heading, end of a list, end of a table
};
enum class Stemming {
  kNone,      // words as they are, but for those on the stop list
  kStem,      // Porter's stems; those of words on the stop list dropped
  kStopStem,  // words as they are, but for those whose stem is that of one on the stop list
};
// What a word near a link counts, by its distance d (0: in the link).
enum class DistanceWeight { kNone, kLog };  // 1, or log2(32 / (1 + d))
// What becomes of a term that counts tf in the bag and is in df bags.
enum class FrequencyWeight {
  kNone,  // tf
  kLog,   // tf / (1 + log2 df)
  kSqrt,  // tf / sqrt(df)
  kNmdf,  // tf exp(-((ln df - mu) / sigma)^2 / 2): both the rare and the common count little
};

struct BagOptions {
  std::string name = "text";
  bool content = true;  // the words of the page itself
  bool anchor = true;   // the words in and near links to it, and its title
  bool links = false;   // the pages that link to it
  Window window = Window::kBasic;
  unsigned width = 32;  // words on each side of a link, at most
  Stemming stemming = Stemming::kStem;
  DistanceWeight distance = DistanceWeight::kLog;
  FrequencyWeight frequency = FrequencyWeight::kNmdf;
  double mu = 0;  // of kNmdf; with sigma 0, both from the number of bags
  double sigma = 0;
  bool replace = false;  // bags of that name are made anew, whatever their options

  bool operator==(const BagOptions&) const = default;
};

// The same in words, as they are given to `akin bags` and kept in files; name and replace apart.
struct BagWords {
  std::string terms;     // some of content,anchor,links
  std::string window;    // basic:WIDTH, syntactic or topical; these two reach 128 words, or :WIDTH
  std::string stem;      // none, stem or stopstem
  std::string distance;  // none or log
  std::string weight;    // none, log, sqrt, nmdf or nmdf:MU,SIGMA

  bool operator==(const BagWords&) const = default;
};
BagWords DescribeBags(const BagOptions& options);
// kInvalidArgument, listing what there is, for words that mean nothing.
Result<BagOptions> ParseBagWords(const BagWords& words);
Status CheckBagOptions(const BagOptions& options);

struct BagReport {
  bool built = false;  // or bags of that name with these options were there
  uint64_t bags = 0;   // that are not empty
  uint64_t empty = 0;
  uint64_t words = 0;       // distinct ones among the terms
  uint64_t collisions = 0;  // words taken for another because their hashes are equal; when built
  uint64_t bytes = 0;
};

// Makes bags from the pages of a corpus, or finds those made with the same options. Bags of links
// alone can be had of any corpus, others only of one that was ingested from pages.
Result<BagReport> BuildBags(const std::string& corpus, const BagOptions& options = {},
                            const Control& control = {});

struct BagInfo {
  std::string name;
  BagOptions options;
  double mu = 0;  // of kNmdf: those of the options, or what was chosen in their place
  double sigma = 0;
  uint64_t vertices = 0;
  uint64_t bags = 0;   // that are not empty
  uint64_t words = 0;  // distinct ones
  uint64_t bytes = 0;
};

struct WeighedTerm {
  std::string word;           // empty if the term is a page
  VertexId page = kNoVertex;  // that links here; kNoVertex if the term is a word
  double weight = 0;          // those of a bag sum to 1
  uint64_t frequency = 0;     // bags that have the term
};

class BagsFile;

// A set of bags of a corpus (akin/corpus.h opens them). Safe from any thread; copies are cheap.
class Bags {
 public:
  const BagInfo& info() const;
  // The terms of a vertex, heaviest first; of terms that weigh the same words come first, in the
  // order of bytes. At most k of them. None if nothing is known of the vertex.
  Result<std::vector<WeighedTerm>> Heaviest(VertexId vertex, size_t k) const;
  Result<std::vector<WeighedTerm>> Bag(VertexId vertex) const { return Heaviest(vertex, SIZE_MAX); }

  // For the library itself.
  explicit Bags(BagInfo info, std::shared_ptr<const BagsFile> file);
  const BagsFile& file() const { return *file_; }

 private:
  std::shared_ptr<const BagInfo> info_;
  std::shared_ptr<const BagsFile> file_;
};

}  // namespace akin

#endif  // AKIN_BAGS_H_
