#include "analyzers/rules/style/imports.h"

#include <algorithm>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using python::Binding;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

bool IsProbe(Node import) {
  for (Node around = import.parent(); around; around = around.parent()) {
    if (around.Is(Kind::kTryStatement)) return true;
  }
  return false;
}

// `import x as x`, `from m import x as x`: said to be for others.
bool IsExport(Node identifier) {
  const Node aliased = identifier.parent();
  return aliased.Is(Kind::kAliasedImport) && aliased.child(Field::kAlias) == identifier &&
         aliased.child(Field::kName).text() == identifier.text();
}

// Names that the code reads, and texts of strings, where annotations may hide.
struct Reads {
  std::set<absl::string_view> names;
  std::vector<absl::string_view> strings;
};

Reads ReadsOf(const Module& module) {
  Reads reads;
  for (const Node node : module.tree().root().descendants()) {
    if (node.Is(Kind::kStringContent)) {
      if (!absl::StrContains(node.text(), "\n")) reads.strings.push_back(node.text());
    } else if (node.Is(Kind::kComment) && absl::StrContains(node.text(), "type:")) {
      reads.strings.push_back(node.text());
    } else if (node.Is(Kind::kIdentifier)) {
      const Node parent = node.parent();
      const bool is_import = parent.Is(Kind::kDottedName) || parent.Is(Kind::kAliasedImport);
      const bool is_attribute =
          parent.Is(Kind::kAttribute) && parent.child(Field::kAttribute) == node;
      const bool is_keyword =
          parent.Is(Kind::kKeywordArgument) && parent.child(Field::kName) == node;
      if (!is_import && !is_attribute && !is_keyword) reads.names.insert(node.text());
    }
  }
  return reads;
}

}  // namespace

std::vector<const Binding*> UnusedImports(const Module& module) {
  std::vector<const Binding*> unused;
  if (module.is_package() || module.tree().error_count() > 0 ||
      !module.scopes().star_imports().empty() ||
      !module.scopes().BindingsOf(0, "__all__").empty()) {
    return unused;
  }
  std::vector<const Binding*> imports;
  for (const Binding& binding : module.scopes().bindings()) {
    if (binding.kind == Binding::Kind::kImport && binding.scope == 0) imports.push_back(&binding);
  }
  if (imports.empty()) return unused;
  const Reads reads = ReadsOf(module);
  for (const Binding* import : imports) {
    if (reads.names.count(import->name) > 0) continue;
    if (import->value.Is(Kind::kFutureImportStatement) ||
        absl::StartsWith(import->imported, "__future__")) {
      continue;
    }
    if (IsProbe(import->value) || IsExport(import->node)) continue;
    if (IsWaived(import->value, {"F401", "W0611", "unused-import"})) continue;
    const bool is_in_text =
        std::any_of(reads.strings.begin(), reads.strings.end(),
                    [&](absl::string_view text) { return MentionsName(text, import->name); });
    if (!is_in_text) unused.push_back(import);
  }
  return unused;
}

}  // namespace allreview::rules
