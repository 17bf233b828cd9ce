// assert on a configuration value, where the house raises ValueError.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/style/house_checks.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

using python::Definition;

bool Validates(const Definition& function) {
  return function.simple_name == "__post_init__" ||
         absl::StartsWith(function.simple_name, "validate") ||
         absl::StartsWith(function.simple_name, "_validate");
}

// The condition is about the configuration: self, args, config.
bool IsAboutConfiguration(Node condition) {
  for (const Node node : condition.descendants(NodeKind::kIdentifier)) {
    if (node.text() == "self" || node.text() == "args" ||
        absl::StrContains(node.text(), "config")) {
      return true;
    }
  }
  return false;
}

// The statement that raises instead; empty when it takes more than one line.
std::string Rewrite(Node statement, Node condition, Node message) {
  if (statement.first_line() != statement.last_line() || !message) return "";
  const std::string indent(statement.tree()->ColumnOf(statement.first_byte()), ' ');
  return absl::StrCat("if not (", condition.text(), "):\n", indent, "    raise ValueError(",
                      message.text(), ")");
}

void CheckAssert(ChangeContext& change, const AnalysedFile& file, const house::Entry& entry,
                 Node statement) {
  const Definition* function = file.after->EnclosingFunction(statement);
  if (function == nullptr || !Validates(*function)) return;
  const Node condition = statement.named_child(0);
  const Node message = statement.named_child(1);
  if (!condition || !IsAboutConfiguration(statement)) return;
  if (absl::StrContains(condition.text(), "isinstance(")) return;  // For type checkers.
  if (IsWaived(statement, {"S101", "assert"})) return;
  Observation observation{.at = statement};
  observation.params = {{"condition", OneLine(condition)},
                        {"function", function->name},
                        {"source", house::ToString(entry.source)}};
  const std::string rewrite = Rewrite(statement, condition, message);
  if (!rewrite.empty()) observation.edits = {Replace(*file.after, statement, rewrite)};
  change.Report(file, std::move(observation));
}

void Check(ChangeContext& change) {
  bool has_new = false;
  ForEachNewNode(change.files(), {NodeKind::kAssertStatement},
                 [&](const AnalysedFile&, Node) { has_new = true; });
  if (!has_new) return;
  const house::Entry* entry = change.house().Find("configuration-errors");
  if (entry == nullptr || !entry->is_active || entry->value != "ValueError") return;
  ForEachNewNode(change.files(), {NodeKind::kAssertStatement},
                 [&](const AnalysedFile& file, Node statement) {
                   CheckAssert(change, file, *entry, statement);
                 });
}

}  // namespace

extern constinit const Rule kAssertForValidation = {
    .info =
        {.id = "assert-for-validation",
         .title = {"assert used to validate a configuration", "用 assert 校验配置"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .message = {"`{function}` asserts `{condition}`; in this repository an invalid "
                     "configuration raises ValueError ({source})",
                     "`{function}` 用 assert 检查 `{condition}`；本仓库约定错误的配置应抛出 "
                     "ValueError（{source}）"},
         .consequence =
             {"`python -O` removes the check, and callers cannot distinguish the error from a bug",
              "`python -O` 会去掉该检查，调用方也无法把它与程序缺陷区分开"},
         .advice = {"Raise ValueError with the message", "改为抛出带有说明的 ValueError"},
         .why = "An assertion states that the program is correct; a configuration may be invalid.",
         .fix = "Raise ValueError.",
         .bad = R"py(
# --- AGENTS.md unchanged
Raise `ValueError` for invalid configs.
# --- pkg/core/config.py
class Config:
    def __post_init__(self):
        assert self.size > 0, "size must be positive"
)py",
         .good = R"py(
# --- AGENTS.md unchanged
Raise `ValueError` for invalid configs.
# --- pkg/core/config.py
class Config:
    def __post_init__(self):
        if self.size <= 0:
            raise ValueError("size must be positive")
)py",
         .references = {"https://docs.astral.sh/ruff/rules/assert/"},
         .tier = Tier::kHint},
    .check_change = Check};

}  // namespace allreview::rules
