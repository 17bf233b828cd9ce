#include "analyzers/extensions/loaded_modules.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/languages.h"
#include "base/poll.h"

namespace allreview::extensions {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

// Last name of `a.b.Builder`.
absl::string_view LastName(Node expression) {
  if (expression.Is(Kind::kIdentifier)) return expression.text();
  return expression.Is(Kind::kAttribute) ? expression.child(Field::kAttribute).text()
                                         : absl::string_view();
}

// "ScaleBuilder" of `ScaleBuilder().load()`. Empty: it is something else.
absl::string_view BuilderOfCall(Node call) {
  if (!call.Is(Kind::kCall)) return "";
  const Node function = call.child(Field::kFunction);
  if (!function.Is(Kind::kAttribute) || LastName(function) != "load") return "";
  const Node object = function.child(Field::kObject);
  return object.Is(Kind::kCall) ? LastName(object.child(Field::kFunction)) : absl::string_view();
}

// The only builder of which all these are, but for None. Empty: one is something else.
absl::string_view OnlyBuilder(const Module& module, const std::vector<Node>& values) {
  absl::string_view builder;
  for (Node value : values) {
    Poll();
    if (value.Is(Kind::kNone)) continue;
    const absl::string_view one = BuilderOfCall(module.Dereference(value));
    if (one.empty() || (!builder.empty() && one != builder)) return "";
    builder = one;
  }
  return builder;
}

// Of a name, all values that the file gives it: `global ops` too.
absl::string_view BuilderOfName(const Module& module, Node identifier) {
  std::vector<Node> values;
  for (const python::Binding& binding :
       module.scopes().MeaningOf(identifier, identifier.text()).bindings) {
    if (binding.kind != python::Binding::Kind::kAssignment || !binding.value) return "";
    values.push_back(binding.value);
  }
  return OnlyBuilder(module, values);
}

absl::string_view BuilderOf(const Module& module, Node object) {
  object = module.Dereference(object);
  const absl::string_view direct = BuilderOfCall(object);
  if (!direct.empty()) return direct;
  if (object.Is(Kind::kIdentifier)) return BuilderOfName(module, object);
  const bool is_of_self =
      object.Is(Kind::kAttribute) && object.child(Field::kObject).text() == "self";
  const Definition* const around = is_of_self ? module.EnclosingClass(object) : nullptr;
  if (around == nullptr) return "";
  return OnlyBuilder(module, module.SelfAttributeValues(*around, LastName(object)));
}

repository::CallFacts FactsOf(const Module& module, Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  repository::CallFacts facts;
  facts.positional = static_cast<int>(arguments.positional.size());
  for (Node keyword : arguments.keywords) {
    facts.keywords.emplace_back(keyword.child(Field::kName).text());
  }
  facts.has_star = arguments.has_star;
  facts.has_double_star = arguments.has_double_star;
  facts.is_guarded = repository::ExpectsFailure(call);
  if (const Definition* around = module.EnclosingDefinition(call)) facts.symbol = around->name;
  facts.place.line = call.first_line();
  facts.place.end_line = call.last_line() + 1;
  facts.place.first_byte = call.first_byte();
  facts.place.end_byte = call.end_byte();
  return facts;
}

}  // namespace

std::vector<LoadedCall> CallsOfLoadedModules(const Module& module) {
  std::vector<LoadedCall> calls;
  for (Node call : module.tree().root().descendants(Kind::kCall)) {
    Poll();
    const Node function = call.child(Field::kFunction);
    if (!function.Is(Kind::kAttribute)) continue;
    const absl::string_view builder = BuilderOf(module, function.child(Field::kObject));
    if (builder.empty()) continue;
    LoadedCall loaded{.builder = std::string(builder),
                      .name = std::string(LastName(function)),
                      .call = FactsOf(module, call)};
    loaded.call.callee = absl::StrCat(loaded.builder, "().load().", loaded.name);
    calls.push_back(std::move(loaded));
  }
  return calls;
}

std::set<std::string> SourcesOfBuilder(const Module& module, absl::string_view class_name) {
  std::set<std::string> sources;
  const Definition* const method = module.FindDefinition(absl::StrCat(class_name, ".sources"));
  if (method == nullptr) return sources;
  for (Node string : method->node.descendants(Kind::kString)) {
    const absl::string_view text = Module::StringContent(string);
    if (ReaderOfPath(text) == Reader::kCpp) sources.emplace(text);
  }
  return sources;
}

}  // namespace allreview::extensions
