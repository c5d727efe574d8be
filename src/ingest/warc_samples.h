// For tests: records of WARC files and what they are packed in.
#ifndef AKIN_SRC_INGEST_WARC_SAMPLES_H_
#define AKIN_SRC_INGEST_WARC_SAMPLES_H_

#include <fmt/format.h>
#include <zlib.h>

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

// `window` as for deflateInit2: 31 is gzip, 15 zlib, -15 neither.
inline std::string Deflated(std::string_view plain, int window) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, plain.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string Gzipped(std::string_view plain) { return Deflated(plain, 31); }

}  // namespace akin

#endif  // AKIN_SRC_INGEST_WARC_SAMPLES_H_
