#include "services/analysis/change_model/graph/calls.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/observation.h"
#include "services/analysis/change_model/symbols/one_line.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using change::Side;
using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using rules::RangeOf;

bool IsSuper(Node object) {
  return object.Is(Kind::kCall) && object.child(Field::kFunction).text() == "super";
}

bool IsSelf(const Module& module, Node object) {
  if (!object.Is(Kind::kIdentifier)) return false;
  const Definition* function = module.EnclosingFunction(object);
  while (function != nullptr && function->kind != Definition::Kind::kMethod) {
    if (function->parent < 0) return false;
    function = &module.definitions()[function->parent];
  }
  return function != nullptr && !function->parameters.empty() &&
         function->parameters.front().name == object.text();
}

}  // namespace

Node FunctionOf(Node call) {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  const Node kernel = function.Is(Kind::kSubscript) ? function.child(Field::kValue) : Node();
  return kernel.Is(Kind::kIdentifier) ? kernel : function;
}

std::string ShortCallee(Node call) {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  std::string text;
  uint32_t from = function.first_byte();
  const absl::string_view source = function.tree() ? function.tree()->source() : "";
  uint32_t skip_until = 0;
  for (Node node : function.descendants(Kind::kArgumentList)) {
    if (node.index() < skip_until) continue;
    skip_until = node.subtree_end();
    absl::StrAppend(&text, source.substr(from, node.first_byte() - from),
                    node.named_child_count() > 0 ? "(…)" : "()");
    from = node.end_byte();
  }
  absl::StrAppend(&text, source.substr(from, function.end_byte() - from));
  return OneLine(text, 80);
}

CallResolver::CallResolver(const change::AnalysedChange& change,
                           const std::vector<v1::ChangedSymbol>& symbols)
    : change_(change) {
  for (const AnalysedFile& file : change.files()) {
    for (const Side side : {Side::kRight, Side::kLeft}) {
      const Module* const module = side == Side::kRight ? file.after : file.before;
      if (module == nullptr) continue;
      for (const Definition& definition : module->definitions()) {
        // The right side wins.
        known_.try_emplace(repository::Join(module->name(), definition.name),
                           Known{.module = module, .definition = &definition, .side = side});
      }
    }
  }
  for (const v1::ChangedSymbol& symbol : symbols) {
    changed_[absl::StrCat(symbol.path(), ":", symbol.name())] = true;
  }
}

Callee CallResolver::Resolve(const Module& module, Node call) {
  const std::string name = NameOf(module, FunctionOf(call));
  if (name.empty()) return {.name = ShortCallee(call)};
  const auto [place, is_first] = described_.try_emplace(name);
  if (is_first) place->second = Describe(name);
  return place->second;
}

std::string CallResolver::NameOf(const Module& module, Node function) {
  if (std::string name = module.Resolve(function); !name.empty()) return name;
  if (!function.Is(Kind::kAttribute)) return "";
  const Node object = python::WithoutParentheses(function.child(Field::kObject));
  const absl::string_view method = function.child(Field::kAttribute).text();
  if (IsSuper(object)) return MethodOfBases(ClassAround(module, function), method);
  if (!IsSelf(module, object)) return MethodOf(module, object, method);
  const std::string own = ClassAround(module, function);
  if (std::string name = MethodOfClass(own, method); !name.empty()) return name;
  // self.part(x) runs its forward.
  const std::vector<std::string> parts = change_.project().ClassesOfAttribute(own, method);
  return parts.size() == 1 ? MethodOfClass(parts.front(), "forward") : "";
}

std::string CallResolver::MethodOf(const Module& module, Node object, absl::string_view method) {
  const std::string a_class = ClassOf(module, object);
  return a_class.empty() ? "" : MethodOfClass(a_class, method);
}

std::string CallResolver::ClassOf(const Module& module, Node object) {
  if (object.Is(Kind::kAttribute) &&
      IsSelf(module, python::WithoutParentheses(object.child(Field::kObject)))) {
    const std::vector<std::string> classes = change_.project().ClassesOfAttribute(
        ClassAround(module, object), object.child(Field::kAttribute).text());
    return classes.size() == 1 ? classes.front() : "";
  }
  const Node value = module.Dereference(object);
  if (value.Is(Kind::kCall)) return module.Resolve(value.child(Field::kFunction));
  if (!object.Is(Kind::kIdentifier)) return "";
  const Definition* function = module.EnclosingFunction(object);
  if (function == nullptr) return "";
  for (const python::Parameter& parameter : function->parameters) {
    if (parameter.name != object.text() || !parameter.annotation) continue;
    return module.Resolve(parameter.annotation.named_child(0));
  }
  return "";
}

std::string CallResolver::ClassAround(const Module& module, Node node) const {
  const Definition* a_class = module.EnclosingClass(node);
  return a_class == nullptr ? "" : repository::Join(module.name(), a_class->name);
}

std::string CallResolver::MethodOfClass(absl::string_view class_name, absl::string_view method) {
  if (class_name.empty()) return "";
  const auto [place, is_first] = methods_.try_emplace(absl::StrCat(class_name, " ", method));
  if (is_first) place->second = change_.project().FindMethod(class_name, method).name;
  return place->second;
}

std::string CallResolver::MethodOfBases(absl::string_view class_name, absl::string_view method) {
  if (class_name.empty()) return "";
  for (const std::string& base : change_.project().BasesOf(class_name)) {
    if (base == class_name) continue;
    if (std::string name = MethodOfClass(base, method); !name.empty()) return name;
  }
  return "";
}

Callee CallResolver::Describe(const std::string& name) {
  Callee callee{.name = name, .is_resolved = true};
  if (absl::StartsWith(name, "builtins.") || absl::StartsWith(name, "torch.")) return callee;
  if (const auto known = known_.find(name); known != known_.end()) {
    const auto& [module, definition, side] = known->second;
    callee.symbol = absl::StrCat(module->path(), ":", definition->name);
    callee.definition = RangeOf(*module, definition->outer, side);
    callee.doc = module->DocumentationOf(*definition);
  } else if (const repository::Found found = change_.project().FindDefinition(name)) {
    callee.symbol = absl::StrCat(found.path, ":", found.definition->name);
    callee.definition = rules::RangeOf(found.path, found.definition->place);
    // A re-export leads to a changed file under another name.
    const auto canonical = known_.find(found.name);
    if (canonical != known_.end()) {
      callee.doc = canonical->second.module->DocumentationOf(*canonical->second.definition);
    }
  }
  callee.is_changed = changed_.count(callee.symbol) > 0;
  return callee;
}

}  // namespace allreview::analysis
