// For tests: compressed bytes.
#ifndef AKIN_TESTS_PACKED_BYTES_H_
#define AKIN_TESTS_PACKED_BYTES_H_

#include <zlib.h>
#include <zstd.h>

#include <string>
#include <string_view>

namespace akin {

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

// With a checksum, as the zstd program writes it.
inline std::string Zstandard(std::string_view plain) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  packed.resize(ZSTD_compress2(context, packed.data(), packed.size(), plain.data(), plain.size()));
  ZSTD_freeCCtx(context);
  return packed;
}

}  // namespace akin

#endif  // AKIN_TESTS_PACKED_BYTES_H_
