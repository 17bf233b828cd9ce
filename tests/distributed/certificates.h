#ifndef TESTS_DISTRIBUTED_CERTIFICATES_H_
#define TESTS_DISTRIBUTED_CERTIFICATES_H_

// A certificate authority of the test's own, made by the openssl command.

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "host/channel.h"

namespace allreview::distributed {

class Authority {
 public:
  // Files go below `folder`, which exists. kNotFound: there is no openssl.
  static absl::StatusOr<Authority> Make(const std::string& folder);

  // A key and a certificate for 127.0.0.1, localhost and spiffe://allreview/NAME that this
  // authority has signed, and the authority's own certificate.
  absl::StatusOr<host::TlsFiles> Issue(const std::string& name) const;

  std::string certificate() const { return folder_ + "/ca.pem"; }

 private:
  explicit Authority(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
};

}  // namespace allreview::distributed

#endif  // TESTS_DISTRIBUTED_CERTIFICATES_H_
