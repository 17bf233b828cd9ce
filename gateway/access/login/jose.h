#ifndef GATEWAY_ACCESS_LOGIN_JOSE_H_
#define GATEWAY_ACCESS_LOGIN_JOSE_H_

// Signed JSON web tokens (RFC 7515, 7519) and the keys of their signers (RFC 7517), by OpenSSL.
//
//   ASSIGN_OR_RETURN(KeySet keys, KeySet::Parse(body_of_jwks_uri));
//   ASSIGN_OR_RETURN(SignedToken token, SignedToken::Parse(text));
//   if (!keys.Has(token)) …                        // A key that came later: fetch them again.
//   RETURN_IF_ERROR(keys.Verify(token));
//   token.claims;                                  // To be believed only now.
//
// RS256 and ES256 alone. What the header of a token says of keys other than their id is ignored:
// the key decides about the algorithm, so neither "none" nor a public key taken for a secret of
// HS256 verifies. For .cc files: includes the JSON library. Pure; safe from any thread.

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "github/json.h"

struct evp_pkey_st;

namespace allreview::access {

inline constexpr size_t kMaxTokenBytes = 64 << 10;

// Without padding, and nothing but its alphabet. kInvalidArgument otherwise.
absl::StatusOr<std::string> DecodeBase64Url(absl::string_view text);
std::string EncodeBase64Url(absl::string_view bytes);

struct SignedToken {
  std::string algorithm;
  std::string key_id;       // Empty: it names none.
  std::string signed_text;  // Header and claims as they were sent.
  std::string signature;
  github::Json claims;

  // kInvalidArgument: no such token, or one that demands what is not known here ("crit"). Never
  // quotes it.
  static absl::StatusOr<SignedToken> Parse(absl::string_view text);
};

class KeySet {
 public:
  KeySet() = default;

  // Keys for other uses, of other kinds, or too weak are left out. kInvalidArgument: no key set, or
  // no key of it can be used; says why.
  static absl::StatusOr<KeySet> Parse(absl::string_view json);

  // Whether there is a key that the token may have been signed with.
  bool Has(const SignedToken& token) const;

  // kUnauthenticated: no key fits, or the signature is wrong.
  absl::Status Verify(const SignedToken& token) const;

 private:
  struct Key {
    std::string id;
    std::string algorithm;
    std::shared_ptr<evp_pkey_st> key;
  };
  static absl::StatusOr<Key> ParseKey(const github::Json& json);
  std::vector<const Key*> Fitting(const SignedToken& token) const;

  std::vector<Key> keys_;
};

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_LOGIN_JOSE_H_
