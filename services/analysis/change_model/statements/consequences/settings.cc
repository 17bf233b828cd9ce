// Defaults, options and variables that configurations rely on.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/moves/moves.h"
#include "analyzers/moves/named_code.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/consequences.h"
#include "sentences/statements/sequel.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/consequences/effects_on.h"
#include "services/analysis/change_model/statements/consequences/outside_names.h"
#include "services/analysis/change_model/symbols/code_text.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using moves::CodeKind;
using moves::NamedCode;
using python::Field;
using python::Node;
using Named = std::map<moves::NamedCodeKey, NamedCode>;

Named SettingsOf(const python::Module& module, const python::Module& other) {
  Named settings;
  for (NamedCode& code : moves::NamedCodeOf(module, &other)) {
    const bool is_setting = code.kind == CodeKind::kField || code.kind == CodeKind::kFlag;
    if (is_setting) settings.emplace(KeyOf(code), std::move(code));
  }
  return settings;
}

// The default as written; null: it has none.
Node DefaultOf(const NamedCode& setting) {
  if (setting.kind == CodeKind::kFlag) return python::KeywordArgument(setting.code, "default");
  return setting.code.child(Field::kRight);
}

std::string Shown(Node value) { return LineOf(value, {.max_bytes = 80}); }

Consequence About(const python::Module& module, const NamedCode& setting, rules::Side side,
                  absl::string_view predicate, int weight, Words text) {
  return {
      .kind = v1::ChangeStatement::KIND_CONFIGURATION,
      .subject = IdOf(module.path(), setting.name),
      .predicate = predicate,
      .object = std::string(setting.kind == CodeKind::kFlag ? absl::string_view(setting.name)
                                                            : repository::LastPart(setting.name)),
      .weight = weight,
      .text = std::move(text),
      .places = {rules::RangeOf(module, setting.code, side)}};
}

// Values that `None` stands for are decided elsewhere; those of enumerations are no settings.
bool IsTold(const NamedCode& setting) {
  return !absl::StrContains(setting.code.text(), "field(") || setting.kind == CodeKind::kFlag;
}

// Objects of other classes are made by code, which is read with them.
bool IsConfiguration(const python::Definition* a_class) {
  if (a_class == nullptr) return false;
  const std::string name = absl::AsciiStrToLower(a_class->simple_name);
  for (absl::string_view part : {"config", "args", "arguments", "options", "settings"}) {
    if (absl::StrContains(name, part)) return true;
  }
  return false;
}

void CompareDefaults(const AnalysedFile& file, const NamedCode& before, const NamedCode& after,
                     Consequences& statements) {
  const Node old_value = DefaultOf(before), value = DefaultOf(after);
  if (!old_value || !value || Shown(old_value) == Shown(value) || !IsTold(after)) return;
  const bool is_flag = after.kind == CodeKind::kFlag;
  if (!is_flag && !IsConfiguration(file.after->EnclosingClass(after.code))) return;
  statements.push_back(About(
      *file.after, after, rules::Side::kRight, "default-changed", 80,
      Sentence(phrases::kDefaultChanged, {{"name", std::string(repository::LastPart(after.name))},
                                          {"after", Shown(value)},
                                          {"before", Shown(old_value)}})));
}

// New fields of records that nobody may leave out.
void FindRequiredFields(const change::AnalysedChange& change, const AnalysedFile& file,
                        const Named& before, const Named& after, Consequences& statements) {
  for (const auto& [key, setting] : after) {
    if (before.contains(key) || setting.kind != CodeKind::kField) continue;
    const python::Definition* owner = file.after->EnclosingClass(setting.code);
    const bool has_default = static_cast<bool>(DefaultOf(setting));
    if (!IsConfiguration(owner) || has_default || change.moves().IsNew(*owner)) continue;
    if (change.moves().MoveTo(setting.code) != nullptr) continue;
    const bool is_record = absl::StrContains(owner->outer.text().substr(0, 200), "dataclass");
    if (!is_record) continue;
    statements.push_back(About(*file.after, setting, rules::Side::kRight, "field-required", 79,
                               Sentence(phrases::kFieldRequired,
                                        {{"name", std::string(repository::LastPart(setting.name))},
                                         {"class", std::string(owner->simple_name)}})));
  }
}

