#ifndef HOST_CERTIFICATE_H_
#define HOST_CERTIFICATE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace allreview::host {

// When the first certificate of a PEM text ends. kInvalidArgument: there is none.
absl::StatusOr<absl::Time> CertificateEnd(absl::string_view pem);

}  // namespace allreview::host

#endif  // HOST_CERTIFICATE_H_
