#include "storage/redis_tls.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"

namespace allreview {
namespace {

constexpr size_t kReadBytes = 16 << 10;  // One record of TLS.

// What OpenSSL said last; its queue is empty afterwards.
std::string OpenSslReason() {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return reason == nullptr ? "no reason is known" : reason;
}

absl::Status BadFile(absl::string_view what, const std::string& path) {
  return absl::InvalidArgumentError(absl::StrCat("the URL of the store names ", path, " as ", what,
                                                 ": ", OpenSslReason(), "; wanted a PEM file"));
}

bool IsIpAddress(const std::string& host) {
  unsigned char address[sizeof(in6_addr)];
  return inet_pton(AF_INET, host.c_str(), address) == 1 ||
         inet_pton(AF_INET6, host.c_str(), address) == 1;
}

// Who must be at the other end.
bool Expect(SSL* connection, const std::string& host) {
  if (IsIpAddress(host)) {
    return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), host.c_str()) == 1;
  }
  SSL_set_tlsext_host_name(connection, host.c_str());
  return SSL_set1_host(connection, host.c_str()) == 1;
}

// Called when the server asks for a certificate and there is none: whether it insists is only seen
// when it closes the connection, with TLS 1.3 after the handshake.
int NoteWish(SSL* connection, X509** /*certificate*/, EVP_PKEY** /*key*/) {
  static char wished;
  SSL_set_app_data(connection, &wished);
  return 0;
}

absl::Status HandshakeError(SSL* connection, int result) {
  const long verdict = SSL_get_verify_result(connection);
  if (verdict != X509_V_OK) {
    ERR_clear_error();
    return absl::FailedPreconditionError(absl::StrCat(
        "its certificate is not trusted: ", X509_verify_cert_error_string(verdict),
        "; wanted one for the host of the URL, signed by ca=FILE there or an authority of the "
        "system"));
  }
  if (SSL_get_error(connection, result) == SSL_ERROR_SSL) {
    return absl::FailedPreconditionError(absl::StrCat("no TLS comes about: ", OpenSslReason(),
                                                      "; use redis:// for a server without TLS"));
  }
  ERR_clear_error();
  return absl::UnavailableError("the connection broke while TLS began, or took too long");
}

absl::Status Broken(SSL& connection, int result) {
  const int error = SSL_get_error(&connection, result);
  const std::string reason = OpenSslReason();
  const bool is_slow = error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
  if (is_slow) return absl::UnavailableError("no answer in time");
  return absl::UnavailableError(absl::StrCat(
      error == SSL_ERROR_SSL ? reason : "the server closed the connection",
      SSL_get_app_data(&connection) == nullptr
          ? ""
          : "; it asks for a client's certificate: give cert=FILE and key=FILE in the URL of the "
            "store"));
}

}  // namespace

void FreeTls::operator()(ssl_st* connection) const { SSL_free(connection); }

absl::StatusOr<std::shared_ptr<RedisTls>> RedisTls::Create(const RedisTlsFiles& files) {
  ERR_clear_error();
  const std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
  if (context == nullptr) return absl::ResourceExhaustedError("no memory for TLS");
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_client_cert_cb(context.get(), NoteWish);
  if (files.ca.empty()) {
    SSL_CTX_set_default_verify_paths(context.get());
  } else if (SSL_CTX_load_verify_locations(context.get(), files.ca.c_str(), nullptr) != 1) {
    return BadFile("ca", files.ca);
  }
  if (!files.certificate.empty() &&
      SSL_CTX_use_certificate_chain_file(context.get(), files.certificate.c_str()) != 1) {
    return BadFile("cert", files.certificate);
  }
  if (!files.key.empty() &&
      SSL_CTX_use_PrivateKey_file(context.get(), files.key.c_str(), SSL_FILETYPE_PEM) != 1) {
    return BadFile("key", files.key);
  }
  return std::shared_ptr<RedisTls>(new RedisTls(context));
}

absl::StatusOr<TlsConnection> RedisTls::Handshake(int socket, const std::string& host) const {
  ERR_clear_error();
  TlsConnection connection(SSL_new(context_.get()));
  if (connection == nullptr || SSL_set_fd(connection.get(), socket) != 1 ||
      !Expect(connection.get(), host)) {
    return absl::InternalError(absl::StrCat("TLS cannot begin: ", OpenSslReason()));
  }
  const int result = SSL_connect(connection.get());
  if (result != 1) return HandshakeError(connection.get(), result);
  return connection;
}

absl::Status TlsWrite(ssl_st& connection, absl::string_view bytes) {
  ERR_clear_error();
  while (!bytes.empty()) {
    const size_t most = std::numeric_limits<int>::max();
    const int written =
        SSL_write(&connection, bytes.data(), static_cast<int>(std::min(bytes.size(), most)));
    if (written <= 0) return Broken(connection, written);
    bytes.remove_prefix(written);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> TlsRead(ssl_st& connection) {
  ERR_clear_error();
  std::string bytes(kReadBytes, '\0');
  const int read = SSL_read(&connection, bytes.data(), static_cast<int>(bytes.size()));
  if (read <= 0) return Broken(connection, read);
  bytes.resize(read);
  return bytes;
}

}  // namespace allreview
