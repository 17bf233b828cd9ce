#include "analyzers/rules/configuration/refusals.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/rules/configuration/phrases.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/parsed_files.h"
#include "analyzers/rules/text_observation.h"

namespace allreview::rules::configuration {
namespace {

using constraints::Reason;
using constraints::Refusal;

constexpr size_t kMaxValues = 4;

std::string GivenText(const Reason& reason) {
  if (!absl::StartsWith(reason.name, "--"))
    return absl::StrCat("`", reason.name, "=", reason.value, "`");
  return reason.value.empty() ? absl::StrCat("`", reason.name, "`")
                              : absl::StrCat("`", reason.name, " ", reason.value, "`");
}

// The innermost condition that the program ends for.
Node LastCondition(const Refusal& refusal) {
  if (refusal.statement.Is(NodeKind::kAssertStatement)) return refusal.statement.named_child(0);
  return refusal.conditions.empty() ? Node() : refusal.conditions.back();
}

}  // namespace

Words ValuesText(const Refusal& refusal) {
  WordList values = {Joint::kAnd, {}};
  for (const Reason& reason : refusal.reasons) {
    if (reason.origin == Reason::Origin::kGiven && values.items.size() < kMaxValues) {
      values.items.emplace_back(GivenText(reason));
    }
  }
  const Node condition = LastCondition(refusal);
  for (const Reason& reason : refusal.reasons) {
    if (reason.origin != Reason::Origin::kDefault || values.items.size() >= kMaxValues) continue;
    if (!condition || !MentionsName(condition.text(), reason.name)) continue;
    values.items.emplace_back(
        Sentence(phrases::kTheDefault, {{"name", reason.name}, {"value", reason.value}}));
  }
  return values;
}

std::string ConditionText(const Refusal& refusal) {
  const Node condition = LastCondition(refusal);
  return OneLine(condition ? python::WithoutParentheses(condition) : refusal.statement);
}

bool IsAssertion(const Refusal& refusal) {
  return refusal.statement.Is(NodeKind::kAssertStatement);
}

std::string PlaceText(const Refusal& refusal) {
  return absl::StrCat(refusal.path, ":", refusal.line);
}

Range RangeOf(const Refusal& refusal) { return rules::RangeOf(*refusal.module, refusal.statement); }

NewPart NewCodeOf(const ChangeContext& change, const Refusal& refusal) {
  std::vector<Node> nodes;
  if (const Node condition = LastCondition(refusal)) nodes.push_back(condition);
  nodes.push_back(refusal.statement);
  nodes.insert(nodes.end(), refusal.conditions.rbegin(), refusal.conditions.rend());
  for (Node node : nodes) {
    for (const AnalysedFile& file : change.files()) {
      if (file.after == nullptr || &file.after->tree() != node.tree()) continue;
      // Of an assertion the message may be new alone.
      const Node what = node.Is(NodeKind::kAssertStatement) ? node.named_child(0) : node;
      if (file.lines.Touches(what)) return {&file, what};
    }
  }
  for (const Reason& reason : refusal.reasons) {
    const AnalysedFile* file = ChangedFileOf(change, reason.path);
    if (file == nullptr || reason.origin == Reason::Origin::kGiven) continue;
    if (!file->lines.HasAdded(reason.line, reason.line)) continue;
    const python::SyntaxTree& tree = file->after->tree();
    const absl::string_view line = tree.LineText(reason.line);
    const auto indent = static_cast<uint32_t>(line.find_first_not_of(" \t"));
    return {file, python::StatementOf(tree.NodeAt(tree.LineStart(reason.line) + indent))};
  }
  return {};
}

int NewRecipeLine(ChangeContext& change, const ChangedFile& file, const Refusal& refusal) {
  const std::string* after = change.texts().Read(Side::kRight, file.path);
  if (after == nullptr) return 0;
  const std::string* before =
      file.is_added ? nullptr : change.texts().Read(Side::kLeft, file.old_path);
  const std::vector<int> lines = NewLinesOf(file, before, *after);
  int last = 0;
  for (const Reason& reason : refusal.reasons) {
    const bool is_new = reason.origin == Reason::Origin::kGiven && reason.path == file.path &&
                        absl::c_binary_search(lines, reason.line);
    if (is_new) last = std::max(last, reason.line);
  }
  return last;
}

std::vector<std::string> RecipeSuffixes() { return {".sh", ".yaml", ".yml"}; }

}  // namespace allreview::rules::configuration
