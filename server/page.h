// The page at /, which is part of the program: what a person sees who opens the server in a
// browser.
#ifndef AKIN_SERVER_PAGE_H_
#define AKIN_SERVER_PAGE_H_

#include <cstddef>
#include <span>
#include <string_view>

#include "server/service.h"

namespace akin::server {

struct PageFile {
  std::string_view path;
  std::string_view hash;  // of its bytes
  size_t size;            // of its bytes
  std::string_view gzip;  // they, compressed
};

std::span<const PageFile> PageFiles();
// The file at a path; / is /index.html. Null if there is none.
const PageFile* FindPageFile(std::string_view path);
// Compressed if the client takes that; without the file if the client has it.
Reply PageReply(const PageFile& file, const Request& request);

// Whether a header Accept-Encoding allows gzip.
bool AcceptsGzip(std::string_view accept_encoding);
// Whether a header If-None-Match names this tag, which has its quotes.
bool MatchesTag(std::string_view if_none_match, std::string_view tag);

}  // namespace akin::server

#endif  // AKIN_SERVER_PAGE_H_
