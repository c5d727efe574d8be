#include <string>

#include "akin/exact.h"
#include "akin/mix.h"
#include "fuzz/require.h"
#include "fuzz/targets.h"

namespace akin {

void FuzzSpecs(std::string_view text) {
  const auto mixture = ParseMixture(text);
  if (mixture.ok()) {
    Require(!mixture->empty(), "a mixture has parts");
  } else {
    Require(mixture.status().code() == Code::kInvalidArgument, "an error is about the words");
  }
  const auto exact = ParseExactSpec(text);
  Require(exact.ok() || exact.status().code() == Code::kInvalidArgument,
          "an error is about the words");
}

}  // namespace akin
