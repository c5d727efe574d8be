#include "container/sealed_json.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/checksum.h"
#include "base/mapped_file.h"
#include "container/format.h"

namespace akin {
namespace {

constexpr std::string_view kSealStart = ",\n  \"checksum\": \"";
constexpr std::string_view kSealEnd = "\"\n}\n";
constexpr size_t kSumDigits = 16;

std::string Seal(std::string_view body) {
  return fmt::format("{}{}{}", kSealStart, HexSum(Checksum(std::as_bytes(std::span(body)))),
                     kSealEnd);
}

}  // namespace

std::string HexSum(uint64_t sum) { return fmt::format("{:016x}", sum); }

Result<uint64_t> ParseHexSum(const std::string& path, std::string_view text) {
  uint64_t sum = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), sum, 16);
  if (error != std::errc() || text.size() != kSumDigits || end != text.data() + text.size()) {
    return Damaged(path, fmt::format("'{}' is no checksum", text));
  }
  return sum;
}

Status WriteSealedJson(const std::string& path, std::string_view kind, const Json& document) {
  Json sealed = {{"akin", kind}, {"format", kFormatVersion}};
  sealed.update(document);
  std::string body = sealed.dump(2);
  body.resize(body.size() - std::string_view("\n}").size());  // the seal closes the object
  return WriteFileAtomically(path, body + Seal(body));
}

Result<Json> ReadSealedJson(const std::string& path, std::string_view kind) {
  AKIN_TRY_ASSIGN(const MappedFile file, MappedFile::Open(path));
  const std::string_view text = file.text();
  const size_t seal_bytes = kSealStart.size() + kSumDigits + kSealEnd.size();
  if (text.empty()) return Damaged(path, "the file is empty");
  if (text.front() != '{') {
    return NotOurs(path, "not an akin file");
  }
  if (text.size() <= seal_bytes) return Damaged(path, "cut short");
  const std::string_view body = text.substr(0, text.size() - seal_bytes);
  if (text.substr(body.size()) != Seal(body)) return Damaged(path, "its checksum does not hold");

  Json document = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!document.is_object()) return Damaged(path, "not a JSON object");
  AKIN_TRY_ASSIGN(const auto version, JsonMember<uint32_t>(path, document, "format"));
  if (version > kFormatVersion) {
    return TooNew(path, version, kFormatVersion);
  }
  AKIN_TRY_ASSIGN(const auto found, JsonMember<std::string>(path, document, "akin"));
  if (found != kind) {
    return NotOurs(path, fmt::format("holds a {}, not a {}", found, kind));
  }
  return document;
}

template <class T>
Result<T> JsonMember(const std::string& path, const Json& object, const char* name) {
  const auto found = object.find(name);
  const auto missing = [&] { return Damaged(path, fmt::format("no valid member \"{}\"", name)); };
  if (found == object.end()) return missing();
  if constexpr (std::is_same_v<T, std::string>) {
    if (!found->is_string()) return missing();
  } else if constexpr (std::is_floating_point_v<T>) {
    if (!found->is_number()) return missing();
  } else {
    if (!found->is_number_unsigned()) return missing();
    if (found->template get<uint64_t>() > std::numeric_limits<T>::max()) return missing();
  }
  return found->template get<T>();
}

template Result<std::string> JsonMember(const std::string&, const Json&, const char*);
template Result<double> JsonMember(const std::string&, const Json&, const char*);
template Result<uint32_t> JsonMember(const std::string&, const Json&, const char*);
template Result<uint64_t> JsonMember(const std::string&, const Json&, const char*);

}  // namespace akin
