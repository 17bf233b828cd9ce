#include "services/report/story/statement_lines.h"

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangeStatement;

ChangeStatement* AddQuestion(review::v1::Review& review, int line, const char* text) {
  ChangeStatement* question = review.mutable_model()->add_statements();
  question->set_kind(ChangeStatement::KIND_QUESTION);
  question->mutable_text()->set_verbatim(text);
  auto* place = question->add_places();
  place->set_path("pkg/a.py");
  place->set_side(change::v1::SIDE_RIGHT);
  place->set_first_line(line);
  place->set_end_line(line + 1);
  return question;
}

TEST(OpenQuestions, AreThoseThatNoFindingStandsAt) {
  review::v1::Review review;
  AddQuestion(review, 3, "Why?")->set_weight(1);
  AddQuestion(review, 7, "How?")->set_weight(2);
  ASSERT_EQ(OpenQuestions(review).size(), 2u);
  EXPECT_EQ(StatementItem(Language::kEnglish, *OpenQuestions(review)[0]), "`pkg/a.py:7` - How?");
  finding::v1::Finding* finding = review.add_findings();
  finding->set_shown(finding::v1::SHOWN_FULL);
  *finding->mutable_range() = review.model().statements(1).places(0);
  ASSERT_EQ(OpenQuestions(review).size(), 1u);
  EXPECT_EQ(StatementItem(Language::kEnglish, *OpenQuestions(review)[0]), "`pkg/a.py:3` - Why?");
}

}  // namespace
}  // namespace allreview::report
