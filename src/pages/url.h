// Where a link of a page in a folder leads.
//
// The folder is treated as a web site: it is the root of an invented host, and references are
// resolved by RFC 3986 section 5 as a browser would. So "../a.html", "/a.html" and
// "//elsewhere/a.html" mean what they mean on the web and nothing climbs above the folder. Query
// and fragment are dropped: they do not change the file. libcurl parses and joins; a link costs
// about a microsecond.
#ifndef AKIN_SRC_PAGES_URL_H_
#define AKIN_SRC_PAGES_URL_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace akin {

class LinkResolver {
 public:
  // `page` is the page's path inside the folder, `base_href` its <base href> or empty.
  LinkResolver(std::string_view page, std::string_view base_href);
  LinkResolver(LinkResolver&&) noexcept;
  ~LinkResolver();

  // The path inside the folder that `href` points at, percent-decoded, "" for the folder itself.
  // nullopt if it points out of the folder, as javascript:, mailto:, other hosts and invalid
  // references do.
  std::optional<std::string> Resolve(std::string_view href) const;

 private:
  struct Base;
  std::unique_ptr<Base> base_;
};

// The invented URL of a page in the folder.
std::string FolderUrl(std::string_view page);

// "a%20b" for "a b"; '/' is unchanged. When decoding, "%zz" and the like are left unchanged.
std::string PercentEncodePath(std::string_view path);
std::string PercentDecode(std::string_view text);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_URL_H_
