#include "services/analysis/change_model/statements/questions/testing/asked.h"

#include "absl/strings/str_cat.h"
#include "sentences/messages/text.h"
#include "sentences/statement_table.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

std::vector<v1::ChangeStatement> QuestionsOf(absl::string_view change) {
  std::vector<v1::ChangeStatement> questions;
  const v1::ChangeModel model = ModelOf(change);
  for (const v1::ChangeStatement& statement : model.statements()) {
    if (statement.kind() == v1::ChangeStatement::KIND_QUESTION) questions.push_back(statement);
  }
  return questions;
}

}  // namespace

std::vector<std::string> KindsOf(absl::string_view change) {
  std::vector<std::string> kinds;
  for (const v1::ChangeStatement& question : QuestionsOf(change)) {
    kinds.push_back(question.predicate());
  }
  return kinds;
}

std::string TextOf(absl::string_view change, Language language) {
  const std::vector<v1::ChangeStatement> questions = QuestionsOf(change);
  if (questions.empty()) return "";
  return In(language, FromText(questions[0].text(), FindStatementPhrase).value_or("?"));
}

std::string Changed(absl::string_view before, absl::string_view after) {
  return absl::StrCat("# --- pkg/a.py before\n", before, "# --- pkg/a.py after\n", after);
}

}  // namespace allreview::analysis
