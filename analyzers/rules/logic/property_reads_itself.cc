// A property whose getter reads the property: endless recursion.

#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

bool IsProperty(const python::Module& module, const python::Definition& function) {
  return function.decorators.size() == 1 &&
         (module.Resolve(function.decorators[0]) == "builtins.property" ||
          module.Resolve(function.decorators[0]) == "functools.cached_property");
}

bool IsStored(Node attribute) {
  const Node parent = attribute.parent();
  return (parent.Is(NodeKind::kAssignment) && parent.child(Field::kLeft) == attribute) ||
         parent.Is(NodeKind::kDeleteStatement);
}

// `self.name`, or hasattr(self, "name") and getattr(self, "name"), which ask for it, too.
bool Reads(Node node, absl::string_view self, absl::string_view name) {
  if (node.Is(NodeKind::kAttribute)) {
    return node.child(Field::kAttribute).text() == name &&
           node.child(Field::kObject).text() == self && !IsStored(node);
  }
  if (!node.Is(NodeKind::kCall)) return false;
  const absl::string_view function = node.child(Field::kFunction).text();
  if (function != "hasattr" && function != "getattr") return false;
  const python::Arguments arguments = python::ArgumentsOf(node);
  if (arguments.positional.size() < 2 || arguments.positional[0].text() != self) return false;
  const absl::string_view text = arguments.positional[1].text();
  return text.size() == name.size() + 2 && text.substr(1, name.size()) == name;
}

void Check(FileContext& file, Node node) {
  const python::Definition* getter = file.module().EnclosingDefinition(node);
  if (getter == nullptr || getter->node != node || !IsProperty(file.module(), *getter)) return;
  const absl::string_view self = logic::SelfNameOf(*getter);
  if (self.empty()) return;
  Node first;
  ForEachOwnNode(getter->body, [&](Node inner) {
    if (!first && Reads(inner, self, getter->simple_name)) first = inner;
  });
  if (!first) return;
  file.Report({.at = first,
               .params = {{"name", std::string(getter->simple_name)},
                          {"read", std::string(first.text())}}});
}

}  // namespace

extern constinit const Rule kPropertyReadsItself = {
    .info = {.id = "property-reads-itself",
             .title = {"Property that reads itself", "property 读取了自身"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{read}` in the property `{name}` calls the property again",
                         "property `{name}` 中的 `{read}` 会再次调用该 property"},
             .consequence = {"Whoever reads `{name}` and gets to this line gets RecursionError",
                             "读取 `{name}` 并执行到这一行时会抛出 RecursionError"},
             .advice = {"Keep the value in an attribute of another name, for example `_{name}`",
                        "把值保存在另一个属性中，例如 `_{name}`"},
             .why = "Looking up the name on the object finds the property, before anything that "
                    "the object holds; hasattr and getattr look it up, too.",
             .fix = "Read `self._name`, or compute the value.",
             .bad = R"py(
class Tokenizer:
    @property
    def cls_token(self):
        return self.cls_token
)py",
             .good = R"py(
class Tokenizer:
    @property
    def cls_token(self):
        return self._cls_token
)py",
             .references = {"https://docs.python.org/3/howto/descriptor.html#properties"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .file_names = "property cached_property",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
