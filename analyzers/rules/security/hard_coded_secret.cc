// A key of a known provider in the source. What the finding quotes is masked where it leaves the
// analysis (services/analysis) and where documents are made (services/report).

#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/diff/classify.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/rules/rule.h"
#include "base/secrets.h"

namespace allreview::rules {

extern const Rule kHardCodedSecret;

namespace {

constexpr Phrase kComment("comment", "comment", "注释");
constexpr Phrase kString("string", "string", "字符串");
constexpr Phrase kLine("line", "line", "行");
constexpr Phrase kPrivateKey("private-key", "private key", "私钥");
constexpr Phrase kPhrases[] = {kComment, kString, kLine, kPrivateKey};

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
  const bool is_key = secret->provider == kPrivateKey.In(Language::kEnglish);
  file.Report({.at = node,
               .params = {{"provider", is_key ? Words(kPrivateKey) : Words(secret->provider)},
                          {"prefix", std::string(secret->prefix)},
                          {"where", node.Is(NodeKind::kComment) ? kComment : kString}}});
}

// Text that people write, in any language but Python, whose nodes say more.
bool MayHoldSecret(const ChangedFile& file) {
  using diff::FileClass;
  if (file.language == "python" || file.hunks.empty()) return false;
  switch (diff::Classify({.path = file.path}).file_class) {
    case FileClass::kBinary:
    case FileClass::kLock:
    case FileClass::kGenerated:
    case FileClass::kVendored:
    case FileClass::kSubmodule:
    case FileClass::kSymlink:
      return false;
    default:
      return true;
  }
}

void CheckText(const RecipeText& text, RecipeReporter& reporter) {
  constexpr size_t kMaxBytes = 1 << 20;
  if (text.after->size() > kMaxBytes) return;
  const std::vector<absl::string_view> lines = absl::StrSplit(*text.after, '\n');
  for (int line : text.new_lines) {
    if (line < 1 || line > static_cast<int>(lines.size())) continue;
    absl::string_view content = lines[line - 1];
    if (content.size() < kShortestSecret || IsPlaceholder(content)) continue;
    // A private key needs what stands behind its header.
    const bool begins_key = absl::StrContains(content, "-----BEGIN");
    const auto first = static_cast<size_t>(content.data() - text.after->data());
    const absl::string_view more =
        absl::string_view(*text.after).substr(first, content.size() + 400);
    const std::optional<Secret> secret = FindSecret(begins_key ? more : content);
    if (!secret || secret->first > content.size() + 1) continue;
    const bool is_key = secret->provider == kPrivateKey.In(Language::kEnglish);
    reporter.Report({.line = line,
                     .params = {{"provider", is_key ? Words(kPrivateKey) : Words(secret->provider)},
                                {"prefix", std::string(secret->prefix)},
                                {"where", kLine}}});
  }
}

void CheckChange(ChangeContext& change) {
  if (!absl::c_any_of(change.changed_files(), MayHoldSecret)) return;
  for (const RecipeText& text : ChangedTextsOf(change, MayHoldSecret)) {
    RecipeReporter reporter(kHardCodedSecret.info, text);
    CheckText(text, reporter);
  }
}

}  // namespace

extern constinit const Rule kHardCodedSecret = {
    .info =
        {.id = "hard-coded-secret",
         .title = {"Credential in the source", "源码中含有凭据"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message =
             {"This {where} contains what looks like a {provider} credential (`{prefix}...`)",
              "这个{where}中疑似含有 {provider} 凭据（`{prefix}...`）"},
         .consequence =
             {"Everyone who can read the repository, its forks or its history can use it",
              "任何能读到该仓库、其 fork 或历史记录的人都能使用它"},
         .advice = {"Revoke it now, and read the new one from the environment or a secret store",
                    "立即吊销，并改为从环境变量或密钥管理服务读取新的凭据"},
         .phrases = kPhrases,
         .why = "Whatever was pushed once stays in the history, in clones and in CI caches. "
                "Removing the line does not help: the credential must be revoked.",
         .fix = "Revoke the credential at its provider, then read it from os.environ, a mounted "
                "secret, or the tool's own login.",
         .bad = R"py(
import os

TOKEN = "hf_qB7tZk2LwYc9RmXv4HdPs8JnGf3AuEi6To"
)py",
         .good = R"py(
import os

TOKEN = os.environ["HF_TOKEN"]
)py",
         .references = {"https://cwe.mitre.org/data/definitions/798.html", "gitleaks"}},
    .kinds = {NodeKind::kString, NodeKind::kComment},
    .check = Check,
    .check_change = CheckChange};

}  // namespace allreview::rules
