#ifndef ANALYZERS_NUMERICS_REWRITES_RULES_H_
#define ANALYZERS_NUMERICS_REWRITES_RULES_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace allreview::numerics {

// A form that is mathematically the same and loses less (pattern.h has the notation). Several lines
// of one id are spellings of one rule.
struct RewriteRule {
  absl::string_view id;  // Named for what is bad, in kebab-case.
  absl::string_view from;
  absl::string_view to;
  absl::string_view why;  // One sentence.
};

// The best ones first: whole functions before parts of them.
absl::Span<const RewriteRule> AllRewriteRules();

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REWRITES_RULES_H_
