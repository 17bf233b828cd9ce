#ifndef BASE_HASH_H_
#define BASE_HASH_H_

// Digests by OpenSSL, as lower-case hexadecimal.
//
//   Sha256 hash;
//   hash.Update(head);
//   hash.Update(policy);
//   std::string digest = hash.Finish();

#include <memory>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void Update(absl::string_view bytes);
  // 64 hexadecimal digits. Call once.
  std::string Finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string Sha256Hex(absl::string_view bytes);

// The id that git gives a blob of this content: SHA-1 over "blob <size>\0<content>", 40 digits.
std::string GitBlobId(absl::string_view content);

}  // namespace allreview

#endif  // BASE_HASH_H_
