// What TLS between the machines of an index needs: files in PEM format.
#ifndef AKIN_SERVER_TLS_FILES_H_
#define AKIN_SERVER_TLS_FILES_H_

#include <string>

namespace akin::server {

struct TlsFiles {
  std::string certificate;
  std::string key;  // of the certificate
  std::string ca;   // whose certificates are trusted

  bool empty() const { return certificate.empty() && key.empty() && ca.empty(); }
};

}  // namespace akin::server

#endif  // AKIN_SERVER_TLS_FILES_H_
