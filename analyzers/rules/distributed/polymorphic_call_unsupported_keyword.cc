// obj.step(force=True): one of the classes that obj can be does not take `force`.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using repository::DefinitionFacts;
using repository::Found;

constexpr Phrase kDoesNotAccept("does-not-accept", "does not accept `{name}`", "不接收 `{name}`");
constexpr Phrase kAccepts("accepts", "accepts `{name}`", "接收 `{name}`");
constexpr Phrase kPhrases[] = {kDoesNotAccept, kAccepts};

// The method has a parameter of that name.
bool Declares(const DefinitionFacts& method, absl::string_view keyword) {
  return std::any_of(method.parameters.begin(), method.parameters.end(),
                     [&](const auto& p) { return p.name == keyword; });
}

// Keywords of the call that the method declares.
std::vector<Node> DeclaredKeywords(Node call, const DefinitionFacts& method) {
  std::vector<Node> keywords = python::ArgumentsOf(call).keywords;
  std::erase_if(keywords, [&](Node keyword) {
    return !Declares(method, keyword.child(Field::kName).text());
  });
  return keywords;
}

// It takes the keyword, or may do so: a decorated method may take anything.
bool Takes(const DefinitionFacts& method, absl::string_view keyword) {
  using ParameterKind = python::Parameter::Kind;
  if (!method.decorators.empty() || method.is_conditional) return true;
  return std::any_of(method.parameters.begin(), method.parameters.end(), [&](const auto& p) {
    return p.kind == ParameterKind::kVarKeyword ||
           (p.name == keyword && p.kind != ParameterKind::kPositionalOnly &&
            p.kind != ParameterKind::kVarPositional);
  });
}

// Class that the receiver certainly is an instance of, or of a subclass. Empty: unknown.
std::string ClassOfReceiver(FileContext& file, Node receiver) {
  const Module& module = file.module();
  const Definition* a_class = module.EnclosingClass(receiver);
  if (receiver.text() == "self") return a_class ? file.AbsoluteName(*a_class) : "";
  const Definition* function = module.EnclosingFunction(receiver);
  if (receiver.Is(NodeKind::kIdentifier) && function != nullptr) {
    const python::Parameter* parameter = FindParameter(*function, receiver.text());
    if (parameter == nullptr || !parameter->annotation) return "";
    const Node type = parameter->annotation.Is(NodeKind::kType)
                          ? parameter->annotation.named_child(0)
                          : parameter->annotation;
    return file.project().Canonical(module.Resolve(type));
  }
  const bool is_attribute = receiver.Is(NodeKind::kAttribute) &&
                            receiver.child(Field::kObject).text() == "self" && a_class != nullptr;
  if (!is_attribute) return "";
  const auto classes = file.project().ClassesOfAttribute(file.AbsoluteName(*a_class),
                                                         receiver.child(Field::kAttribute).text());
  return classes.size() == 1 ? classes[0] : "";
}

// Overrides of the method in subclasses, each once.
std::vector<Found> OverridesOf(FileContext& file, const std::string& name, absl::string_view method,
                               const Found& own) {
  std::vector<Found> overrides;
  for (const std::string& subclass : file.project().SubclassesOf(name)) {
    const Found found = file.project().FindMethod(subclass, method);
    if (found && found.name != own.name && found.name == absl::StrCat(subclass, ".", method)) {
      overrides.push_back(found);
    }
  }
  return overrides;
}

// The class of the override has a version of the caller, too: this call is not for it.
bool Replaces(FileContext& file, const Found& override, absl::string_view method,
              const Definition& caller) {
  const std::string owner = override.name.substr(0, override.name.size() - method.size() - 1);
  const Found other = file.project().FindMethod(owner, caller.simple_name);
  return other && other.name != file.AbsoluteName(caller);
}

bool IsGuarded(Node call) {
  return Around(call, NodeKind::kTryStatement) || IsUnderConditionOn(call, "isinstance(") ||
         IsUnderConditionOn(call, "signature(") || IsUnderConditionOn(call, "hasattr(");
}

void Check(FileContext& file, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) || !file.IsChanged(call)) return;
  if (call.descendants(NodeKind::kKeywordArgument).empty()) return;
  const std::string name = ClassOfReceiver(file, function.child(Field::kObject));
  if (name.empty()) return;
  const absl::string_view method = function.child(Field::kAttribute).text();
  const Found own = file.project().FindMethod(name, method);
  if (!own) return;
  const std::vector<Node> keywords = DeclaredKeywords(call, *own.definition);
  if (keywords.empty() || IsGuarded(call)) return;
  const Definition* caller = file.module().EnclosingFunction(call);
  const bool is_self = function.child(Field::kObject).text() == "self";
  for (const Found& override : OverridesOf(file, name, method, own)) {
    if (is_self && caller != nullptr && Replaces(file, override, method, *caller)) continue;
    for (Node keyword : keywords) {
      const absl::string_view key = keyword.child(Field::kName).text();
      if (Takes(*override.definition, key)) continue;
      const std::string owner = override.name.substr(0, override.name.size() - method.size() - 1);
      file.Report({.at = keyword,
                   .params = {{"method", std::string(method)},
                              {"keyword", std::string(key)},
                              {"class", owner.substr(owner.rfind('.') + 1)},
                              {"base", name.substr(name.rfind('.') + 1)}},
                   .related = {{Sentence(kDoesNotAccept, {{"name", key}}),
                                RangeOf(override.path, override.definition->place)},
                               {Sentence(kAccepts, {{"name", key}}),
                                RangeOf(own.path, own.definition->place)}}});
      return;
    }
  }
}

}  // namespace

extern constinit const Rule kPolymorphicCallUnsupportedKeyword = {
    .info = {.id = "polymorphic-call-unsupported-keyword",
             .title = {"Keyword that a subclass does not accept", "子类不接受的关键字参数"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{keyword}` is passed to `{method}` of a `{base}`, but its subclass "
                         "`{class}` overrides `{method}` without it",
                         "向 `{base}` 的 `{method}` 传入了 `{keyword}`，但其子类 `{class}` 重写的 "
                         "`{method}` 没有这个参数"},
             .consequence =
                 {"The call raises TypeError as soon as the object is a `{class}`, for example "
                  "with another data-parallel wrapper",
                  "一旦对象是 `{class}`（例如换了另一种数据并行封装），调用就会抛出 TypeError"},
             .advice = {"Add the parameter `{keyword}` to `{class}.{method}`, or omit it here",
                        "给 `{class}.{method}` 加上参数 `{keyword}`，或者在这里去掉它"},
             .phrases = kPhrases,
             .why =
                 "Configuration selects which wrapper is used, for example for data parallelism. A "
                 "keyword that only some of them accept breaks the others when they are selected.",
             .fix = "Keep the signatures of overrides in step.",
             .bad = R"py(
class Wrapper:
    def sync(self, force=False):
        return force

class Sharded(Wrapper):
    def sync(self):
        return True

def finish(wrapper: Wrapper):
    wrapper.sync(force=True)
)py",
             .good = R"py(
class Wrapper:
    def sync(self, force=False):
        return force

class Sharded(Wrapper):
    def sync(self, force=False):
        return True

def finish(wrapper: Wrapper):
    wrapper.sync(force=True)
)py"},
    .kinds = {NodeKind::kCall},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
