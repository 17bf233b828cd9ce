// A key of a known provider in the source.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

enum class Alphabet { kUpperAndDigits, kLettersAndDigits, kUrl };

// Shape of the tokens of one provider: a prefix and so many characters after it.
struct Shape {
  absl::string_view prefix;
  absl::string_view provider;
  size_t min_length, max_length;
  Alphabet alphabet = Alphabet::kLettersAndDigits;
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
    {"sk-ant-", "Anthropic", 40, 120, Alphabet::kUrl},
    {"sk-proj-", "OpenAI", 40, 200, Alphabet::kUrl},
    {"npm_", "npm", 36, 36},
    {"pypi-AgE", "PyPI", 60, 250, Alphabet::kUrl},
    {"dckr_pat_", "Docker", 27, 27, Alphabet::kUrl},
};

// Bits for each character. Real tokens are random: words and "xxxx" are not.
constexpr double kMinEntropy = 3.2;
constexpr size_t kMinKeyLine = 40;

bool IsIn(Alphabet alphabet, char c) {
  if (absl::ascii_isdigit(c) || absl::ascii_isupper(c)) return true;
  if (alphabet == Alphabet::kUpperAndDigits) return false;
  return absl::ascii_islower(c) || (alphabet == Alphabet::kUrl && (c == '-' || c == '_'));
}

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

bool IsPlaceholder(absl::string_view text) {
  const std::string line = absl::AsciiStrToLower(text);
  for (absl::string_view word : {"dummy", "fake", "example", "placeholder", "redacted", "invalid",
                                 "your_", "your-", "xxxx", "<token>"}) {
    if (absl::StrContains(line, word)) return true;
  }
  return false;
}

struct Secret {
  absl::string_view provider;
  absl::string_view prefix;
  explicit operator bool() const { return !provider.empty(); }
};

bool MatchesAt(absl::string_view text, size_t at, const Shape& shape) {
  if (at > 0 && (absl::ascii_isalnum(text[at - 1]) || text[at - 1] == '_')) return false;
  absl::string_view body = text.substr(at + shape.prefix.size());
  size_t length = 0;
  while (length < body.size() && IsIn(shape.alphabet, body[length])) ++length;
  if (length < shape.min_length || length > shape.max_length) return false;
  if (length < body.size() && (absl::ascii_isalnum(body[length]) || body[length] == '_')) {
    return false;  // Goes on with other characters: a name.
  }
  body = body.substr(0, length);
  const bool has_digit = std::any_of(body.begin(), body.end(), absl::ascii_isdigit);
  return has_digit && EntropyOf(body) >= kMinEntropy;
}

// The header of a private key, with something behind it.
bool HasPrivateKey(absl::string_view text) {
  const size_t begin = text.find("-----BEGIN ");
  if (begin == absl::string_view::npos) return false;
  const size_t end = text.find("PRIVATE KEY-----", begin);
  if (end == absl::string_view::npos || end - begin > 40) return false;
  size_t run = 0;
  for (char c : text.substr(end + 16)) {
    run = absl::ascii_isalnum(c) || c == '+' || c == '/' ? run + 1 : 0;
    if (run >= kMinKeyLine) return true;
  }
  return false;
}

Secret SecretIn(absl::string_view text) {
  if (HasPrivateKey(text)) return {"private key", "-----BEGIN"};
  for (const Shape& shape : kShapes) {
    for (size_t at = text.find(shape.prefix); at != absl::string_view::npos;
         at = text.find(shape.prefix, at + 1)) {
      if (MatchesAt(text, at, shape)) return {shape.provider, shape.prefix};
    }
  }
  return {};
}

void Check(FileContext& file, Node node) {
  const absl::string_view text = node.text();
  if (text.size() < 20) return;
  const Secret secret = SecretIn(text);
  if (!secret) return;
  const python::SyntaxTree& tree = file.module().tree();
  if (IsPlaceholder(tree.LineText(node.first_line())) || IsPlaceholder(text)) return;
  file.Report({.at = node,
               .params = {{"provider", std::string(secret.provider)},
                          {"prefix", std::string(secret.prefix)},
                          {"where", node.Is(NodeKind::kComment) ? "comment" : "string"}}});
}

}  // namespace

extern constinit const Rule kHardCodedSecret = {
    .info = {.id = "hard-coded-secret",
             .title = "Credential in the source",
             .category = "security",
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message =
                 "This {where} holds what looks like a {provider} credential (`{prefix}...`)",
             .consequence = "Everybody who can read the repository, its forks and its history can "
                            "use it",
             .advice = "Revoke it now, and read the new one from the environment or a secret store",
             .why = "What was pushed once stays in the history, in clones and in caches of CI. "
                    "Taking the line out again does not help: the credential has to go.",
             .fix = "Revoke the credential at its provider, then read it from os.environ, a "
                    "mounted secret, or the login of the tool.",
             .bad = "import os\n"
                    "\n"
                    "TOKEN = \"hf_qB7tZk2LwYc9RmXv4HdPs8JnGf3AuEi6To\"\n",
             .good = "import os\n"
                     "\n"
                     "TOKEN = os.environ[\"HF_TOKEN\"]\n",
             .references = {"CWE-798", "gitleaks", "catalogue: general S-SECRET"}},
    .kinds = {NodeKind::kString, NodeKind::kComment},
    .check = Check};

}  // namespace allreview::rules
