#include "base/hash.h"

#include <openssl/evp.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/check.h"

namespace allreview {
namespace {

EVP_MD_CTX* NewContext(const EVP_MD* algorithm) {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  CHECK(context != nullptr && EVP_DigestInit_ex(context, algorithm, nullptr) == 1);
  return context;
}

std::string FinishHex(EVP_MD_CTX* context) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  CHECK(EVP_DigestFinal_ex(context, digest, &size) == 1);
  return absl::BytesToHexString(absl::string_view(reinterpret_cast<const char*>(digest), size));
}

}  // namespace

struct Sha256::State {
  EVP_MD_CTX* context = NewContext(EVP_sha256());
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}

Sha256::~Sha256() { EVP_MD_CTX_free(state_->context); }

void Sha256::Update(absl::string_view bytes) {
  CHECK(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1);
}

std::string Sha256::Finish() { return FinishHex(state_->context); }

std::string Sha256Hex(absl::string_view bytes) {
  Sha256 hash;
  hash.Update(bytes);
  return hash.Finish();
}

std::string GitBlobId(absl::string_view content) {
  EVP_MD_CTX* context = NewContext(EVP_sha1());
  std::string header = absl::StrCat("blob ", content.size());
  CHECK(EVP_DigestUpdate(context, header.c_str(), header.size() + 1) == 1);
  CHECK(EVP_DigestUpdate(context, content.data(), content.size()) == 1);
  std::string id = FinishHex(context);
  EVP_MD_CTX_free(context);
  return id;
}

}  // namespace allreview
