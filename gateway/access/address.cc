#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/loopback.h"
#include "gateway/access/access.h"

namespace allreview::access {

absl::Status CheckAddress(const ListenInfo& info) {
  if (info.has_tokens || info.has_client_certificates || IsLoopback(info.address)) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      absl::StrCat(info.flag, "=", info.address,
                   " can be reached from other machines, and without tokens everybody there could "
                   "read reviews and ask for more; give --tokens=FILE (`allreview tokens new "
                   "--name=NAME --scopes=read,review` prints its lines), or listen on 127.0.0.1"));
}

}  // namespace allreview::access
