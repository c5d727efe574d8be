#include "akin/status.h"

#include <fmt/format.h>

#include <utility>

namespace akin {
namespace {

std::string Prefix(const Place& place) {
  if (place.file.empty()) return {};
  if (place.byte) return fmt::format("{}: byte {}: ", place.file, *place.byte);
  if (place.line != 0) return fmt::format("{}:{}: ", place.file, place.line);
  return fmt::format("{}: ", place.file);
}

}  // namespace

struct Status::Details {
  Code code = Code::kOk;
  std::string text;
  std::string parameter;
  Place place;
  std::vector<std::string> suggestions;
  std::vector<std::string> notes;
  int system_error = 0;
  std::string message;  // made from all of these

  std::string Question() const {
    if (suggestions.empty()) return {};
    std::vector<std::string> shown = suggestions;
    for (size_t i = 0; i < notes.size() && i < shown.size(); ++i) {
      if (!notes[i].empty()) shown[i] += fmt::format(" ({})", notes[i]);
    }
    // Names of vertices are long and contain blanks and commas; other words stay in the line.
    if (code == Code::kUnknownKey) {
      return fmt::format("; did you mean\n  {}", fmt::join(shown, "\n  "));
    }
    return fmt::format("; did you mean {}?", fmt::join(shown, " or "));
  }
};

template <class Change>
Status Status::With(Change change) const {
  if (ok()) return *this;
  Details details = *details_;
  change(details);
  details.message = Prefix(details.place) + details.text + details.Question();
  Status changed;
  changed.details_ = std::make_shared<const Details>(std::move(details));
  return changed;
}

Status::Status(Code code, std::string_view text) {
  if (code == Code::kOk) return;
  details_ = std::make_shared<const Details>(
      Details{.code = code, .text = std::string(text), .message = std::string(text)});
}

const Status::Details& Status::details() const {
  static const Details& none = *new Details;  // never destroyed: threads may outlive main
  return ok() ? none : *details_;
}

Code Status::code() const { return details().code; }
const std::string& Status::message() const { return details().message; }
const std::string& Status::parameter() const { return details().parameter; }
const Place& Status::place() const { return details().place; }
const std::vector<std::string>& Status::suggestions() const { return details().suggestions; }
int Status::system_error() const { return details().system_error; }

Status Status::Adding(std::string_view text) const {
  return With([&](Details& details) { details.text += text; });
}

Status Status::WithParameter(std::string_view parameter) const {
  return With([&](Details& details) { details.parameter = parameter; });
}

Status Status::At(Place place) const {
  return With([&](Details& details) {
    details.text.insert(0, Prefix(details.place));
    details.place = std::move(place);
  });
}

Status Status::Suggesting(std::vector<std::string> suggestions,
                          std::vector<std::string> notes) const {
  return With([&](Details& details) {
    details.suggestions = std::move(suggestions);
    details.notes = std::move(notes);
  });
}

Status Status::WithSystemError(int error) const {
  return With([&](Details& details) { details.system_error = error; });
}

}  // namespace akin
