#include "analyzers/rules/style/new_code.h"

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/moves/moves.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/nodes_of_kinds.h"
#include "base/last_answer.h"
#include "base/text_search.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

bool IsStatement(Node node) {
  const Node parent = node.parent();
  return node.IsNamed() && !node.Is(NodeKind::kComment) &&
         (parent.Is(NodeKind::kBlock) || parent.Is(NodeKind::kModule));
}

bool HasNewCode(const AnalysedFile& file, bool with_tests = false) {
  return file.after != nullptr && !file.lines.empty() && !IsVendored(file.changed->path) &&
         (with_tests || file.changed->role != FileRole::kTest);
}

}  // namespace

bool IsVendored(absl::string_view path) {
  return HoldsAnyOf(path, {"third_party/", "vendor/", "vendored/", "_pb2", "/generated/"});
}

bool IsLibraryPath(absl::string_view path) {
  thread_local LastAnswer<bool> last;
  return last.To(path, [&] {
    return HasFolder(path, {"core"}) && !IsVendored(path) &&
           !HasFolder(path,
                      {"tests", "test", "docs", "scripts", "tools", "examples", "benchmarks"});
  });
}

void ForEachNewNode(const std::vector<AnalysedFile>& files, std::initializer_list<NodeKind> kinds,
                    const std::function<void(const AnalysedFile&, Node)>& visit, bool with_tests) {
  for (const AnalysedFile& file : files) {
    if (!HasNewCode(file, with_tests)) continue;
    for (const Node node : NodesOfKinds(file.after->tree().root(), kinds)) {
      if (file.lines.Starts(node)) visit(file, node);
    }
  }
}

void ForEachNewCall(const std::vector<AnalysedFile>& files,
                    std::initializer_list<absl::string_view> names,
                    const std::function<void(const AnalysedFile&, Node)>& visit) {
  for (const AnalysedFile& file : files) {
    if (!HasNewCode(file)) continue;
    for (const Node call : file.after->CallsOf(names)) {
      if (file.lines.Starts(call)) visit(file, call);
    }
  }
}

void ForEachNewDefinition(const std::vector<AnalysedFile>& files, const moves::Moves& moves,
                          const VisitDefinition& visit) {
  for (const AnalysedFile& file : files) {
    if (!HasNewCode(file)) continue;
    for (const Definition& definition : file.after->definitions()) {
      if (file.lines.Starts(definition.node) && moves.IsNew(definition)) visit(file, definition);
    }
  }
}

bool IsPublic(const Module& module, const Definition& definition) {
  for (absl::string_view part : absl::StrSplit(definition.name, '.')) {
    if (absl::StartsWith(part, "_")) return false;
  }
  for (int i = definition.parent; i >= 0; i = module.definitions()[i].parent) {
    if (module.definitions()[i].kind != Definition::Kind::kClass) return false;
  }
  return true;
}

bool HasDecorator(const Definition& definition,
                  std::initializer_list<absl::string_view> last_names) {
  for (const Node decorator : definition.decorators) {
    const Node callee =
        decorator.Is(NodeKind::kCall) ? decorator.child(Field::kFunction) : decorator;
    for (absl::string_view name : last_names) {
      if (LastName(callee) == name) return true;
    }
  }
  return false;
}

bool IsOverride(const AnalysedFile& file, const Definition& method) {
  if (method.kind != Definition::Kind::kMethod) return false;
  if (HasDecorator(method, {"override", "overload", "setter", "deleter"})) return true;
  const Definition& owner = file.after->definitions()[method.parent];
  if (owner.bases.empty() || file.project == nullptr) return false;
  const std::string class_name = absl::StrCat(file.after->name(), ".", owner.name);
  for (const std::string& base : file.project->BasesOf(class_name)) {
    if (base != class_name && file.project->FindMethod(base, method.simple_name)) return true;
  }
  return false;
}

Node DocstringOf(const Definition& definition) {
  const Node first = definition.body.named_child(0);
  const Node string = first.Is(NodeKind::kExpressionStatement) ? first.named_child(0) : Node();
  return string.Is(NodeKind::kString) ? string : Node();
}

int CountStatements(const Definition& function) {
  int count = 0;
  for (const Node node : function.body.descendants()) count += IsStatement(node);
  return count;
}

}  // namespace allreview::rules
