#include "services/report/story/statement_lines.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "review/labels.h"
#include "sentences/messages/text.h"
#include "sentences/sentence.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/story/place_code.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangeStatement;
using change::v1::SourceRange;
using finding::v1::Finding;

bool Overlap(const SourceRange& a, const SourceRange& b) {
  return a.path() == b.path() && a.side() == b.side() && a.first_line() < b.end_line() &&
         b.first_line() < a.end_line();
}

}  // namespace

std::vector<const ChangeStatement*> StatementsOf(const analysis::v1::ChangeModel& model,
                                                 ChangeStatement::Kind kind) {
  std::vector<const ChangeStatement*> found;
  for (const ChangeStatement& statement : model.statements()) {
    if (statement.kind() == kind) found.push_back(&statement);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto* a, const auto* b) { return a->weight() > b->weight(); });
  return found;
}

std::string StatementMarkdown(Language language, const ChangeStatement& statement) {
  return SentenceMarkdown(language, In(language, FromText(statement.text(), "")));
}

std::string StatementItem(Language language, const ChangeStatement& statement) {
  const std::string text = StatementMarkdown(language, statement);
  if (statement.places().empty()) return text;
  return absl::StrCat(StartCode(language, statement.places(0)), " - ", text);
}

std::vector<const ChangeStatement*> OpenQuestions(const review::v1::Review& review) {
  std::vector<const ChangeStatement*> open =
      StatementsOf(review.model(), ChangeStatement::KIND_QUESTION);
  std::erase_if(open, [&](const ChangeStatement* question) {
    if (question->places().empty()) return true;
    return std::any_of(review.findings().begin(), review.findings().end(),
                       [&](const Finding& finding) {
                         return IsShown(finding) && Overlap(finding.range(), question->places(0));
                       });
  });
  return open;
}

}  // namespace allreview::report
