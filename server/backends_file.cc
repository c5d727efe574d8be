#include "server/backends_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "akin/errors.h"
#include "akin/files.h"
#include "akin/parts.h"
#include "akin/spelling.h"
#include "akin/try.h"

namespace akin::server {
namespace {

constexpr uint32_t kMostShards = 1'000'000;

bool ParseWhole(std::string_view text, uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

std::vector<std::string_view> SplitAtBlanks(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<std::string_view> words;
  for (size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
    const size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

// HOST:PORT, where an IPv6 address is in brackets.
bool IsAddress(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view host = text.substr(0, colon);
  const bool six = host.front() == '[' && host.back() == ']';
  const std::string_view allowed =
      six ? "0123456789abcdefABCDEF:.%[]"
          : "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  uint32_t port = 0;
  return host.find_first_not_of(allowed) == std::string_view::npos &&
         ParseWhole(text.substr(colon + 1), port) && port > 0 && port < 65536;
}

}  // namespace

Result<std::vector<uint32_t>> ParseShards(std::string_view text) {
  const Status bad = InvalidArgument(
      "shards",
      fmt::format("'{}' for shards; write numbers from 0 on, such as 0-3 or 0,2,5-7", text));
  std::set<uint32_t> shards;
  for (std::string_view rest = text;;) {
    const size_t comma = rest.find(',');
    const std::string_view range = rest.substr(0, comma);
    const size_t dash = range.find('-');
    uint32_t first = 0;
    uint32_t last = 0;
    if (!ParseWhole(range.substr(0, dash), first)) return bad;
    last = first;
    if (dash != std::string_view::npos && !ParseWhole(range.substr(dash + 1), last)) return bad;
    if (last < first || last >= kMostShards) return bad;
    for (uint32_t shard = first; shard <= last; ++shard) {
      if (!shards.insert(shard).second) {
        return InvalidArgument("shards", fmt::format("shard {} occurs twice in {}", shard, text));
      }
    }
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return std::vector<uint32_t>(shards.begin(), shards.end());
}

Result<BackendsFile::Line> BackendsFile::ParseLine(const Place& place, std::string_view text) {
  const std::vector<std::string_view> words = SplitAtBlanks(text);
  if (words.size() < 3) {
    return BadInput(place, "a line has an index, its shards, and machines as HOST:PORT");
  }
  Line line;
  line.group.place = place;
  const size_t slash = words[0].find('/');
  if (slash != std::string_view::npos) line.corpus = words[0].substr(0, slash);
  line.index = words[0].substr(slash == std::string_view::npos ? 0 : slash + 1);
  if (line.index.empty() || slash == 0) {
    return BadInput(place, fmt::format("'{}' is no INDEX or CORPUS/INDEX", words[0]));
  }
  auto shards = ParseShards(words[1]);
  if (!shards.ok()) return shards.status().At(place);
  line.group.shards = std::move(*shards);
  for (size_t i = 2; i < words.size(); ++i) {
    std::vector<std::string>& replicas = line.group.replicas;
    if (!IsAddress(words[i])) {
      return BadInput(place, fmt::format("'{}' is no HOST:PORT, such as 10.0.0.1:7412", words[i]));
    }
    if (std::find(replicas.begin(), replicas.end(), words[i]) != replicas.end()) {
      return BadInput(place, fmt::format("{} occurs twice", words[i]));
    }
    replicas.emplace_back(words[i]);
  }
  return line;
}

Result<BackendsFile> BackendsFile::Read(const std::string& path) {
  BackendsFile file;
  file.path_ = path;
  AKIN_TRY(EachLine(path, [&](const Place& place, std::string_view text) -> Status {
    if (SplitAtBlanks(text).empty()) return {};
    AKIN_TRY_ASSIGN(Line line, ParseLine(place, text));
    file.lines_.push_back(std::move(line));
    return {};
  }));
  if (file.lines_.empty()) return BadInput({.file = path}, "it names no back ends");
  return file;
}

Status BackendsFile::CheckCorpora(const std::vector<std::string>& corpora) const {
  for (const Line& line : lines_) {
    if (line.corpus.empty() && corpora.size() > 1) {
      return BadInput(line.group.place,
                      fmt::format("several corpora are served; write CORPUS/{}", line.index));
    }
    if (line.corpus.empty() ||
        std::find(corpora.begin(), corpora.end(), line.corpus) != corpora.end()) {
      continue;
    }
    return BadInput(line.group.place, fmt::format("no corpus '{}' is served", line.corpus))
        .Suggesting(SuggestWords(corpora, line.corpus));
  }
  return {};
}

Status BackendsFile::CheckIndexes(const std::string& corpus,
                                  const std::vector<std::string>& indexes) const {
  for (const Line& line : lines_) {
    if (!line.corpus.empty() && line.corpus != corpus) continue;
    if (std::find(indexes.begin(), indexes.end(), line.index) != indexes.end()) continue;
    return BadInput(line.group.place, fmt::format("{} has no index '{}'", corpus, line.index))
        .Suggesting(SuggestWords(indexes, line.index));
  }
  return {};
}

bool BackendsFile::Names(const std::string& corpus, const std::string& index) const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [&](const Line& line) { return line.IsAbout(corpus, index); });
}

Result<std::vector<ReplicaGroup>> BackendsFile::GroupsOf(const std::string& corpus,
                                                         const std::string& index,
                                                         size_t shards) const {
  std::vector<ReplicaGroup> groups;
  std::map<uint32_t, uint64_t> seen;  // the lines of shards
  for (const Line& line : lines_) {
    if (!line.IsAbout(corpus, index)) continue;
    for (const uint32_t shard : line.group.shards) {
      if (shard >= shards) {
        return BadInput(line.group.place,
                        fmt::format("{} has no shard {}; it has {}", index, shard, shards));
      }
      const auto [other, fresh] = seen.emplace(shard, line.group.place.line);
      if (!fresh) {
        return BadInput(line.group.place, fmt::format("shard {} of {} is on line {} already", shard,
                                                      index, other->second));
      }
    }
    groups.push_back(line.group);
  }
  std::vector<uint32_t> missing;
  for (uint32_t shard = 0; shard < shards; ++shard) {
    if (!seen.contains(shard)) missing.push_back(shard);
  }
  if (!missing.empty()) {
    return BadInput({.file = path_}, fmt::format("{} has {} shards, but no line names {}", index,
                                                 shards, ShardsText(missing)));
  }
  std::sort(groups.begin(), groups.end(), [](const ReplicaGroup& a, const ReplicaGroup& b) {
    return a.shards.front() < b.shards.front();
  });
  return groups;
}

}  // namespace akin::server
