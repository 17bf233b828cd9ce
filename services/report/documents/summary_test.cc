#include "services/report/documents/summary.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using ::testing::HasSubstr;

TEST(Summary, ShowsWhereLongSignaturesDiffer) {
  std::string parameters = "self";
  for (int i = 0; i < 30; ++i) absl::StrAppend(&parameters, ", parameter_", i);
  review::v1::Review review;
  analysis::v1::ChangedSymbol& symbol = *review.mutable_model()->add_symbols();
  symbol.set_name("Router.forward");
  symbol.set_kind(analysis::v1::SYMBOL_KIND_METHOD);
  symbol.set_status(analysis::v1::ChangedSymbol::STATUS_MODIFIED);
  symbol.set_signature_before(absl::StrCat("forward(", parameters, ", top_k=2)"));
  symbol.set_signature_after(absl::StrCat("forward(", parameters, ", top_k=4)"));
  const std::string text = SummaryMarkdown(Language::kEnglish, review);
  EXPECT_THAT(text, HasSubstr("`Router.forward`: `… "));
  EXPECT_THAT(text, HasSubstr("top_k=2)` → `… "));
  EXPECT_THAT(text, HasSubstr("top_k=4)`\n"));
}

}  // namespace
}  // namespace allreview::report
