#include "base/hash.h"

#include <openssl/evp.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/check.h"

namespace allreview {
namespace {

// Looked up once: that takes longer than most of what is hashed here.
const EVP_MD* Algorithm(const char* name) {
  EVP_MD* const algorithm = EVP_MD_fetch(nullptr, name, nullptr);
  CHECK(algorithm != nullptr) << name;
  return algorithm;
}

const EVP_MD* Sha1Algorithm() {
  static const EVP_MD* const algorithm = Algorithm("SHA1");
  return algorithm;
}

const EVP_MD* Sha256Algorithm() {
  static const EVP_MD* const algorithm = Algorithm("SHA256");
  return algorithm;
}

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
  EVP_MD_CTX* context = NewContext(Sha256Algorithm());
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
  EVP_MD_CTX* context = NewContext(Sha1Algorithm());
  std::string header = absl::StrCat("blob ", content.size());
  CHECK(EVP_DigestUpdate(context, header.c_str(), header.size() + 1) == 1);
  CHECK(EVP_DigestUpdate(context, content.data(), content.size()) == 1);
  std::string id = FinishHex(context);
  EVP_MD_CTX_free(context);
  return id;
}

}  // namespace allreview
