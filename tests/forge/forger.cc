#include "forge/forger.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace akin {
namespace {

using Json = nlohmann::ordered_json;

// The text of an akin file in which other files may be named: JSON, or the parameters.
std::string TextOf(const std::string& file) {
  if (!IsContainer(file)) return file;
  ContainerImage image = TakeApart(file);
  const auto* params = image.Find("params");
  return params == nullptr ? "" : params->bytes;
}

void ReplaceAll(std::string& text, std::string_view old_part, std::string_view new_part) {
  for (size_t at = 0; (at = text.find(old_part, at)) != std::string::npos; at += new_part.size()) {
    text.replace(at, old_part.size(), new_part);
  }
}

// The file with another name for one that it names, sealed.
std::string Renaming(const std::string& file, std::string_view old_name,
                     std::string_view new_name) {
  if (!IsContainer(file)) {
    std::string text = file;
    ReplaceAll(text, old_name, new_name);
    return SealJson(text);
  }
  ContainerImage image = TakeApart(file);
  if (auto* params = image.Find("params")) ReplaceAll(params->bytes, old_name, new_name);
  return PutTogether(image);
}

// All values inside a document, outermost first.
void Collect(Json& json, std::vector<Json*>& values) {
  values.push_back(&json);
  if (!json.is_structured()) return;
  for (Json& member : json) Collect(member, values);
}

size_t Below(size_t bound, std::mt19937_64& random) { return bound == 0 ? 0 : random() % bound; }

}  // namespace

Forger::Forger(FileTree honest, uint64_t vertices)
    : honest_(std::move(honest)), names_(NamesIn(honest_)), vertices_(vertices) {
  for (const auto& [namer, bytes] : honest_) {
    const std::string text = TextOf(bytes);
    for (const auto& [named, other] : honest_) {
      if (IsContainer(other) && text.find(IdentityOf(other)) != std::string::npos) {
        names_in_[namer].push_back(named);
      }
    }
  }
  // Each behind those that it names: their new names are known when it is sealed.
  std::set<std::string> placed;
  const std::function<void(const std::string&)> place = [&](const std::string& name) {
    if (!names_in_.contains(name) || !placed.insert(name).second) return;
    for (const std::string& named : names_in_[name]) place(named);
    namers_.push_back(name);
  };
  for (const std::string& name : names_) place(name);
}

uint64_t Forger::Lie(uint64_t truth, Random& random) const {
  const std::array<uint64_t, 24> lies = {0,
                                         1,
                                         2,
                                         truth + 1,
                                         truth - 1,
                                         truth * 2,
                                         truth / 2,
                                         ~truth,
                                         truth ^ (uint64_t{1} << (random() % 64)),
                                         vertices_ - 1,
                                         vertices_,
                                         vertices_ + 1,
                                         63,
                                         64,
                                         65,
                                         0x7f,
                                         0xff,
                                         0x7fffffff,
                                         0x80000000,
                                         UINT32_MAX,
                                         uint64_t{1} << 32,
                                         uint64_t{1} << 62,
                                         UINT64_MAX,
                                         random()};
  return lies[Below(lies.size(), random)];
}

void Forger::ChangeSize(std::string& bytes, Random& random, std::string& what) const {
  const size_t most = std::array<size_t, 4>{1, 8, 64, bytes.size()}[random() % 4];
  const size_t count = 1 + Below(most, random);
  if (random() % 2 == 0 && !bytes.empty()) {
    const size_t gone = std::min(count, bytes.size());
    const size_t at = random() % 2 == 0 ? bytes.size() - gone : 0;
    bytes.erase(at, gone);
    what += fmt::format(" {} bytes less at {}", gone, at);
    return;
  }
  const size_t at = Below(bytes.size() + 1, random);
  bytes.insert(at, std::string(count, static_cast<char>(random() % 3 == 0 ? random() : 0)));
  what += fmt::format(" {} bytes more at {}", count, at);
}

