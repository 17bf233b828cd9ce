#include "analyzers/policy/policy.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/policy/policy_file.h"
#include "analyzers/policy/policy_schema.h"
#include "analyzers/policy/policy_value.h"
#include "base/hash.h"
#include "sentences/phrases/policy.h"

namespace allreview::policy {
namespace {

std::string TypeText(const KeySpec& spec) {
  switch (spec.type) {
    case ValueType::kInteger:
      return absl::StrCat("integer ", spec.min, "..", spec.max);
    case ValueType::kSeverity:
      return "P0..P3";
    case ValueType::kSeverityOrNone:
      return "P0..P3 or none";
    case ValueType::kBool:
      return "true or false";
    case ValueType::kTier:
      return "on, hint or off";
    case ValueType::kLanguage:
      return "en or zh";
    case ValueType::kRuleIds:
      return "list of rule ids";
    case ValueType::kLanguages:
      return "list of languages";
    case ValueType::kFiles:
      return "list of files";
  }
  return "";
}

PolicyKey ToKey(const KeySpec& spec) {
  return {std::string(spec.key), TypeText(spec), std::string(spec.default_value),
          std::string(spec.documentation)};
}

// What holds for one key while the layers are laid.
struct Slot {
  PolicyValue value;
  std::vector<std::string> items;
};
using Slots = std::map<std::string, Slot>;

// What a rule says of itself under a key of rules.
std::string OwnValue(const KeySpec& spec, const KnownRule& rule) {
  if (rule.is_of_tool && spec.type == ValueType::kSeverity) return "";
  if (spec.type == ValueType::kBool) return rule.tier == rules::Tier::kOff ? "false" : "true";
  return std::string(spec.type == ValueType::kTier ? TierName(rule.tier)
                                                   : SeverityName(rule.severity));
}

Slots Defaults(const std::vector<KnownRule>& rules) {
  Slots slots;
  const auto add = [&](const KeySpec& spec, std::string key, std::string value) {
    Slot& slot = slots[key];
    slot.value.key = ToKey(spec);
    slot.value.key.key = std::move(key);
    slot.value.key.default_value = value;
    slot.value.value = std::move(value);
    slot.value.origin = "default";
  };
  for (const KeySpec& spec : KeySpecs()) {
    const size_t id = spec.key.find("<id>");
    if (id == absl::string_view::npos) {
      add(spec, std::string(spec.key), std::string(spec.default_value));
      continue;
    }
    for (const KnownRule& rule : rules) {
      add(spec, absl::StrCat(spec.key.substr(0, id), rule.id, spec.key.substr(id + 4)),
          OwnValue(spec, rule));
    }
  }
  return slots;
}

void Lay(const PolicySource& source, const PolicyFile& file, Slots& slots) {
  for (const Setting& setting : file.settings) {
    Slot& slot = slots.at(setting.key);
    PolicyValue& value = slot.value;
    if (setting.is_weak && value.value != "off") continue;
    if (setting.adds) {
      // These have no rank: what one policy adds, no other takes away.
      slot.items.insert(slot.items.end(), setting.items.begin(), setting.items.end());
      value.value = absl::StrCat("[", absl::StrJoin(slot.items, ", "), "]");
      value.origin = absl::StrCat(source.name, ":", setting.line);
      continue;
    }
    value.shadowed.insert(value.shadowed.begin(),
                          absl::StrCat(value.value, " (", value.origin, ")"));
    value.value = setting.value;
    value.origin = absl::StrCat(source.name, ":", setting.line);
    slot.items = setting.items;
  }
}

void Overrule(const Slot& by, std::string value, Slot& slot) {
  slot.value.shadowed.insert(slot.value.shadowed.begin(),
                             absl::StrCat(slot.value.value, " (", slot.value.origin, ")"));
  slot.value.value = std::move(value);
  slot.value.origin = by.value.origin;
}

// `rules.only` and `rules.ignore`, which overrule what is said of single rules.
void ChooseRules(const std::vector<KnownRule>& rules, Slots& slots) {
  const Slot& only = slots.at("rules.only");
  const Slot& ignored = slots.at("rules.ignore");
  const auto holds = [](const Slot& list, const std::string& id) {
    return std::find(list.items.begin(), list.items.end(), id) != list.items.end();
  };
  for (const KnownRule& rule : rules) {
    const bool is_ignored = holds(ignored, rule.id);
    if (only.items.empty() && !is_ignored) continue;
    const bool runs = !is_ignored && holds(only, rule.id);
    const Slot& by = is_ignored ? ignored : only;
    Slot& tier = slots.at(absl::StrCat("rules.", rule.id, ".tier"));
    Overrule(by, runs ? "true" : "false", slots.at(absl::StrCat("rules.", rule.id, ".enabled")));
    if (runs && tier.value.value != "off") continue;
    Overrule(by, std::string(TierName(runs ? rules::Tier::kOn : rules::Tier::kOff)), tier);
  }
}

PolicyDiagnostic IgnoredFile(const PolicySource& source, size_t errors) {
  return {"POLICY_IGNORED", source.name, 0,
          Counted(static_cast<int64_t>(errors), phrases::kPolicyIgnoredForError,
                  phrases::kPolicyIgnoredForErrors),
          phrases::kFixErrorsAbove};
}

std::optional<Severity> ToSeverity(absl::string_view text) {
  if (text.size() != 2 || text[0] != 'P') return std::nullopt;
  return static_cast<Severity>(text[1] - '0');
}

// Values that others act upon, out of the slots.
void Extract(const Slots& slots, const std::vector<KnownRule>& rules, Policy& policy) {
  const auto value = [&](const std::string& key) -> const PolicyValue& {
    return slots.at(key).value;
  };
  (void)absl::SimpleAtoi(value("review.max_findings").value, &policy.max_findings);
  policy.fail_on = ToSeverity(value("review.fail_on").value);
  policy.min_severity = ToSeverity(value("review.min_severity").value).value_or(Severity::kP3);
  const PolicyValue& language = value("review.language");
  if (language.origin != "default") policy.language = language.value;
  policy.accepted_unsupported = slots.at("coverage.accept_unsupported").items;
  policy.accepts_external = value("coverage.accept_external").value == "true";
  policy.only_rules = slots.at("rules.only").items;
  policy.paths = slots.at("review.paths").items;
  for (const KnownRule& rule : rules) {
    const PolicyValue& enabled = value(absl::StrCat("rules.", rule.id, ".enabled"));
    const PolicyValue& severity = value(absl::StrCat("rules.", rule.id, ".severity"));
    const PolicyValue& tier = value(absl::StrCat("rules.", rule.id, ".tier"));
    rules::RuleSetting setting;
    if (enabled.origin != "default") setting.is_enabled = enabled.value == "true";
    if (severity.origin != "default") {
      setting.severity = ToSeverity(severity.value);
      policy.severity_origins[rule.id] = severity.origin;
    }
    if (tier.origin != "default") setting.tier = ToTier(tier.value);
    if (setting.is_enabled || setting.severity || setting.tier) policy.rules[rule.id] = setting;
  }
}

struct ReadSource {
  const PolicySource* source;
  PolicyFile file;
};

// By rank.
std::vector<ReadSource> ReadSources(const std::vector<PolicySource>& sources,
                                    const std::vector<KnownRule>& rules) {
  std::vector<ReadSource> read;
  for (const auto rank : {PolicySource::Rank::kOrganisation, PolicySource::Rank::kRepository}) {
    for (const PolicySource& source : sources) {
      if (source.rank == rank) read.push_back({&source, ReadPolicyFile(source, rules)});
    }
  }
  return read;
}

std::vector<KnownRule> WithRulesOfTools(std::vector<KnownRule> rules,
                                        const std::vector<ReadSource>& read) {
  std::set<std::string> ids;
  for (const ReadSource& it : read) {
    if (it.file.errors.empty()) ids.insert(it.file.tool_rules.begin(), it.file.tool_rules.end());
  }
  for (const std::string& id : ids) rules.push_back({.id = id, .is_of_tool = true});
  return rules;
}

void AddRuleFiles(const PolicySource& source, const PolicyFile& file,
                  std::vector<NamedRuleFile>& named) {
  for (const Setting& setting : file.settings) {
    if (setting.key != "rules.files") continue;
    for (const std::string& path : setting.items) {
      named.push_back({source.rank, source.name, setting.line, path});
    }
  }
}

// "ruff/*" of "ruff/B006".
std::string AllOfTool(absl::string_view id) {
  return absl::StrCat(id.substr(0, id.find('/')), "/*");
}

std::string Hash(const std::vector<PolicyValue>& values) {
  Sha256 hash;
  for (const PolicyValue& value : values) {
    hash.Update(absl::StrCat(value.key.key, "=", value.value, "\n"));
  }
  return hash.Finish().substr(0, 16);
}

}  // namespace

Policy ResolvePolicy(const std::vector<PolicySource>& sources,
                     const std::vector<KnownRule>& rules) {
  Policy policy;
  const std::vector<ReadSource> read = ReadSources(sources, rules);
  const std::vector<KnownRule> all = WithRulesOfTools(rules, read);
  Slots slots = Defaults(all);
  for (const ReadSource& it : read) {
    if (it.file.errors.empty()) {
      Lay(*it.source, it.file, slots);
      AddRuleFiles(*it.source, it.file, policy.rule_files);
      continue;
    }
    policy.diagnostics.insert(policy.diagnostics.end(), it.file.errors.begin(),
                              it.file.errors.end());
    policy.diagnostics.push_back(IgnoredFile(*it.source, it.file.errors.size()));
  }
  ChooseRules(all, slots);
  Extract(slots, all, policy);
  for (auto& [key, slot] : slots) policy.values.push_back(std::move(slot.value));
  policy.hash = Hash(policy.values);
  return policy;
}

std::vector<NamedRuleFile> RuleFilesNamedBy(const std::vector<PolicySource>& sources) {
  std::vector<NamedRuleFile> files;
  for (const auto rank : {PolicySource::Rank::kOrganisation, PolicySource::Rank::kRepository}) {
    for (const PolicySource& source : sources) {
      if (source.rank == rank) AddRuleFiles(source, ReadPolicyFile(source, {}), files);
    }
  }
  return files;
}

bool IsRuleOfTool(absl::string_view id) {
  constexpr size_t kMaxBytes = 200;
  const size_t slash = id.find('/');
  return slash != absl::string_view::npos && slash > 0 && slash + 1 < id.size() &&
         id.size() <= kMaxBytes && std::all_of(id.begin(), id.end(), [](char c) {
           return absl::ascii_isgraph(c) && c != ',' && c != '[' && c != ']';
         });
}

rules::RuleSetting SettingOfToolRule(const Policy& policy, absl::string_view id) {
  rules::RuleSetting setting;
  const std::string all = AllOfTool(id);
  for (const std::string& name : {all, std::string(id)}) {
    const auto said = policy.rules.find(name);
    if (said == policy.rules.end()) continue;
    if (said->second.is_enabled) setting.is_enabled = said->second.is_enabled;
    if (said->second.severity) setting.severity = said->second.severity;
    if (said->second.tier) setting.tier = said->second.tier;
  }
  const auto is_named = [&](absl::string_view name) {
    return std::find(policy.only_rules.begin(), policy.only_rules.end(), name) !=
           policy.only_rules.end();
  };
  if (!policy.only_rules.empty() && !is_named(id) && !is_named(all)) setting.is_enabled = false;
  return setting;
}

const std::string* SeverityOriginOf(const Policy& policy, const std::string& rule_id) {
  auto origin = policy.severity_origins.find(rule_id);
  if (origin == policy.severity_origins.end() && IsRuleOfTool(rule_id)) {
    origin = policy.severity_origins.find(AllOfTool(rule_id));
  }
  return origin == policy.severity_origins.end() ? nullptr : &origin->second;
}

std::vector<PolicyKey> PolicySchema() {
  std::vector<PolicyKey> keys;
  for (const KeySpec& spec : KeySpecs()) keys.push_back(ToKey(spec));
  return keys;
}

}  // namespace allreview::policy
