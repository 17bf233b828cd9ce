#include "analyzers/rules/style/new_code.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/nodes_of_kinds.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

bool IsStatement(Node node) {
  const Node parent = node.parent();
  return node.IsNamed() && !node.Is(NodeKind::kComment) &&
         (parent.Is(NodeKind::kBlock) || parent.Is(NodeKind::kModule));
}

}  // namespace

bool IsVendored(absl::string_view path) {
  for (absl::string_view part : {"third_party/", "vendor/", "vendored/", "_pb2", "/generated/"}) {
    if (absl::StrContains(path, part)) return true;
  }
  return false;
}

bool IsLibraryPath(absl::string_view path) {
  const std::string rooted = absl::StrCat("/", path);
  for (absl::string_view part :
       {"/tests/", "/test/", "/docs/", "/scripts/", "/tools/", "/examples/", "/benchmarks/"}) {
    if (absl::StrContains(rooted, part)) return false;
  }
  return absl::StrContains(rooted, "/core/") && !IsVendored(path);
}

void ForEachNewNode(const std::vector<AnalysedFile>& files, std::initializer_list<NodeKind> kinds,
                    const std::function<void(const AnalysedFile&, Node)>& visit, bool with_tests) {
  for (const AnalysedFile& file : files) {
    if (file.after == nullptr || file.lines.empty()) continue;
    if (IsVendored(file.changed->path)) continue;
    if (!with_tests && file.changed->role == FileRole::kTest) continue;
    for (const Node node : NodesOfKinds(file.after->tree().root(), kinds)) {
      const int line = node.first_line();
      if (file.lines.HasAdded(line, line)) visit(file, node);
    }
  }
}

void ForEachNewDefinition(const std::vector<AnalysedFile>& files, const VisitDefinition& visit) {
  for (const AnalysedFile& file : files) {
    if (file.after == nullptr || file.changed->role == FileRole::kTest) continue;
    if (IsVendored(file.changed->path)) continue;
    for (const Definition& definition : file.after->definitions()) {
      const int line = definition.node.first_line();
      if (!file.lines.HasAdded(line, line)) continue;
      const bool was_there =
          file.before != nullptr && file.before->FindDefinition(definition.name) != nullptr;
      if (!was_there) visit(file, definition);
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