void Forger::ChangeSection(std::string& bytes, Random& random, std::string& what) const {
  if (bytes.empty() || random() % 8 == 0) return ChangeSize(bytes, random, what);
  const size_t width = std::array<size_t, 4>{1, 1, 4, 8}[random() % 4];
  if (bytes.size() < width) return ChangeSize(bytes, random, what);
  const size_t words = bytes.size() / width;
  // The first and the last entries of a table are what most else depends on.
  const auto pick = [&] {
    const size_t any = Below(words, random);
    return width * std::array<size_t, 4>{0, words - 1, any, any}[random() % 4];
  };
  const size_t at = pick();
  switch (random() % 6) {
    case 0: {  // the same word elsewhere
      const size_t from = pick();
      bytes.replace(at, width, bytes.substr(from, width));
      what += fmt::format(" {} bytes at {} as at {}", width, at, from);
      return;
    }
    case 1: {  // a stretch of one byte
      const size_t count = 1 + Below(std::min<size_t>(bytes.size() - at, 300), random);
      const char byte = std::array<char, 4>{'\0', '\xff', '\x80', '\x01'}[random() % 4];
      bytes.replace(at, count, count, byte);
      what += fmt::format(" {} bytes at {} = {}", count, at, static_cast<int>(byte));
      return;
    }
    case 2: {  // two words change places
      const size_t other = pick();
      for (size_t i = 0; i < width; ++i) std::swap(bytes[at + i], bytes[other + i]);
      what += fmt::format(" {} bytes at {} and {} swapped", width, at, other);
      return;
    }
    default: {
      uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, width);
      const uint64_t lie = Lie(word, random);
      std::memcpy(bytes.data() + at, &lie, width);
      what += fmt::format(" {} bytes at {}: {} becomes {}", width, at, word, lie);
    }
  }
}

std::string Forger::ChangedJson(const std::string& text, Random& random, std::string& what) const {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded() || random() % 8 == 0) {
    std::string bytes = text;
    ChangeSection(bytes, random, what);
    return bytes;
  }
  std::vector<Json*> values;
  Collect(json, values);
  Json& value = *values[Below(values.size(), random)];
  const std::string before = value.dump();
  const uint64_t kind = random() % 6;
  if (kind == 0) {
    value = std::array<Json, 6>{Json(),        Json(Lie(0, random)), Json("simrank"),
                                Json::array(), Json::object(),       Json(-1.5)}[random() % 6];
  } else if (value.is_number_integer()) {
    value = Lie(value.get<uint64_t>(), random);
  } else if (value.is_number()) {
    value = std::array<double, 6>{0, -1, 1, 1e-300, 1e300, 0.9999999}[random() % 6];
  } else if (value.is_string()) {
    const Json& other = *values[Below(values.size(), random)];
    value = other.is_string() ? other : Json(before + "x");
  } else if (value.is_array() && !value.empty()) {
    const size_t at = Below(value.size(), random);
    if (kind % 2 == 0) {
      value.erase(at);
    } else {
      value.push_back(Json(value[at]));
    }
  } else if (value.is_object() && !value.empty()) {
    auto member = value.begin();
    std::advance(member, static_cast<std::ptrdiff_t>(Below(value.size(), random)));
    value.erase(member);
  }
  what += fmt::format(" {} becomes {}", before.substr(0, 60), value.dump().substr(0, 60));
  return json.dump(2);
}

std::string Forger::ChangedContainer(const std::string& honest, Random& random,
                                     std::string& what) const {
  if (random() % 16 == 0) {  // the header and the table of sections
    std::string file = honest;
    std::string page = file.substr(0, 512);
    what += " header:";
    ChangeSection(page, random, what);
    file.replace(0, 512, page.substr(0, 512));
    SealHeader(file);
    return file;
  }
  ContainerImage image = TakeApart(honest);
  for (uint64_t changes = 1 + (random() % 4 == 0 ? random() % 4 : 0); changes > 0; --changes) {
    auto& part = image.sections[Below(image.sections.size(), random)];
    what += fmt::format(" {}:", part.name);
    if (part.name == "params") {
      part.bytes = ChangedJson(part.bytes, random, what);
    } else {
      ChangeSection(part.bytes, random, what);
    }
  }
  if (random() % 64 == 0) {
    const size_t gone = Below(image.sections.size(), random);
    what += fmt::format(" no section {}", image.sections[gone].name);
    image.sections.erase(image.sections.begin() + static_cast<std::ptrdiff_t>(gone));
  }
  return PutTogether(image);
}

Forgery Forger::Make(uint64_t number) const {
  Random random(number);
  const std::string& name = names_[Below(names_.size(), random)];
  const std::string& honest = honest_.at(name);
  std::string what;
  const std::string changed = IsContainer(honest)
                                  ? ChangedContainer(honest, random, what)
                                  : SealedJson(ChangedJson(UnsealedJson(honest), random, what));
  Forgery forgery = With(name, changed);
  forgery.what += what;
  return forgery;
}

Forgery Forger::With(const std::string& name, const std::string& bytes) const {
  Forgery forgery{.file = name, .files = {{name, bytes}}, .what = name};
  for (const std::string& namer : namers_) {
    for (const std::string& named : names_in_.at(namer)) {
      const auto changed = forgery.files.find(named);
      if (changed == forgery.files.end()) continue;
      std::string& file = forgery.files.try_emplace(namer, honest_.at(namer)).first->second;
      file = Renaming(file, IdentityOf(honest_.at(named)), IdentityOf(changed->second));
    }
  }
  return forgery;
}

}  // namespace akin
