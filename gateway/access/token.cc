#include "gateway/access/token.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "gateway/access/entries.h"
#include "openssl/rand.h"

namespace allreview::access {
namespace {

constexpr size_t kMaxNameBytes = 64;
constexpr size_t kEntropyBytes = 32;
constexpr size_t kDigestDigits = 64;
// Tells secret scanners, and people, what they have found.
constexpr absl::string_view kPrefix = "art_";

bool IsName(absl::string_view name) {
  return !name.empty() && name.size() <= kMaxNameBytes &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '.';
         });
}

absl::Status CheckName(absl::string_view name) {
  if (IsName(name)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("token name '", absl::CHexEscape(name),
                                                 "' has to be 1 to ", kMaxNameBytes,
                                                 " letters, digits, '-', '_' and '.'"));
}

absl::StatusOr<TokenEntry> ParseLine(absl::string_view line) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  if (words.size() < 3 || words.size() > 4) {
    return absl::InvalidArgumentError(
        absl::StrCat("found ", words.size(),
                     " words; wanted name, scopes, SHA-256 of the token and perhaps repositories"));
  }
  TokenEntry entry = {.name = std::string(words[0]), .sha256 = absl::AsciiStrToLower(words[2])};
  RETURN_IF_ERROR(CheckName(entry.name));
  ASSIGN_OR_RETURN(entry.scopes, ParseScopes(words[1]));
  const bool is_digest =
      entry.sha256.size() == kDigestDigits &&
      std::all_of(entry.sha256.begin(), entry.sha256.end(), absl::ascii_isxdigit);
  // Not quoted: somebody may have put the token itself here.
  if (!is_digest) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the third word has ", words[2].size(), " characters; wanted the ", kDigestDigits,
        " hexadecimal digits of a token's SHA-256, as `allreview tokens new` prints them"));
  }
  if (words.size() == 4) entry.repositories = absl::StrSplit(words[3], ',');
  for (const std::string& glob : entry.repositories) RETURN_IF_ERROR(CheckGlob(glob));
  return entry;
}

}  // namespace

absl::StatusOr<std::vector<TokenEntry>> ParseTokens(absl::string_view text) {
  std::vector<TokenEntry> entries;
  RETURN_IF_ERROR(ForEachEntry(text, [&](absl::string_view line) -> absl::Status {
    ASSIGN_OR_RETURN(TokenEntry entry, ParseLine(line));
    for (const TokenEntry& other : entries) {
      if (other.name != entry.name && other.sha256 != entry.sha256) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "'", entry.name, "' has the name or the digest of '", other.name, "'; wanted each once"));
    }
    entries.push_back(std::move(entry));
    return absl::OkStatus();
  }));
  return entries;
}

absl::StatusOr<NewToken> MakeToken(const TokenEntry& entry, absl::string_view entropy) {
  CHECK(entropy.size() == kEntropyBytes) << "a token is made of " << kEntropyBytes << " bytes";
  RETURN_IF_ERROR(CheckName(entry.name));
  if (entry.scopes.empty()) {
    return absl::InvalidArgumentError(
        "a token without scopes is good for nothing; wanted some of "
        "read, review and admin");
  }
  for (const std::string& glob : entry.repositories) RETURN_IF_ERROR(CheckGlob(glob));
  NewToken made;
  made.token = absl::StrCat(kPrefix, absl::WebSafeBase64Escape(entropy));
  const auto append_scope = [](std::string* out, Scope scope) {
    absl::StrAppend(out, ScopeName(scope));
  };
  made.line = absl::StrCat(entry.name, " ", absl::StrJoin(entry.scopes, ",", append_scope), " ",
                           Sha256Hex(made.token));
  if (!entry.repositories.empty()) {
    absl::StrAppend(&made.line, " ", absl::StrJoin(entry.repositories, ","));
  }
  return made;
}

absl::Status CheckGlob(absl::string_view glob) {
  const bool is_plain = std::all_of(glob.begin(), glob.end(), [](unsigned char c) {
    return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '.' || c == '*' || c == '/';
  });
  if (is_plain && std::count(glob.begin(), glob.end(), '/') == 1 && glob.front() != '/' &&
      glob.back() != '/') {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("repositories '", absl::CHexEscape(glob),
                                                 "' has to be \"owner/name\", with '*' for any"));
}

bool MatchesGlob(absl::string_view glob, absl::string_view text) {
  size_t g = 0, t = 0, star = absl::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() && absl::ascii_tolower(glob[g]) == absl::ascii_tolower(text[t])) {
      ++g;
      ++t;
    } else if (star != absl::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == absl::string_view::npos;
}

std::string RandomBytes(size_t count) {
  std::string bytes(count, '\0');
  CHECK(RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) == 1)
      << "the operating system gives no random bytes";
  return bytes;
}

}  // namespace allreview::access
