#include "tests/distributed/certificates.h"

#include <chrono>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/subprocess.h"

namespace allreview::distributed {
namespace {

absl::Status Openssl(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "openssl");
  const CallControl control{.deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1),
                            .is_cancelled = nullptr};
  ASSIGN_OR_RETURN(const CommandResult result,
                   RunCommand({.argv = arguments, .environment = {"LC_ALL=C"}}, control));
  if (result.exit.ok()) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("openssl ", arguments[1], ": ", result.error_text));
}

}  // namespace

absl::StatusOr<Authority> Authority::Make(const std::string& folder) {
  RETURN_IF_ERROR(Openssl({"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                           "-nodes", "-days", "2", "-subj", "/CN=Test authority", "-keyout",
                           folder + "/ca.key", "-out", folder + "/ca.pem"}));
  return Authority(folder);
}

absl::StatusOr<host::TlsFiles> Authority::Issue(const std::string& name) const {
  const host::TlsFiles files = {.certificate = absl::StrCat(folder_, "/", name, ".pem"),
                                .key = absl::StrCat(folder_, "/", name, ".key"),
                                .ca = certificate()};
  const std::string request = absl::StrCat(folder_, "/", name, ".csr");
  const std::string extensions = absl::StrCat(folder_, "/", name, ".ext");
  RETURN_IF_ERROR(WriteFile(
      extensions, absl::StrCat("subjectAltName=IP:127.0.0.1,DNS:localhost,URI:spiffe://allreview/",
                               name, "\n")));
  RETURN_IF_ERROR(Openssl({"req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                           "-subj", "/CN=" + name, "-keyout", files.key, "-out", request}));
  RETURN_IF_ERROR(Openssl({"x509", "-req", "-in", request, "-CA", certificate(), "-CAkey",
                           folder_ + "/ca.key", "-CAcreateserial", "-days", "2", "-extfile",
                           extensions, "-out", files.certificate}));
  return files;
}

}  // namespace allreview::distributed
