// Bags of terms: what pages say about themselves and what others say about them (HGKI section 3).
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

#include "akin/boilerplate.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// How far the text around a link describes its target.
enum class Window {
  kBasic,      // this many words on each side, not counting stop words
  kSyntactic,  // to the next boundary of a paragraph, a table cell, a list item
  kTopical,    // to the next heading, end of a list, end of a table
};
enum class Stemming {
  kNone,      // words unchanged, except those on the stop list
  kStem,      // Porter's stems; stems of words on the stop list are dropped
  kStopStem,  // words unchanged, except those with the same stem as a word on the stop list
};
// How much a word near a link counts, by its distance d (0: in the link).
enum class DistanceWeight { kNone, kLog };  // 1, or log2(32 / (1 + d))
// The weight of a term with count tf in the bag that occurs in df bags.
enum class FrequencyWeight {
  kNone,  // tf
  kLog,   // tf / (1 + log2 df)
  kSqrt,  // tf / sqrt(df)
  kNmdf,  // both rare and common terms count little: tf exp(-((ln df - mu) / sigma)^2 / 2)
};

struct BagOptions {
  std::string name = "text";
  bool content = true;  // the words of the page itself
  bool anchor = true;   // the words in and near links to it, and its title
  bool links = false;   // the pages that link to it
  Window window = Window::kBasic;
  unsigned width = 32;  // at most this many words on each side of a link
  Stemming stemming = Stemming::kStem;
  // How much a part of a technical term (json of json.dumps, hash of HashMap) counts, from 0 to 1;
  // the whole term counts 1. Of no effect on pages whose words were kept without such terms.
  double parts = 0.5;
  // The language of all pages, such as "de", for stems and stop words. Empty: that which each page
  // says it is in; English if it says none, or one without stems.
  std::string language;
  DistanceWeight distance = DistanceWeight::kLog;
  FrequencyWeight frequency = FrequencyWeight::kNmdf;
  double mu = 0;  // for kNmdf; if sigma is 0, both are computed from the number of bags
  double sigma = 0;
  // Which links that were recognised as boilerplate say nothing: neither the words in and near them
  // count for their targets, nor are they terms. The words of the page itself all count.
  Boilerplate boilerplate = Boilerplate::kSite;
  bool replace = false;  // makes bags of that name anew, whatever their options

  bool operator==(const BagOptions&) const = default;
};

// The same as words, as `akin bags` takes them and files store them; without name and replace.
struct BagWords {
  std::string terms;   // some of content,anchor,links
  std::string window;  // basic:WIDTH, syntactic or topical; the last two reach 128 words, or :WIDTH
  std::string stem;    // none, stem or stopstem
  std::string distance;  // none or log
  std::string weight;    // none, log, sqrt, nmdf or nmdf:MU,SIGMA
  std::string parts;     // a number from 0 to 1; empty means the default
  std::string language;  // the code of a language, such as de; auto or empty: as each page says
  std::string boilerplate = "keep";  // keep, site or drop

  bool operator==(const BagWords&) const = default;
};
BagWords DescribeBags(const BagOptions& options);
// kInvalidArgument for unknown words; the message lists the known ones.
Result<BagOptions> ParseBagWords(const BagWords& words);
Status CheckBagOptions(const BagOptions& options);

// The codes of the languages that have stems, sorted.
std::vector<std::string> StemmedLanguages();

struct BagReport {
  bool built = false;  // false: bags of that name with these options existed
  uint64_t bags = 0;   // number of bags that are not empty
  uint64_t empty = 0;
  uint64_t words = 0;       // number of distinct words among the terms
  uint64_t collisions = 0;  // words mixed up because their hashes are equal; only if built
  uint64_t bytes = 0;
};

// Makes bags from the pages of a corpus, or finds those made with the same options. Bags of links
// only can be made for any corpus, others only for one that was ingested from pages.
Result<BagReport> BuildBags(const std::string& corpus, const BagOptions& options = {},
                            const Control& control = {});

// The words of a text, with a blank after each, by every rule by which the words of pages may have
// been found. Bags take those that they were made of. WordsOf (akin/ingest.h) makes it.
struct TextWords {
  std::string whole;    // technical terms stay whole
  std::string letters;  // of letters alone
};

struct BagInfo {
  std::string name;
  BagOptions options;
  std::string text_language;  // in which texts that are compared with these bags are understood
  double mu = 0;              // for kNmdf: as in the options, or as chosen if they have none
  double sigma = 0;
  uint64_t vertices = 0;
  uint64_t bags = 0;   // number of bags that are not empty
  uint64_t words = 0;  // number of distinct words
  uint64_t bytes = 0;
};

struct WeighedTerm {
  std::string word;           // empty if the term is a page
  VertexId page = kNoVertex;  // the page that links here; kNoVertex if the term is a word
  double weight = 0;          // the weights of a bag sum to 1
  uint64_t frequency = 0;     // number of bags that contain the term
};

class BagsFile;

// A set of bags of a corpus (akin/corpus.h opens it). Safe from any thread; cheap to copy.
class Bags {
 public:
  const BagInfo& info() const;
  // The terms of a vertex, heaviest first, at most k of them. Of terms with the same weight, words
  // come first, in byte order. Empty if nothing is known about the vertex.
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
