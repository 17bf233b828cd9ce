#include "base/secrets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace allreview {
namespace {

enum class Alphabet { kUpperAndDigits, kLettersAndDigits, kUrl };

// Shape of the tokens of one provider: a prefix and so many characters after it.
struct Shape {
  absl::string_view prefix;
  absl::string_view provider;
  size_t min_length, max_length;
  Alphabet alphabet = Alphabet::kLettersAndDigits;

  constexpr size_t MinSize() const { return prefix.size() + min_length; }
};

constexpr Shape kShapes[] = {
    {"AKIA", "AWS", 16, 16, Alphabet::kUpperAndDigits},
    {"ASIA", "AWS", 16, 16, Alphabet::kUpperAndDigits},
    {"ghp_", "GitHub", 36, 36},
    {"gho_", "GitHub", 36, 36},
    {"ghs_", "GitHub", 36, 36},
    {"ghu_", "GitHub", 36, 36},
    {"ghr_", "GitHub", 36, 76},
    {"github_pat_", "GitHub", 60, 90, Alphabet::kUrl},
    {"glpat-", "GitLab", 20, 40, Alphabet::kUrl},
    {"hf_", "Hugging Face", 30, 40},
    {"nvapi-", "NVIDIA", 50, 80, Alphabet::kUrl},
    {"xoxb-", "Slack", 30, 80, Alphabet::kUrl},
    {"xoxp-", "Slack", 30, 80, Alphabet::kUrl},
    {"xoxa-", "Slack", 30, 80, Alphabet::kUrl},
    {"xoxs-", "Slack", 30, 80, Alphabet::kUrl},
    {"AIza", "Google", 35, 35, Alphabet::kUrl},
    {"art_", "AllReview", 43, 43, Alphabet::kUrl},
    {"sk-ant-", "Anthropic", 40, 120, Alphabet::kUrl},
    {"sk-proj-", "OpenAI", 40, 200, Alphabet::kUrl},
    {"npm_", "npm", 36, 36},
    {"pypi-AgE", "PyPI", 60, 250, Alphabet::kUrl},
    {"dckr_pat_", "Docker", 27, 27, Alphabet::kUrl},
};

static_assert(
    kShortestSecret ==
    std::min_element(std::begin(kShapes), std::end(kShapes), [](const Shape& a, const Shape& b) {
      return a.MinSize() < b.MinSize();
    })->MinSize());

constexpr absl::string_view kKeyBegins = "-----BEGIN ";
constexpr absl::string_view kKeyHeaderEnds = "PRIVATE KEY-----";
constexpr absl::string_view kKeyEnds = "-----END";
constexpr size_t kMaxKeyHeader = 40;
constexpr size_t kMinKeyLine = 40;
constexpr size_t kMinLooseKeyLine = 60;

// Bits for each character. Real tokens are random: words and "xxxx" are not.
constexpr double kMinEntropy = 3.2;
constexpr double kMinLooseEntropy = 4.5;

constexpr char kMask = '*';
constexpr absl::string_view kMasked = "****************";  // As long as the shortest.

// Letters, digits, '-' and '_': all that any token consists of.
constexpr std::array<bool, 256> kIsInToken = [] {
  std::array<bool, 256> is_in = {};
  for (int c = 0; c < 256; ++c) {
    is_in[c] = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               c == '-' || c == '_';
  }
  return is_in;
}();
bool IsInToken(char c) { return kIsInToken[static_cast<unsigned char>(c)]; }

bool IsIn(Alphabet alphabet, char c) {
  if (alphabet == Alphabet::kUrl) return IsInToken(c);
  if (absl::ascii_isdigit(c) || absl::ascii_isupper(c)) return true;
  return alphabet == Alphabet::kLettersAndDigits && absl::ascii_islower(c);
}

bool IsBase64(char c) { return absl::ascii_isalnum(c) || c == '+' || c == '/'; }

double EntropyOf(absl::string_view text) {
  std::array<int, 256> counts = {};
  for (char c : text) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  for (int count : counts) {
    if (count == 0) continue;
    const double share = static_cast<double>(count) / static_cast<double>(text.size());
    bits -= share * std::log2(share);
  }
  return bits;
}

// How many characters after the prefix at `at` are a token of that shape; 0: it is none.
size_t LengthAt(absl::string_view text, size_t at, const Shape& shape) {
  absl::string_view body = text.substr(at + shape.prefix.size());
  size_t length = 0;
  while (length < body.size() && IsIn(shape.alphabet, body[length])) ++length;
  if (length < shape.min_length || length > shape.max_length) return 0;
  if (length < body.size() && (absl::ascii_isalnum(body[length]) || body[length] == '_')) {
    return 0;  // Goes on with other characters: a name.
  }
  body = body.substr(0, length);
  const bool has_digit = std::any_of(body.begin(), body.end(), absl::ascii_isdigit);
  return has_digit && EntropyOf(body) >= kMinEntropy ? length : 0;
}

std::optional<Secret> TokenAt(absl::string_view text, size_t at) {
  if (at > 0 && (absl::ascii_isalnum(text[at - 1]) || text[at - 1] == '_')) return std::nullopt;
  for (const Shape& shape : kShapes) {
    if (shape.prefix[0] != text[at] || !absl::StartsWith(text.substr(at), shape.prefix)) continue;
    const size_t length = LengthAt(text, at, shape);
    const size_t first = at + shape.prefix.size();
    if (length > 0) return Secret{shape.provider, shape.prefix, first, first + length};
  }
  return std::nullopt;
}

// The first one that begins in [at, end). Steps over text without looking at most of it: words are
// shorter than tokens.
std::optional<Secret> FirstToken(absl::string_view text, size_t at, size_t end) {
  const size_t last = std::min(text.size(), end + kShortestSecret - 1);
  while (at + kShortestSecret <= last) {
    size_t begin = at + kShortestSecret, word_end = begin;
    while (begin > at && IsInToken(text[begin - 1])) --begin;
    if (begin > at) {
      at = begin;
      continue;
    }
    while (word_end < last && IsInToken(text[word_end])) ++word_end;
    for (; at + kShortestSecret <= word_end; ++at) {
      if (std::optional<Secret> secret = TokenAt(text, at)) return secret;
    }
  }
  return std::nullopt;
}

// A header that begins there, with something behind it.
std::optional<Secret> PrivateKeyAt(absl::string_view text, size_t at) {
  const size_t header = text.substr(at, kMaxKeyHeader + kKeyHeaderEnds.size()).find(kKeyHeaderEnds);
  if (header == absl::string_view::npos) return std::nullopt;
  const size_t first = at + header + kKeyHeaderEnds.size();
  const size_t end = std::min(text.find(kKeyEnds, first), text.size());
  size_t run = 0;
  for (char c : text.substr(first, end - first)) {
    run = IsBase64(c) ? run + 1 : 0;
    if (run >= kMinKeyLine) return Secret{"private key", "-----BEGIN", first, end};
  }
  return std::nullopt;
}

// Characters that mark a line of a diff stay.
void MaskRange(std::string& text, size_t first, size_t end) {
  for (size_t i = first; i < end; ++i) {
    const char c = text[i];
    const bool begins_line = i == 0 || text[i - 1] == '\n';
    if (begins_line && (c == '+' || c == '-')) continue;
    if (IsBase64(c) || c == '-' || c == '_' || c == '=') text[i] = kMask;
  }
}

// Neither a path, nor a long name, nor a hash in hexadecimal digits.
bool IsLooseKeyLine(absl::string_view line) {
  const auto share = [&](bool (*is_counted)(unsigned char)) {
    return static_cast<double>(std::count_if(line.begin(), line.end(), is_counted)) /
           static_cast<double>(line.size());
  };
  const bool is_mixed = share(absl::ascii_isupper) > 0.25 && share(absl::ascii_islower) > 0.25 &&
                        share(absl::ascii_isdigit) > 0.05;
  return is_mixed && std::count(line.begin(), line.end(), '/') * 12 < std::ssize(line) &&
         EntropyOf(line) >= kMinLooseEntropy;
}

bool MaskLooseKeyLines(std::string& text) {
  bool is_masked = false;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && IsBase64(text[end])) ++end;
    if (end - i >= kMinLooseKeyLine && IsLooseKeyLine(absl::string_view(text).substr(i, end - i))) {
      MaskRange(text, i, end);
      is_masked = true;
    }
    i = std::max(end, i + 1);
  }
  return is_masked;
}

}  // namespace

