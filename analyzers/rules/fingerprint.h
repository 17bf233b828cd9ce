#ifndef ANALYZERS_RULES_FINGERPRINT_H_
#define ANALYZERS_RULES_FINGERPRINT_H_

// Identity of a finding across pushes: rule, file, enclosing symbol, tokens of the statement and,
// among findings that share all of these, the ordinal. Line numbers, white space and comments do
// not enter, and a renamed file counts under its old name, so that a fingerprint survives rebases,
// reformatting and moves.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/syntax.h"
#include "analyzers/rules/finding.h"

namespace allreview::rules {

// Tokens of a statement, blanks between; of a compound statement only those of its header.
std::string StatementTokens(python::Node statement);

// A long text by its hash, so that what is compared stays short.
std::string ShortKey(std::string text);

// Before SetFingerprints a finding's fingerprint holds this.
std::string FingerprintKey(absl::string_view rule_id, absl::string_view path,
                           absl::string_view symbol, absl::string_view tokens);

// Numbers equal keys in the order given and hashes: 32 hexadecimal digits.
void SetFingerprints(std::vector<Finding>* findings);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_FINGERPRINT_H_
