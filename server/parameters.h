// The parameters of a request, from a query or from the members of a JSON object. What is unknown,
// of the wrong kind or out of range is refused, with the name of the parameter.
#ifndef AKIN_SERVER_PARAMETERS_H_
#define AKIN_SERVER_PARAMETERS_H_

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "akin/status.h"
#include "server/url.h"

namespace akin::server {

class Parameters {
 public:
  static Result<Parameters> Of(const Query& query, std::span<const std::string_view> known);
  // Members that are arrays or objects are left to the caller, which names them in `others`.
  static Result<Parameters> Of(const nlohmann::json& object,
                               std::span<const std::string_view> known,
                               std::span<const std::string_view> others);

  bool Has(std::string_view name) const { return values_.find(name) != values_.end(); }
  // kInvalidArgument if it is missing.
  Result<std::string> Text(std::string_view name) const;
  Result<std::string> TextOr(std::string_view name, std::string_view otherwise) const;
  Result<unsigned> WholeOr(std::string_view name, unsigned otherwise, unsigned least,
                           unsigned most) const;
  Result<bool> FlagOr(std::string_view name, bool otherwise) const;
  Result<double> NumberOr(std::string_view name, double otherwise, double least, double most) const;

 private:
  struct Value {
    std::string text;
    bool may_be_text = true;
    bool may_be_number = true;
    bool may_be_flag = true;
  };
  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_PARAMETERS_H_
