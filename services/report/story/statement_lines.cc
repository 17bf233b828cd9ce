#include "services/report/story/statement_lines.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "review/labels.h"
#include "services/report/story/place_code.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangeStatement;
using change::v1::SourceRange;
using finding::v1::Finding;

constexpr size_t kMostStatements = 100;

bool Overlap(const SourceRange& a, const SourceRange& b) {
  return a.path() == b.path() && a.side() == b.side() && a.first_line() < b.end_line() &&
         b.first_line() < a.end_line();
}

}  // namespace

std::string StatementItem(Language language, const ChangeStatement& statement) {
  const std::string text = StatementMarkdown(language, statement, WithPlace::kNo);
  if (statement.places().empty()) return text;
  return absl::StrCat(StartCode(language, statement.places(0)), " - ", text);
}

Statements StatementsOnCode(const analysis::v1::ChangeModel& model, ChangeStatement::Kind kind) {
  Statements found = StatementsOf(model, {kind}, kMostStatements);
  std::erase_if(found, [](const ChangeStatement* statement) {
    const absl::string_view path =
        statement->places().empty() ? "" : absl::string_view(statement->places(0).path());
    return !absl::EndsWith(path, ".py");
  });
  return found;
}

Statements OpenQuestions(const review::v1::Review& review) {
  Statements open = StatementsOf(review.model(), {ChangeStatement::KIND_QUESTION}, kMostStatements);
  std::erase_if(open, [&](const ChangeStatement* question) {
    if (question->places().empty()) return true;
    return std::any_of(review.findings().begin(), review.findings().end(),
                       [&](const Finding& finding) {
                         return IsShown(finding) && Overlap(finding.range(), question->places(0));
                       });
  });
  return open;
}

bool IsOfTraffic(const ChangeStatement& cost) {
  return absl::StartsWith(cost.predicate(), "communicates") || cost.predicate() == "waits";
}

}  // namespace allreview::report
