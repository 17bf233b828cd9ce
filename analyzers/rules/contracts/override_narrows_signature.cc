// A method that overrides another and takes less than that, or asks for more.

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/contracts/api_surface.h"
#include "analyzers/rules/contracts/callables.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using repository::DefinitionFacts;
using repository::Found;
using repository::ParameterFacts;
using ParameterKind = python::Parameter::Kind;

constexpr Phrase kDoesNotAccept("does-not-accept", "does not accept `{name}`", "不接收 `{name}`");
constexpr Phrase kAlsoNeeds("also-needs", "also needs `{name}`", "还需要 `{name}`");
constexpr Phrase kOverriddenMethod("overridden-method", "the overridden method", "它重写的方法");
constexpr Phrase kPhrases[] = {kDoesNotAccept, kAlsoNeeds, kOverriddenMethod};

bool IsPositional(const ParameterFacts& parameter) {
  return parameter.kind == ParameterKind::kPositional ||
         parameter.kind == ParameterKind::kPositionalOnly;
}

bool Has(const std::vector<ParameterFacts>& parameters, ParameterKind kind) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const ParameterFacts& parameter) { return parameter.kind == kind; });
}

bool HasName(const std::vector<ParameterFacts>& parameters, absl::string_view name) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const ParameterFacts& parameter) { return parameter.name == name; });
}

std::vector<ParameterFacts> BoundParameters(const DefinitionFacts& method) {
  std::vector<ParameterFacts> parameters = method.parameters;
  if (!HasDecorator(method, "staticmethod") && !parameters.empty()) {
    parameters.erase(parameters.begin());
  }
  return parameters;
}

// A base that takes anything or nothing leaves it to its subclasses what they take.
bool IsPlaceholder(const std::vector<ParameterFacts>& parameters) {
  return parameters.empty() || Has(parameters, ParameterKind::kVarPositional) ||
         Has(parameters, ParameterKind::kVarKeyword);
}

// "does not take `mask`", "also needs `scale`". Empty: whoever calls the base can call it.
std::vector<Words> Compare(const std::vector<ParameterFacts>& base,
                           const std::vector<ParameterFacts>& override) {
  std::vector<Words> faults;
  const auto places = [](const std::vector<ParameterFacts>& parameters) {
    return std::count_if(parameters.begin(), parameters.end(), IsPositional);
  };
  const bool has_fewer =
      places(override) < places(base) && !Has(override, ParameterKind::kVarPositional);
  if (!Has(override, ParameterKind::kVarKeyword)) {
    for (const ParameterFacts& parameter : base) {
      // With as many places it only has another name, which callers by position do not mind.
      const bool matters = has_fewer || !IsPositional(parameter);
      if (matters && !HasName(override, parameter.name)) {
        faults.push_back(Sentence(kDoesNotAccept, {{"name", parameter.name}}));
      }
    }
  }
  int place = 0;
  for (const ParameterFacts& parameter : override) {
    const bool is_in_place = IsPositional(parameter) && place < places(base);
    place += IsPositional(parameter);
    const bool is_variadic = parameter.kind == ParameterKind::kVarPositional ||
                             parameter.kind == ParameterKind::kVarKeyword;
    if (!is_in_place && !is_variadic && !parameter.has_default && !HasName(base, parameter.name)) {
      faults.push_back(Sentence(kAlsoNeeds, {{"name", parameter.name}}));
    }
  }
  return faults;
}

bool IsPlain(const DefinitionFacts& method) {
  return method.kind == Definition::Kind::kMethod && !method.is_conditional &&
         KeepsSignature(method.decorators);
}

// The nearest method that it overrides. None: there is none, or it is not in the repository.
Found OverriddenBy(ChangeContext& change, const std::string& class_name, absl::string_view method) {
  const std::vector<std::string> order = LookupOrder(change.project(), class_name);
  for (size_t i = 1; i < order.size(); ++i) {
    const Found base = change.project().FindDefinition(order[i]);
    if (!base) continue;
    const std::vector<std::string>& names = base.definition->own_names;
    if (!std::binary_search(names.begin(), names.end(), method)) continue;
    const Found found = change.project().FindDefinition(absl::StrCat(order[i], ".", method));
    return found && IsPlain(*found.definition) ? found : Found();
  }
  return {};
}

// Calls go through the class itself: constructors, private methods, and forward, which each module
// defines as it likes.
bool IsOfOneClass(absl::string_view method) {
  return absl::StartsWith(method, "_") || method == "forward" || method == "backward";
}

void CheckMethod(ChangeContext& change, const AnalysedFile& file, const Definition& method) {
  const int last = python::HeaderLastLine(method.node);
  const bool has_bases = !file.after->definitions()[method.parent].bases.empty();
  if (!has_bases || IsOfOneClass(method.simple_name) ||
      !file.lines.HasAdded(method.node.first_line(), last)) {
    return;
  }
  const std::string name = repository::Join(file.after->name(), method.name);
  const Found base =
      OverriddenBy(change, std::string(repository::OwnerOf(name)), method.simple_name);
  if (!base) return;
  const Found override = change.project().FindDefinition(name);
  if (!override || !IsPlain(*override.definition) ||
      HasDecorator(*override.definition, "staticmethod") !=
          HasDecorator(*base.definition, "staticmethod")) {
    return;
  }
  const std::vector<ParameterFacts> wanted = BoundParameters(*base.definition);
  if (IsPlaceholder(wanted)) return;
  std::vector<Words> faults = Compare(wanted, BoundParameters(*override.definition));
  if (faults.empty()) return;
  change.Report(file,
                {.at = method.node.child(Field::kName),
                 .params = {{"method", method.name},
                            {"base", base.definition->name},
                            {"faults", WordList{Joint::kAnd, std::move(faults)}}},
                 .because = method.node.child(Field::kParameters),
                 .related = {{kOverriddenMethod, RangeOf(base.path, base.definition->place)}}});
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    for (const Definition& definition : file.after->definitions()) {
      if (definition.kind == Definition::Kind::kMethod) CheckMethod(change, file, definition);
    }
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kOverrideNarrowsSignature = {
    .info = {.id = "override-narrows-signature",
             .title = {"Override accepts less than the base method",
                       "重写方法接受的参数少于基类方法"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{method}` overrides `{base}`, but {faults}",
                         "`{method}` 重写了 `{base}`，但{faults}"},
             .consequence = {"Code that calls the method through the base class raises TypeError "
                             "for objects of this class",
                             "通过基类调用该方法的代码，遇到本类对象时会抛出 TypeError"},
             .advice = {"Accept the parameters of `{base}`, and give new ones defaults; ignore "
                        "those that are not needed here",
                        "接受 `{base}` 的全部参数，新增参数给出默认值；用不到的参数忽略即可"},
             .phrases = contracts::kPhrases,
             .why = "Code that calls a method through a base class knows only the parameters of "
                    "that class. Constructors, private methods and forward are not checked, "
                    "because each class has its own.",
             .fix = "Accept the parameters of the base method, even if they are unused.",
             .bad = R"py(
class Loader:
    def load(self, path, strict=True):
        return path

class FastLoader(Loader):
    def load(self, path):
        return path
)py",
             .good = R"py(
class Loader:
    def load(self, path, strict=True):
        return path

class FastLoader(Loader):
    def load(self, path, strict=True, threads=4):
        return path
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "arguments-differ.html"},
             .tier = Tier::kHint},
    .skips_tests = true,
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
