#ifndef GATEWAY_ACCESS_TOKEN_H_
#define GATEWAY_ACCESS_TOKEN_H_

// Tokens and the lines of their file.
//
//   NewToken made = MakeToken({.name = "ci", .scopes = {Scope::kRead}}, RandomBytes(32));
//   // made.token is shown once; made.line goes into the file.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/access/scope.h"

namespace allreview::access {

// What the file knows of a token: never the token itself.
struct TokenEntry {
  std::string name;  // Letters, digits and "-_."; at most 64.
  std::vector<Scope> scopes = {};
  std::string sha256 = "";                     //  64 lower-case hexadecimal digits.
  std::vector<std::string> repositories = {};  // Globs of "owner/name". Empty: all.
};

// kInvalidArgument names the line. Empty lines and those that begin with '#' are skipped. Two
// tokens of one name are an error: an audit log could not tell them apart.
absl::StatusOr<std::vector<TokenEntry>> ParseTokens(absl::string_view text);

struct NewToken {
  std::string token;  // "art_" and 43 characters.
  std::string line;   // Without a line break.
};

// `entropy` are 32 random bytes; entry.sha256 is ignored. kInvalidArgument: name, no scopes, globs.
absl::StatusOr<NewToken> MakeToken(const TokenEntry& entry, absl::string_view entropy);

// Whether it is "owner/name", with '*' for any characters. kInvalidArgument quotes it.
absl::Status CheckGlob(absl::string_view glob);

// Whether the text is one that the glob stands for, in any case of letters.
bool MatchesGlob(absl::string_view glob, absl::string_view text);

// From the operating system; ends the process when it has none.
std::string RandomBytes(size_t count);

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_TOKEN_H_
