#include "services/report/documents/summary.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::Sentence;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Summary, TellsWhyAndWhatToFixFirst) {
  review::v1::Review review;
  review.mutable_change()->set_title("Match groups (#7)");
  Sentence& sentence = *review.mutable_model()->mutable_intent()->add_sentences();
  sentence.set_text("Two groups that differ in one key collide.");
  sentence.add_roles(Sentence::ROLE_PROBLEM);
  sentence.mutable_range()->set_path("a.py");
  sentence.mutable_range()->set_first_line(3);
  finding::v1::Finding& finding = *review.add_findings();
  finding.set_title("Removed name is still used");
  finding.set_severity(finding::v1::SEVERITY_P0);
  finding.set_shown(finding::v1::SHOWN_FULL);
  finding.mutable_range()->set_path("b.py");
  finding.mutable_range()->set_first_line(9);
  const std::string text = SummaryMarkdown(Language::kEnglish, review);
  EXPECT_THAT(text, HasSubstr("- **What**: Match groups.\n"));
  EXPECT_THAT(text,
              HasSubstr("- **Why**: Two groups that differ in one key collide (`a.py:3`).\n"));
  EXPECT_THAT(text,
              HasSubstr("- **Fix first** (section 2): Removed name is still used (`b.py:9`).\n"));
}

TEST(Summary, IsSilentAboutSignatures) {
  review::v1::Review review;
  analysis::v1::ChangedSymbol& symbol = *review.mutable_model()->add_symbols();
  symbol.set_name("Router.forward");
  symbol.set_kind(analysis::v1::SYMBOL_KIND_METHOD);
  symbol.set_status(analysis::v1::ChangedSymbol::STATUS_MODIFIED);
  symbol.set_signature_before("forward(x, top_k=2)");
  symbol.set_signature_after("forward(x, top_k=4)");
  EXPECT_THAT(SummaryMarkdown(Language::kEnglish, review), Not(HasSubstr("top_k=4")));
}

review::v1::Review CleanReview() {
  review::v1::Review review;
  review.set_conclusion(review::v1::CONCLUSION_SUCCESS);
  review.mutable_counts()->set_files_reviewed(1);
  return review;
}

TEST(Summary, SaysNothingFoundOnlyWhereNothingElseIsSaid) {
  constexpr char kNothing[] = "No findings, no questions.";
  review::v1::Review review = CleanReview();
  EXPECT_THAT(SummaryMarkdown(Language::kEnglish, review), HasSubstr(kNothing));
  // Section 5 asks for the reason.
  review.mutable_change()->set_title("Queue");
  EXPECT_THAT(SummaryMarkdown(Language::kEnglish, review), Not(HasSubstr(kNothing)));
  review.mutable_change()->set_title("Reduce queue fetching");
  EXPECT_THAT(SummaryMarkdown(Language::kEnglish, review), HasSubstr(kNothing));
  analysis::v1::ChangeStatement& statement = *review.mutable_model()->add_statements();
  statement.set_kind(analysis::v1::ChangeStatement::KIND_CONFIGURATION);
  statement.add_places()->set_path("a.py");
  statement.mutable_text()->set_verbatim("`x` is gone");
  EXPECT_THAT(SummaryMarkdown(Language::kEnglish, review), Not(HasSubstr(kNothing)));
}

}  // namespace
}  // namespace allreview::report
