#include "analyzers/rules/fingerprint.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/hash.h"

namespace allreview::rules {

std::string StatementTokens(python::Node statement) {
  std::string tokens;
  for (uint32_t i = statement.index(); i < statement.subtree_end();) {
    const python::Node node = statement.tree()->node(i);
    if (node.Is(python::Kind::kBlock) || node.Is(python::Kind::kComment) ||
        node.Is(python::Kind::kLineContinuation)) {
      i = node.subtree_end();
      continue;
    }
    if (node.Is(python::Kind::kString)) {  // Its text is one token, white space included.
      absl::StrAppend(&tokens, node.text(), " ");
      i = node.subtree_end();
      continue;
    }
    if (node.subtree_end() == i + 1) absl::StrAppend(&tokens, node.text(), " ");
    ++i;
  }
  return tokens;
}

std::string ShortKey(std::string text) {
  constexpr size_t kMaxBytes = 4'096;
  return text.size() <= kMaxBytes ? std::move(text) : Sha256Hex(text);
}

std::string FingerprintKey(absl::string_view rule_id, absl::string_view path,
                           absl::string_view symbol, absl::string_view tokens) {
  const absl::string_view separator("\0", 1);
  return absl::StrCat(rule_id, separator, path, separator, symbol, separator, tokens);
}

void SetFingerprints(std::vector<Finding>* findings) {
  std::map<std::string, int> seen;
  for (Finding& finding : *findings) {
    const int ordinal = seen[finding.fingerprint]++;
    const absl::string_view separator("\0", 1);
    finding.fingerprint =
        Sha256Hex(absl::StrCat(finding.fingerprint, separator, ordinal)).substr(0, 32);
  }
}

}  // namespace allreview::rules
