// Values that flags and enumerations take, and rows of tables that are gone.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/moves/named_code.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "sentences/statements/effects.h"
#include "sentences/statements/values.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/effect.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using moves::CodeKind;
using python::Field;
using python::Kind;
using python::Node;

constexpr size_t kMaxValues = 60;  // Of one option.
constexpr size_t kMaxShown = 6;
constexpr size_t kMaxBytes = 40;

// What an option takes, or a table holds, in order.
struct Accepted {
  Node code;
  std::vector<std::string> values;
  bool is_option = true;  // Or a table, or an enumeration.
  bool is_table = false;
};
using AcceptedByKey = std::map<moves::NamedCodeKey, std::pair<std::string, Accepted>>;

// The texts of a display; nothing when something else is in it.
std::vector<std::string> TextsOf(Node display, bool of_keys) {
  std::vector<std::string> texts;
  for (Node element : display.named_children()) {
    if (element.Is(Kind::kComment)) continue;
    const Node text = of_keys ? element.child(Field::kKey) : element;
    const bool is_pair = !of_keys || element.Is(Kind::kPair);
    if (!is_pair || !text.Is(Kind::kString) || texts.size() == kMaxValues) return {};
    texts.emplace_back(python::Module::StringContent(text));
  }
  return texts;
}

bool IsDisplay(Node node) {
  return node.Is(Kind::kList) || node.Is(Kind::kTuple) || node.Is(Kind::kSet);
}

Accepted AcceptedBy(const moves::NamedCode& named) {
  Accepted accepted{named.code, {}};
  if (named.kind == CodeKind::kFlag) {
    const Node choices = python::KeywordArgument(named.code, "choices");
    if (choices && IsDisplay(choices)) accepted.values = TextsOf(choices, false);
  } else if (named.kind == CodeKind::kConstant) {
    const Node value = named.code.child(Field::kRight);
    accepted.is_option = false;
    accepted.is_table = true;
    if (value && IsDisplay(value)) accepted.values = TextsOf(value, false);
    if (value.Is(Kind::kDictionary)) accepted.values = TextsOf(value, true);
  }
  return accepted;
}

AcceptedByKey AcceptedIn(const python::Module& module, const python::Module& other) {
  AcceptedByKey accepted;
  for (const moves::NamedCode& named : moves::NamedCodeOf(module, &other)) {
    Accepted one = AcceptedBy(named);
    if (one.values.empty()) continue;
    accepted.emplace(KeyOf(named), std::make_pair(named.name, std::move(one)));
  }
  return accepted;
}

// Members of enumerations, by class.
std::map<std::string, Accepted> EnumerationsIn(const python::Module& module) {
  std::map<std::string, Accepted> enumerations;
  for (const python::Definition& a_class : module.definitions()) {
    if (a_class.kind != python::Definition::Kind::kClass) continue;
    const absl::string_view bases = a_class.node.child(Field::kSuperclasses).text();
    if (!absl::StrContains(bases, "Enum")) continue;
    Accepted accepted{a_class.node.child(Field::kName), {}, false};
    for (Node statement : a_class.body.named_children()) {
      const Node assignment = statement.named_child(0);
      if (!assignment.Is(Kind::kAssignment) || accepted.values.size() == kMaxValues) continue;
      const Node member = assignment.child(Field::kLeft);
      const Node value = assignment.child(Field::kRight);
      if (!member.Is(Kind::kIdentifier) || !value) continue;
      accepted.values.emplace_back(value.Is(Kind::kString) ? python::Module::StringContent(value)
                                                           : member.text());
    }
    enumerations.emplace(a_class.name, std::move(accepted));
  }
  return enumerations;
}

std::vector<std::string> Without(const std::vector<std::string>& all,
                                 const std::vector<std::string>& others) {
  std::vector<std::string> rest;
  for (const std::string& one : all) {
    const bool is_other = std::find(others.begin(), others.end(), one) != others.end();
    if (!is_other && one.size() <= kMaxBytes && !one.empty()) rest.push_back(one);
  }
  return rest;
}

Words ListOf(std::vector<std::string> values) {
  const size_t count = values.size();
  if (count <= kMaxShown) return CodeList(values);
  values.resize(kMaxShown);
  return Sentence(phrases::kEffectAndMore,
                  {{"names", CodeList(values)}, {"count", absl::StrCat(count - kMaxShown)}});
}

void Compare(const AnalysedFile& file, const std::string& name, const Accepted& before,
             const Accepted& after, std::vector<Effect>& effects) {
  std::vector<std::string> gone = Without(before.values, after.values);
  std::vector<std::string> came = Without(after.values, before.values);
  // New rows of tables have a statement of their own.
  if (gone.empty() && (came.empty() || after.is_table)) return;
  change::v1::SourceRange place;
  place.set_path(file.after->path());
  place.set_side(change::v1::SIDE_RIGHT);
  place.set_first_line(after.code.first_line());
  place.set_end_line(after.code.last_line() + 1);
  Params params = {{"name", Shown(repository::SimpleName(name))}};
  if (!gone.empty()) params.emplace_back("gone", ListOf(gone));
  if (!came.empty()) params.emplace_back("came", ListOf(came));
  const bool is_option = after.is_option;
  const Phrase& phrase = gone.empty() ? is_option ? phrases::kAcceptsNow : phrases::kListsNow
                         : came.empty()
                             ? is_option ? phrases::kAcceptsNoLonger : phrases::kListsNoLonger
                         : is_option ? phrases::kAcceptsInstead
                                     : phrases::kListsInstead;
  effects.push_back({.subject = absl::StrCat(file.after->path(), ":", name),
                     .predicate = "accepts-otherwise",
                     .object = name,
                     .text = Sentence(phrase, std::move(params)),
                     .places = {place},
                     .weight = gone.empty() ? 690
                               : is_option  ? 850
                                            : 780});
}

}  // namespace

std::vector<Effect> EffectsOfAcceptedValues(const change::AnalysedChange& change) {
  std::vector<Effect> effects;
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr || file.after == nullptr) continue;
    if (paths::IsTestPath(file.after->path())) continue;
    const AcceptedByKey before = AcceptedIn(*file.before, *file.after);
    const AcceptedByKey after = AcceptedIn(*file.after, *file.before);
    for (const auto& [key, now] : after) {
      const auto was = before.find(key);
      if (was != before.end()) {
        Compare(file, now.first, was->second.second, now.second, effects);
      }
    }
    const std::map<std::string, Accepted> old = EnumerationsIn(*file.before);
    for (const auto& [name, now] : EnumerationsIn(*file.after)) {
      const auto was = old.find(name);
      if (was != old.end()) Compare(file, name, was->second, now, effects);
    }
  }
  return effects;
}

}  // namespace allreview::analysis
