#include "pages/warc.h"

#include <optional>
#include <string>

#include "fuzz/require.h"
#include "fuzz/targets.h"
#include "pages/http_message.h"
#include "pages/web_url.h"

namespace akin {

void FuzzWarc(std::string_view bytes) {
  const auto source = ByteSource::OverBytes("fuzz", std::string(bytes));
  if (!source.ok()) return;
  constexpr size_t kLongestBlock = 1 << 17;
  WarcReader reader(**source, kLongestBlock);
  WarcRecord record;
  // gzip expands a byte to at most a thousand, and a record has more than ten.
  const size_t most = bytes.size() * 100 + 10;
  for (size_t i = 0;; ++i) {
    Require(i <= most, "reading gets on");
    const auto found = reader.Next(record);
    if (!found.ok()) {  // zstd may ask for more memory than it may use
      Require(found.status().code() == Code::kOutOfBudget, "bad input is no failure");
      return;
    }
    if (*found == WarcReader::Found::kEnd) return;
    if (*found == WarcReader::Found::kBad) {
      Require(!reader.problem().message().empty(), "a problem has a name");
      continue;
    }
    Require(record.block.size() <= kLongestBlock, "blocks are cut");
    if (const std::optional<std::string> name = NormalizedUrl(record.target)) {
      Require(NormalizedUrl(*name) == name, "names are normal");
      const WebResolver resolver(*name, record.content_type);
      resolver.Resolve(std::string_view(record.block).substr(0, 100));
    }
    constexpr size_t kLongest = 1 << 16;
    if (const std::optional<HttpMessage> http = ParseHttp(record.block)) {
      const std::optional<std::string> body = DecodedBody(*http, kLongest);
      Require(!body || body->size() <= kLongest, "bodies are cut");
    }
  }
}

}  // namespace akin
