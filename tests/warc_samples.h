// For tests: records of WARC files.
#ifndef AKIN_TESTS_WARC_SAMPLES_H_
#define AKIN_TESTS_WARC_SAMPLES_H_

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace akin {

inline std::string WarcRecordText(std::string_view type, std::string_view target,
                                  std::string_view block,
                                  std::string_view date = "2024-05-06T07:08:09Z") {
  return fmt::format(
      "WARC/1.0\r\nWARC-Type: {}\r\nWARC-Target-URI: {}\r\nWARC-Date: {}\r\n"
      "Content-Type: application/http;msgtype={}\r\nContent-Length: {}\r\n\r\n{}\r\n\r\n",
      type, target, date, type, block.size(), block);
}

inline std::string HttpText(std::string_view fields, std::string_view body,
                            std::string_view status = "200 OK") {
  return fmt::format("HTTP/1.1 {}\r\n{}\r\n{}", status, fields, body);
}

}  // namespace akin

#endif  // AKIN_TESTS_WARC_SAMPLES_H_
