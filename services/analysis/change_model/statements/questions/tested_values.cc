// Values that production passes and no test does, where the changed code decides by them.

#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/reach.h"
#include "analyzers/rules/observation.h"
#include "analyzers/understanding/value.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

using understanding::Atom;
using understanding::Value;
using CallSite = values::UnderstoodRepository::CallSite;

constexpr size_t kMaxFunctions = 12;
constexpr size_t kMaxCalls = 20;  // Of one function; more are too many to know all of them.

// The constant that the value is; none: it may be another one.
std::optional<std::string> ConstantOf(const Value& value) {
  const Atom* only = value.is_open() ? nullptr : value.only();
  if (only == nullptr) return std::nullopt;
  if (only->kind == Atom::Kind::kNone) return "None";
  const bool is_plain = only->kind == Atom::Kind::kBool || only->kind == Atom::Kind::kText;
  if (!only->is_constant || !is_plain) return std::nullopt;
  return value.ToText();
}

// Some new condition of the function reads the parameter.
bool IsDecidedBy(const Inquiry& inquiry, const TouchedFunction& touched, absl::string_view name) {
  for (Node identifier : touched.function->body.descendants(NodeKind::kIdentifier)) {
    if (identifier.text() != name || identifier.field() == Field::kAttribute) continue;
    for (Node at = identifier; at && !at.Is(NodeKind::kBlock); at = at.parent()) {
      if (at.field() == Field::kCondition && inquiry.IsNew(*touched.file, at)) return true;
    }
  }
  return false;
}

// Call sites, and where they stand.
struct Site {
  CallSite call;
  std::string caller;
  std::vector<Value> handed;
};
struct Sites {
  std::vector<Site> tests, product;
};

// None: not all of them are certain.
std::optional<Sites> SitesOf(Inquiry& inquiry, const TouchedFunction& touched) {
  const python::Module& module = *touched.file->after;
  values::UnderstoodRepository& after = inquiry.values()->side(change::Side::kRight);
  const std::optional<uint32_t> file = after.FileOf(module.path());
  if (!file) return std::nullopt;
  const std::optional<understanding::CodeRef> code =
      after.program().FindCode(*file, touched.function->name);
  if (!code) return std::nullopt;
  Sites sites;
  size_t count = 0;
  const std::string name = absl::StrCat(module.name(), ".", touched.function->name);
  for (const repository::Call& call : inquiry.change().project().CallersOf(name)) {
    if (call.is_reference || call.confidence == repository::Confidence::kLow) return std::nullopt;
    if (++count > kMaxCalls) return std::nullopt;
    Site site{
        {call.path, call.place.line, std::string(touched.function->simple_name)}, call.caller, {}};
    std::optional<std::vector<Value>> handed = after.HandedBy(*code, site.call);
    if (!handed) return std::nullopt;
    site.handed = *std::move(handed);
    (paths::IsTestPath(call.path) ? sites.tests : sites.product).push_back(std::move(site));
  }
  return sites;
}

// What all tests pass; none: they pass several values, or nobody knows.
std::optional<std::string> PassedByTests(const Sites& sites, size_t parameter) {
  std::optional<std::string> passed;
  for (const Site& site : sites.tests) {
    if (parameter >= site.handed.size()) return std::nullopt;
    const std::optional<std::string> value = ConstantOf(site.handed[parameter]);
    if (!value || (passed && *passed != *value)) return std::nullopt;
    passed = value;
  }
  return passed;
}

void AskAboutParameter(Inquiry& inquiry, const TouchedFunction& touched, const Sites& sites,
                       size_t number) {
  const std::string parameter(touched.function->parameters[number].name);
  const std::optional<std::string> tested = PassedByTests(sites, number);
  if (!tested) return;
  for (const Site& site : sites.product) {
    if (number >= site.handed.size()) continue;
    const std::optional<std::string> used = ConstantOf(site.handed[number]);
    if (!used || *used == *tested) continue;
    if (!inquiry.change().reach().TestsReaching(site.caller, 1).empty()) continue;
    const std::string place = absl::StrCat(site.call.path, ":", site.call.line);
    const Node at = touched.function->parameters[number].node;
    inquiry.Ask(*touched.file, at,
                {.kind = "tests-pass-one-value",
                 .about = parameter,
                 .weight = 81,
                 .text = Sentence(phrases::kAskTestedValue, {{"function", touched.function->name},
                                                             {"name", parameter},
                                                             {"tested", *tested},
                                                             {"used", *used},
                                                             {"place", place}}),
                 .also = {{.path = site.call.path,
                           .first_line = site.call.line,
                           .end_line = site.call.line + 1}}});
    return;
  }
}

}  // namespace

void AskAboutTestedValues(Inquiry& inquiry) {
  const bool may_ask = inquiry.values() != nullptr && !inquiry.touched().empty();
  if (!may_ask || !inquiry.change().index().is_complete()) return;
  size_t asked = 0;
  for (const TouchedFunction& touched : inquiry.touched()) {
    std::optional<Sites> sites;
    for (size_t i = 0; i < touched.function->parameters.size(); ++i) {
      const python::Parameter& parameter = touched.function->parameters[i];
      if (!parameter.default_value || !IsDecidedBy(inquiry, touched, parameter.name)) continue;
      if (!sites) {
        if (inquiry.should_stop() || ++asked > kMaxFunctions) return;
        sites = SitesOf(inquiry, touched);
        if (!sites) break;
      }
      AskAboutParameter(inquiry, touched, *sites, i);
    }
  }
}

}  // namespace allreview::analysis
