#include "analyzers/rules/configuration/new_checks.h"

#include <vector>

#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules::configuration {
namespace {

constexpr size_t kMaxText = 64;  // Longer ones are no names.

// `--num-layers` and `num_layers` are one name.
void AddNames(Node node, std::set<std::string>& names) {
  if (!node) return;
  for (Node name : node.descendants(NodeKind::kIdentifier)) names.emplace(name.text());
  for (Node text : node.descendants(NodeKind::kString)) {
    const absl::string_view content = python::Module::StringContent(text);
    if (content.empty() || content.size() > kMaxText) continue;
    names.insert(absl::StrReplaceAll(absl::StripPrefix(content, "--"), {{"-", "_"}}));
  }
}

// The conditions of all `if` and `elif` around the node, within the function.
void AddConditionsAround(Node node, std::set<std::string>& names) {
  for (Node around = node.parent(); around && !around.Is(NodeKind::kFunctionDefinition);
       around = around.parent()) {
    AddNames(around.child(Field::kCondition), names);
  }
}

absl::string_view NameOfTarget(Node target) {
  return target.Is(NodeKind::kAttribute) ? target.child(Field::kAttribute).text() : target.text();
}

bool IsNew(const AnalysedFile& file, Node statement) {
  if (file.lines.Touches(statement)) return true;
  const Node around = Around(statement, NodeKind::kIfStatement);
  return around &&
         file.lines.HasAdded(around.first_line(), around.child(Field::kCondition).last_line());
}

}  // namespace

bool HasNewCheck(const AnalysedFile& file, Node body) {
  for (NodeKind kind : {NodeKind::kAssertStatement, NodeKind::kRaiseStatement}) {
    for (Node statement : body.descendants(kind)) {
      if (IsNew(file, statement)) return true;
    }
  }
  return false;
}

std::set<std::string> NamesBehindNewChecks(const AnalysedFile& file, Node body) {
  constexpr int kMaxRounds = 6;
  std::set<std::string> names;
  for (NodeKind kind : {NodeKind::kAssertStatement, NodeKind::kRaiseStatement}) {
    for (Node statement : body.descendants(kind)) {
      if (!IsNew(file, statement)) continue;
      AddNames(statement, names);
      AddConditionsAround(statement, names);
    }
  }
  std::vector<Node> stores;
  for (Node store : body.descendants(NodeKind::kAssignment)) stores.push_back(store);
  std::vector<bool> is_seen(stores.size());
  for (int round = 0; round < kMaxRounds; ++round) {
    const size_t before = names.size();
    for (size_t i = 0; i < stores.size(); ++i) {
      const bool decides =
          !is_seen[i] && names.count(std::string(NameOfTarget(stores[i].child(Field::kLeft)))) > 0;
      if (!decides) continue;
      is_seen[i] = true;
      AddNames(stores[i].child(Field::kRight), names);
      AddConditionsAround(stores[i], names);
    }
    if (names.size() == before) break;
  }
  return names;
}

std::set<std::string> NamesOnNewLines(const AnalysedFile& file) {
  std::set<std::string> names;
  for (NodeKind kind : {NodeKind::kCall, NodeKind::kAssignment}) {
    for (Node node : file.after->tree().root().descendants(kind)) {
      if (!file.lines.Touches(node)) continue;
      if (kind == NodeKind::kAssignment) {
        names.emplace(NameOfTarget(node.child(Field::kLeft)));
      } else if (CalleeName(node) == "add_argument") {
        AddNames(node.child(Field::kArguments).named_child(0), names);
      }
    }
  }
  return names;
}

}  // namespace allreview::rules::configuration
