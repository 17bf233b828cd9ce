// Rules of maintainability.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Maintainability() {
  static constexpr RuleText kTexts[] = {
      {.id = "deprecated-torch-symbol",
       .title = "使用了 PyTorch 已弃用或已移除的函数",
       .message = "`{symbol}` {state}",
       .consequence = "{effect}",
       .advice = "使用 `{replacement}`"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