void CompareSettings(const change::AnalysedChange& change, const AnalysedFile& file,
                     Consequences& statements) {
  const Named before = SettingsOf(*file.before, *file.after);
  const Named after = SettingsOf(*file.after, *file.before);
  for (const auto& [key, setting] : before) {
    const auto kept = after.find(key);
    if (kept != after.end()) {
      CompareDefaults(file, setting, kept->second, statements);
      continue;
    }
    bool is_moved = false;
    for (const moves::NameMove& move : change.moves().names()) {
      is_moved = is_moved || move.from.code->code == setting.code;
    }
    const bool is_flag = setting.kind == CodeKind::kFlag;
    // A property of that name is there instead.
    const bool is_defined = !is_flag && file.after->FindDefinition(setting.name) != nullptr;
    if (is_moved || is_defined) continue;
    const python::Definition* owner = file.before->EnclosingClass(setting.code);
    // With its class everything goes; that is told elsewhere.
    if (!is_flag && (!IsConfiguration(owner) || change.moves().WhereTo(*owner) == nullptr)) {
      continue;
    }
    statements.push_back(
        About(*file.before, setting, rules::Side::kLeft, is_flag ? "flag-gone" : "field-gone", 78,
              is_flag ? Sentence(phrases::kFlagGone, {{"name", setting.name}})
                      : Sentence(phrases::kFieldGone,
                                 {{"name", std::string(repository::LastPart(setting.name))},
                                  {"class", std::string(owner->simple_name)}})));
  }
  FindRequiredFields(change, file, before, after, statements);
}

// Functions of the changed files that use the constant which holds what was read.
std::vector<std::string> UsersOf(const change::AnalysedChange& change, const OutsideName& added) {
  constexpr size_t kMaxUsers = 3;
  Node assignment = added.node;
  while (assignment && !assignment.Is(python::Kind::kAssignment)) assignment = assignment.parent();
  const Node constant = assignment ? assignment.child(python::Field::kLeft) : Node();
  std::vector<std::string> users;
  if (!constant.Is(python::Kind::kIdentifier)) return users;
  if (added.module->EnclosingFunction(assignment) != nullptr) return users;
  for (const AnalysedFile& file : change.files()) {
    if (file.after == nullptr || paths::IsTestPath(file.after->path())) continue;
    for (const Node use : file.after->identifiers().Of({constant.text()})) {
      const python::Definition* function = file.after->EnclosingFunction(use);
      if (function == nullptr || users.size() == kMaxUsers) continue;
      if (std::find(users.begin(), users.end(), function->name) == users.end()) {
        users.push_back(function->name);
      }
    }
  }
  return users;
}

Words WithUsers(const change::AnalysedChange& change, const OutsideName& added, Words text) {
  const std::vector<std::string> users = UsersOf(change, added);
  if (users.size() != 1) return text;
  return Sentence(phrases::kVariableReadBy,
                  {{"text", std::move(text)}, {"names", CodeList(users)}});
}

}  // namespace

void AddEffectsOnConfigurations(const change::AnalysedChange& change, Consequences& statements) {
  for (const AnalysedFile& file : change.files()) {
    if (IsChangedProduct(file)) CompareSettings(change, file, statements);
  }
  const auto add = [&](const OutsideName& name, rules::Side side, absl::string_view predicate,
                       int weight, Words text) {
    statements.push_back({.kind = v1::ChangeStatement::KIND_CONFIGURATION,
                          .subject = IdOf(name.module->path(), ""),
                          .predicate = predicate,
                          .object = name.name,
                          .weight = weight,
                          .text = std::move(text),
                          .places = {rules::RangeOf(*name.module, name.node, side)}});
  };
  for (const OutsideName& gone : GoneEnvironmentVariables(change)) {
    add(gone, rules::Side::kLeft, "environment-variable-gone", 82,
        Sentence(phrases::kVariableGone, {{"name", gone.name}}));
  }
  for (const OutsideName& added : NewEnvironmentVariables(change)) {
    add(added, rules::Side::kRight, "environment-variable-new", 40,
        WithUsers(change, added,
                  added.fallback.empty()
                      ? Sentence(phrases::kVariableNew, {{"name", added.name}})
                      : Sentence(phrases::kVariableNewWithDefault,
                                 {{"name", added.name}, {"value", added.fallback}})));
  }
}

void AddEffectsOnObservers(const change::AnalysedChange& change, Consequences& statements) {
  for (const OutsideName& gone : GoneLoggedKeys(change)) {
    statements.push_back({.kind = v1::ChangeStatement::KIND_OBSERVATION,
                          .subject = IdOf(gone.module->path(), ""),
                          .predicate = "logged-key-gone",
                          .object = gone.name,
                          .weight = 60,
                          .text = Sentence(phrases::kLoggedKeyGone, {{"name", gone.name}}),
                          .places = {rules::RangeOf(*gone.module, gone.node, rules::Side::kLeft)}});
  }
}

}  // namespace allreview::analysis
