#include "services/report/story/statement_text.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/symbol_id.h"
#include "review/display_text.h"
#include "sentences/messages/text.h"
#include "sentences/statement_table.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/story/place_code.h"

namespace allreview::report {

using analysis::v1::ChangeModel;
using analysis::v1::ChangeStatement;

Statements StatementsOf(const ChangeModel& model,
                        std::initializer_list<ChangeStatement::Kind> kinds, size_t limit) {
  Statements found;
  for (const ChangeStatement& statement : model.statements()) {
    if (std::find(kinds.begin(), kinds.end(), statement.kind()) == kinds.end()) continue;
    // One of another version says nothing that is known here.
    const std::optional<Words> words = FromText(statement.text(), FindStatementPhrase);
    if (words && !CleanLine(English(*words)).empty()) found.push_back(&statement);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto* a, const auto* b) { return a->weight() > b->weight(); });
  if (found.size() > limit) found.resize(limit);
  return found;
}

bool IsOfUncalled(const ChangeModel& model, const ChangeStatement& statement) {
  using analysis::v1::Edge;
  const std::string& subject = statement.subject();
  const size_t colon = PathEndOfSymbolId(subject);
  if (colon == std::string::npos || subject.find('.', colon) != std::string::npos) return false;
  if (subject.size() == colon + 1) return false;
  bool knows_calls = false;
  for (const Edge& edge : model.edges()) {
    const bool is_call = edge.kind() == Edge::KIND_CALLS && !edge.is_removed();
    if (is_call && edge.to() == subject) return false;
    knows_calls |= is_call;
  }
  return knows_calls;
}

std::string StatementMarkdown(Language language, const ChangeStatement& statement,
                              WithPlace with_place) {
  const std::optional<Words> words = FromText(statement.text(), FindStatementPhrase);
  if (!words) return "";
  std::string text = SentenceMarkdown(language, In(language, *words));
  if (with_place == WithPlace::kNo || statement.places().empty()) return text;
  const std::string place = InBrackets(language, StartCode(language, statement.places(0)));
  for (absl::string_view end : {".", "。"}) {
    if (!absl::EndsWith(text, end)) continue;
    text.resize(text.size() - end.size());
    return absl::StrCat(text, place, end);
  }
  return absl::StrCat(text, place);
}

}  // namespace allreview::report
