// A name in cudagraph_attrs that the class never sets: nothing is captured for it.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

bool IsAttributeList(Node target) {
  return target.Is(NodeKind::kAttribute) && target.child(Field::kObject).text() == "self" &&
         absl::EndsWith(target.child(Field::kAttribute).text(), "cudagraph_attrs");
}

// All bases are in the repository or hold no attributes of interest.
bool AreBasesKnown(FileContext& file, const std::string& name) {
  for (const std::string& base : file.project().BasesOf(name)) {
    if (file.project().FindDefinition(base)) continue;
    if (base != "torch.nn.Module" && base != "abc.ABC" && base != "object" &&
        base != "builtins.object") {
      return false;
    }
  }
  return file.project().IsSubclass(name, "pkg.no.such.Class") == repository::Answer::kNo;
}

// Attributes of names that are made at run time.
bool SetsAnyName(const Definition& a_class) {
  return absl::StrContains(a_class.body.text(), "setattr(self") ||
         absl::StrContains(a_class.body.text(), "__dict__") ||
         absl::StrContains(a_class.body.text(), "register_buffer(");
}

bool Has(FileContext& file, const Definition& a_class, absl::string_view attribute) {
  const std::string name = file.AbsoluteName(a_class);
  if (!file.module().SelfAttributeValues(a_class, attribute).empty()) return true;
  if (file.project().ClassStores(name, attribute)) return true;
  if (file.project().FindMethod(name, attribute)) return true;
  // Unpacking, annotations, class attributes: any mention as `self.name =` or `name:`.
  const absl::string_view body = a_class.body.text();
  return absl::StrContains(body, absl::StrCat("self.", attribute, ",")) ||
         absl::StrContains(body, absl::StrCat("self.", attribute, " =")) ||
         absl::StrContains(body, absl::StrCat("self.", attribute, ":")) ||
         absl::StrContains(body, absl::StrCat("\n    ", attribute, " =")) ||
         absl::StrContains(body, absl::StrCat("\n    ", attribute, ":"));
}

void CheckEntry(FileContext& file, const Definition& a_class, Node list, Node entry) {
  const absl::string_view name = Module::StringContent(entry);
  const absl::string_view attribute = name.substr(0, name.find('.'));
  if (attribute.empty() || SetsAnyName(a_class) || Has(file, a_class, attribute)) return;
  if (!file.project().is_complete() || !AreBasesKnown(file, file.AbsoluteName(a_class))) return;
  // A mixin: subclasses set it.
  for (const std::string& subclass : file.project().SubclassesOf(file.AbsoluteName(a_class))) {
    if (file.project().ClassStores(subclass, attribute)) return;
  }
  file.Report({.at = entry,
               .params = {{"attribute", std::string(attribute)},
                          {"class", std::string(a_class.simple_name)},
                          {"list", std::string(LastName(list))}}});
}

void Check(FileContext& file, Node node) {
  Node target, value;
  if (node.Is(NodeKind::kCall)) {
    const absl::string_view method = CalleeName(node);
    if (method != "append" && method != "extend") return;
    target = node.child(Field::kFunction).child(Field::kObject);
    value = python::Argument(node, 0, "");
  } else {
    target = node.child(Field::kLeft);
    value = node.child(Field::kRight);
  }
  if (!IsAttributeList(target)) return;
  const Definition* a_class = file.module().EnclosingClass(node);
  if (a_class == nullptr) return;
  if (value.Is(NodeKind::kString)) CheckEntry(file, *a_class, target, value);
  if (!value.Is(NodeKind::kList) && !value.Is(NodeKind::kTuple)) return;
  for (Node child : value.named_children()) {
    if (child.Is(NodeKind::kString)) {
      CheckEntry(file, *a_class, target, child);
    }
  }
}

}  // namespace

extern constinit const Rule kUnknownCudagraphAttribute = {
    .info =
        {.id = "unknown-cudagraph-attribute",
         .title = {"Captured attribute that the class never sets", "要捕获的属性在类中从未设置"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{list}` names `{attribute}`, but `{class}` never sets it",
                     "`{list}` 中列出了 `{attribute}`，但 `{class}` 从未设置它"},
         .consequence = {"Nothing is captured under that name, and replays of the CUDA graph keep "
                         "using the state from the capture",
                         "这个属性名捕获不到任何内容，CUDA graph 重放时会一直使用捕获时的状态"},
         .advice =
             {"Name the attribute that `{class}` sets, or remove \"{attribute}\" from `{list}`",
              "写成 `{class}` 实际设置的属性，或者从 `{list}` 中删除 \"{attribute}\""},
         .why = "Attributes that a captured step sets on its object must be outputs of the graph. "
                "They are looked up by name, and a wrong name is silently skipped.",
         .fix = "Keep the list in step with the attributes.",
         .bad = R"py(
class Dispatcher:
    def __init__(self):
        self.routing_map = None
        self.cudagraph_attrs = ["routing_mask"]
)py",
         .good = R"py(
class Dispatcher:
    def __init__(self):
        self.routing_map = None
        self.cudagraph_attrs = ["routing_map"]
)py"},
    .kinds = {NodeKind::kAssignment, NodeKind::kAugmentedAssignment, NodeKind::kCall},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
