#include "analyzers/rules/contracts/call_edits.h"

#include "absl/strings/match.h"

namespace allreview::rules::contracts {
namespace {

bool HasNewCalls(const AnalysedFile& file) {
  if (file.lines.added().empty()) return false;
  for (Node node : file.after->tree().root().descendants(NodeKind::kCall)) {
    if (!file.lines.Touches(node)) continue;
    const std::string name = file.after->Resolve(node.child(Field::kFunction));
    const bool is_foreign = absl::StartsWith(name, "builtins.") || absl::StartsWith(name, "torch.");
    if (!is_foreign) return true;
  }
  return false;
}

}  // namespace

Node CallAt(const python::Module& module, const repository::Place& place) {
  Node node = module.tree().NodeAt(place.first_byte);
  while (node && node.end_byte() < place.end_byte) node = node.parent();
  while (node && !node.Is(NodeKind::kCall)) node = node.parent();
  const bool is_there =
      node && node.first_byte() == place.first_byte && node.end_byte() == place.end_byte;
  return is_there ? node : Node();
}

const repository::IndexedFile* IndexedWithNewCalls(ChangeContext& change,
                                                   const AnalysedFile& file) {
  if (!HasNewCalls(file)) return nullptr;
  const repository::IndexedFile* const indexed = change.index().FindModule(file.after->name());
  return indexed != nullptr && indexed->path() == file.changed->path ? indexed : nullptr;
}

Node KeywordNode(Node call, absl::string_view name) {
  const Node value = name.empty() ? Node() : python::KeywordArgument(call, name);
  return value ? value.parent() : Node();
}

bool IsLiteralArgument(Node expression) {
  switch (expression.kind()) {
    case NodeKind::kInteger:
    case NodeKind::kFloat:
    case NodeKind::kString:
    case NodeKind::kTrue:
    case NodeKind::kFalse:
    case NodeKind::kNone:
      return true;
    default:
      return expression.Is(NodeKind::kUnaryOperator) &&
             IsLiteralArgument(expression.child(Field::kArgument));
  }
}

std::vector<std::string> NamesOf(const std::vector<repository::ParameterFacts>& parameters) {
  std::vector<std::string> names;
  for (const repository::ParameterFacts& parameter : parameters) names.push_back(parameter.name);
  return names;
}

}  // namespace allreview::rules::contracts
