// A key of a known provider in the source. What the finding quotes is masked where it leaves the
// analysis (services/analysis) and where documents are made (services/report).

#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "base/secrets.h"

namespace allreview::rules {
namespace {

bool IsPlaceholder(absl::string_view text) {
  const std::string line = absl::AsciiStrToLower(text);
  for (absl::string_view word : {"dummy", "fake", "example", "placeholder", "redacted", "invalid",
                                 "your_", "your-", "xxxx", "<token>"}) {
    if (absl::StrContains(line, word)) return true;
  }
  return false;
}

void Check(FileContext& file, Node node) {
  const absl::string_view text = node.text();
  if (text.size() < 20) return;
  const std::optional<Secret> secret = FindSecret(text);
  if (!secret) return;
  const python::SyntaxTree& tree = file.module().tree();
  if (IsPlaceholder(tree.LineText(node.first_line())) || IsPlaceholder(text)) return;
  file.Report({.at = node,
               .params = {{"provider", std::string(secret->provider)},
                          {"prefix", std::string(secret->prefix)},
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
