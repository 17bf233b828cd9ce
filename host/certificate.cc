#include "host/certificate.h"

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <ctime>
#include <memory>

#include "absl/status/status.h"

namespace allreview::host {
namespace {

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
struct FreeCertificate {
  void operator()(X509* certificate) const { X509_free(certificate); }
};

}  // namespace

absl::StatusOr<absl::Time> CertificateEnd(absl::string_view pem) {
  const std::unique_ptr<BIO, FreeBio> text(
      BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const std::unique_ptr<X509, FreeCertificate> certificate(
      text == nullptr ? nullptr : PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr));
  std::tm end = {};
  if (certificate == nullptr || ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &end) != 1) {
    return absl::InvalidArgumentError("no certificate in PEM was found");
  }
  return absl::FromTM(end, absl::UTCTimeZone());
}

}  // namespace allreview::host