std::optional<Secret> FindSecret(absl::string_view text, size_t from) {
  if (text.size() < kShortestSecret) return std::nullopt;
  // Piece by piece, so that tokens are not looked for far behind a key, nor keys behind a token.
  constexpr size_t kPiece = 4096;
  for (; from < text.size(); from += kPiece) {
    const size_t piece_end = std::min(from + kPiece, text.size());
    const std::optional<Secret> token = FirstToken(text, from, piece_end);
    const size_t end = token ? token->first - token->prefix.size() : piece_end;
    const absl::string_view headers = text.substr(0, end + kKeyBegins.size() - 1);
    for (size_t at = headers.find(kKeyBegins, from); at != absl::string_view::npos;
         at = headers.find(kKeyBegins, at + 1)) {
      if (std::optional<Secret> key = PrivateKeyAt(text, at)) return key;
    }
    if (token) return token;
  }
  return std::nullopt;
}

bool MaskSecrets(std::string& text) {
  if (text.size() < kShortestSecret) return false;
  bool is_masked = false;
  for (size_t from = 0; std::optional<Secret> secret = FindSecret(text, from);) {
    MaskRange(text, secret->first, secret->end);
    from = secret->end;
    is_masked = true;
  }
  return MaskLooseKeyLines(text) || is_masked;
}

bool HasMaskedSecret(absl::string_view text) { return absl::StrContains(text, kMasked); }

}  // namespace allreview
