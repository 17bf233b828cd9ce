#include "analyzers/policy/policy_file.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/policy/policy_schema.h"
#include "analyzers/policy/policy_value.h"
#include "base/edit_distance.h"
#include "base/yaml.h"
#include "sentences/phrases/policy.h"

namespace allreview::policy {
namespace {

class FileReader {
 public:
  FileReader(const PolicySource& source, const std::vector<KnownRule>& rules)
      : source_(source), rules_(rules) {
    for (const KnownRule& rule : rules) rule_ids_.push_back(rule.id);
    for (const KeySpec& spec : KeySpecs()) {
      if (!absl::StrContains(spec.key, '<')) specs_.emplace(std::string(spec.key), &spec);
    }
    for (const std::string& id : rule_ids_) AddKeysOf(id);
    for (const auto& [key, spec] : specs_) {
      for (size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', dot + 1)) {
        sections_.insert(key.substr(0, dot));
      }
    }
  }

  PolicyFile Read() {
    const absl::StatusOr<YamlNode> root = ParseYaml(source_.content);
    if (!root.ok()) {
      const YamlError error = YamlErrorOf(root.status());
      Report("POLICY_BAD_YAML", error.line, error.message);
    } else if (root->kind == YamlNode::Kind::kMap) {
      ReadSection(*root, "");
      CheckConflicts();
      TieTiers();
    } else if (root->kind != YamlNode::Kind::kNull) {
      Report("POLICY_WRONG_TYPE", root->line,
             Sentence(phrases::kPolicyIsNoMapping, {{"found", Describe(*root)}}),
             phrases::kBeginWithSection);
    }
    std::stable_sort(file_.errors.begin(), file_.errors.end(),
                     [](const auto& a, const auto& b) { return a.line < b.line; });
    return std::move(file_);
  }

 private:
  void Report(absl::string_view code, int line, Words message, Words hint = {}) {
    constexpr size_t kMaxErrors = 50;  // Of one file; nobody reads more.
    if (file_.errors.size() >= kMaxErrors) return;
    file_.errors.push_back(
        {std::string(code), source_.name, line, std::move(message), std::move(hint)});
  }

  void AddKeysOf(const std::string& rule_id) {
    for (const KeySpec& spec : KeySpecs()) {
      if (!absl::StrContains(spec.key, '<')) continue;
      const std::pair<std::string, std::string> around = absl::StrSplit(spec.key, "<id>");
      specs_.emplace(absl::StrCat(around.first, rule_id, around.second), &spec);
    }
  }

  // Rules of other tools are known when a file speaks of them.
  void AddRuleOfTool(const std::string& id) {
    if (!file_.tool_rules.insert(id).second) return;
    AddKeysOf(id);
    sections_.insert(absl::StrCat("rules.", id));
  }

  void ReadSection(const YamlNode& map, const std::string& prefix) {
    std::map<std::string, int> lines;
    for (const auto& [key, value] : map.entries) {
      if (key.kind != YamlNode::Kind::kScalar) {
        Report("POLICY_WRONG_TYPE", key.line,
               Sentence(phrases::kKeyIsNoName, {{"found", Describe(key)}}));
        continue;
      }
      const std::string full = absl::StrCat(prefix, prefix.empty() ? "" : ".", key.scalar);
      const auto [seen, is_new] = lines.emplace(key.scalar, key.line);
      if (!is_new) {
        Report("POLICY_DUPLICATE_KEY", key.line,
               Sentence(phrases::kKeyStandsTwice,
                        {{"key", Quoted(full)}, {"line", absl::StrCat(seen->second)}}),
               phrases::kKeepOne);
        continue;
      }
      ReadEntry(prefix, full, key, value);
    }
  }

  void ReadEntry(const std::string& prefix, const std::string& full, const YamlNode& key,
                 const YamlNode& value) {
    if (prefix == "rules" && IsRuleOfTool(key.scalar)) AddRuleOfTool(key.scalar);
    if (absl::StrContains(key.scalar, '.') && sections_.count(full) == 0) {
      ReportUnknown(prefix, full, key);
    } else if (const auto spec = specs_.find(full); spec != specs_.end()) {
      ReadValue(*spec->second, full, key.line, value);
    } else if (sections_.count(full) > 0) {
      if (value.kind == YamlNode::Kind::kMap) {
        ReadSection(value, full);
      } else if (value.kind != YamlNode::Kind::kNull) {
        ReportOther(full, key.line, Describe(value), phrases::kWantedMapping);
      }
    } else {
      ReportUnknown(prefix, full, key);
    }
  }

  void ReportUnknown(const std::string& prefix, const std::string& full, const YamlNode& key) {
    if (prefix == "rules") {
      ReportUnknownRule(key.scalar, key.line);
      return;
    }
    std::set<std::string> siblings;
    const std::string start = prefix.empty() ? "" : prefix + ".";
    for (const auto& [known, spec] : specs_) {
      if (!absl::StartsWith(known, start)) continue;
      siblings.insert(known.substr(start.size(), known.find('.', start.size()) - start.size()));
    }
    Words hint = Sentence(phrases::kKnownHere, {{"names", absl::StrJoin(siblings, ", ")}});
    const std::string nearest = Nearest(key.scalar, {siblings.begin(), siblings.end()});
    if (!nearest.empty()) {
      hint = Sentence(phrases::kDidYouMean, {{"name", Quoted(start + nearest)}});
    } else if (const std::string elsewhere = FindByLastPart(key.scalar); !elsewhere.empty()) {
      const std::pair<std::string, std::string> parts = absl::StrSplit(elsewhere, '.');
      hint =
          Sentence(phrases::kWriteBelowSection, {{"section", parts.first}, {"name", parts.second}});
    }
    Report("POLICY_UNKNOWN_KEY", key.line, Sentence(phrases::kUnknownKey, {{"key", Quoted(full)}}),
           std::move(hint));
  }

  // A key that was written at the wrong level: "max_findings" or "review.max_findings".
  std::string FindByLastPart(const std::string& name) const {
    for (const auto& [known, spec] : specs_) {
      if (std::count(known.begin(), known.end(), '.') != 1) continue;
      if (known == name || absl::EndsWith(known, "." + name)) return known;
    }
    return "";
  }

  void ReportUnknownRule(const std::string& id, int line) {
    std::vector<std::string> candidates = rule_ids_;
    for (const char* key : {"disable", "files", "ignore", "only"}) candidates.emplace_back(key);
    const std::string nearest = Nearest(id, candidates);
    Words hint = phrases::kListAllRules;
    if (!nearest.empty()) hint = Sentence(phrases::kDidYouMean, {{"name", Quoted(nearest)}});
    Report("POLICY_UNKNOWN_RULE", line, Sentence(phrases::kUnknownRule, {{"rule", Quoted(id)}}),
           std::move(hint));
  }

  void ReadValue(const KeySpec& spec, const std::string& key, int line, const YamlNode& value) {
    if (spec.type == ValueType::kFiles) {
      ReadFiles(key, line, value);
      return;
    }
    if (spec.type == ValueType::kRuleIds || spec.type == ValueType::kLanguages) {
      ReadList(spec, key, line, value);
      return;
    }
    int number = 0;
    if (!Fits(spec.type, value)) {
      ReportOther(key, line, Describe(value), Wanted(spec.type), Cure(spec.type));
    } else if (spec.type == ValueType::kInteger && absl::SimpleAtoi(value.scalar, &number)) {
      AddInteger(spec, key, line, number);
    } else {
      file_.settings.push_back({key, value.scalar, line});
    }
  }

  // A value of another kind than the key takes.
  void ReportOther(absl::string_view key, int line, Words found, Words wanted, Words cure = {}) {
    Report("POLICY_WRONG_TYPE", line,
           Sentence(
               phrases::kValueIsOther,
               {{"key", Quoted(key)}, {"found", std::move(found)}, {"wanted", std::move(wanted)}}),
           std::move(cure));
  }

  void AddInteger(const KeySpec& spec, const std::string& key, int line, int n) {
    if (n >= spec.min && n <= spec.max) {
      file_.settings.push_back({key, absl::StrCat(n), line});
      return;
    }
    Report("POLICY_OUT_OF_RANGE", line,
           Sentence(phrases::kValueIsOutOfRange, {{"key", Quoted(key)},
                                                  {"found", absl::StrCat(n)},
                                                  {"min", absl::StrCat(spec.min)},
                                                  {"max", absl::StrCat(spec.max)}}));
  }

  void ReadList(const KeySpec& spec, const std::string& key, int line, const YamlNode& value) {
    const bool is_rules = spec.type == ValueType::kRuleIds;
    if (value.kind != YamlNode::Kind::kSequence) {
      ReportOther(key, line, Describe(value), Wanted(spec.type));
      return;
    }
    std::set<std::string> items;
    for (const YamlNode& item : value.items) {
      if (item.kind != YamlNode::Kind::kScalar || item.scalar.empty()) {
        Report("POLICY_WRONG_TYPE", item.line,
               Sentence(phrases::kItemIsOther, {{"key", Quoted(key)},
                                                {"found", Describe(item)},
                                                {"wanted", is_rules ? phrases::kWantedRuleId
                                                                    : phrases::kWantedLanguage}}));
      } else if (!is_rules) {
        ReadLanguage(item, items);
      } else if (!IsKnown(item.scalar)) {
        ReportUnknownRule(item.scalar, item.line);
      } else if (items.insert(item.scalar).second && key == "rules.disable") {
        disabled_.push_back({absl::StrCat("rules.", item.scalar, ".enabled"), "false", item.line});
      }
    }
    file_.settings.push_back({.key = key,
                              .value = absl::StrCat("[", absl::StrJoin(items, ", "), "]"),
                              .line = line,
                              .items = {items.begin(), items.end()},
                              .adds = key == "rules.ignore" || key == "rules.only"});
  }

  bool IsKnown(const std::string& rule_id) {
    if (IsRuleOfTool(rule_id)) AddRuleOfTool(rule_id);
    return file_.tool_rules.count(rule_id) > 0 ||
           std::find(rule_ids_.begin(), rule_ids_.end(), rule_id) != rule_ids_.end();
  }

  void ReadFiles(const std::string& key, int line, const YamlNode& value) {
    Setting setting{.key = key, .value = "", .line = line, .items = {}, .adds = true};
    bool is_good = value.kind == YamlNode::Kind::kSequence;
    for (const YamlNode& item : value.items) {
      is_good = is_good && item.kind == YamlNode::Kind::kScalar && !item.scalar.empty();
      setting.items.push_back(item.scalar);
    }
    if (is_good) {
      file_.settings.push_back(std::move(setting));
      return;
    }
    ReportOther(key, line,
                value.kind == YamlNode::Kind::kSequence ? Words(phrases::kFoundMoreThanPaths)
                                                        : Describe(value),
                Wanted(ValueType::kFiles));
  }

  void ReadLanguage(const YamlNode& item, std::set<std::string>& items) {
    const bool is_clean = item.scalar.size() <= 40 &&
                          std::all_of(item.scalar.begin(), item.scalar.end(), [](unsigned char c) {
                            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
                                   c == '#' || c == '-' || c == '_' || c == '.';
                          });
    if (is_clean) {
      items.insert(item.scalar);
      return;
    }
    Report("POLICY_WRONG_TYPE", item.line,
           Sentence(phrases::kLanguageIsNoName, {{"language", Quoted(item.scalar)}}),
           phrases::kLedgerNamesLanguages);
  }

  // `disable: [x]` and `x: {enabled: true}` in one file contradict each other.
  void CheckConflicts() {
    for (Setting& disabled : disabled_) {
      const auto other = std::find_if(file_.settings.begin(), file_.settings.end(),
                                      [&](const Setting& s) { return s.key == disabled.key; });
      if (other == file_.settings.end()) {
        file_.settings.push_back(std::move(disabled));
      } else if (other->value != "false") {
        Report("POLICY_CONFLICT", std::max(disabled.line, other->line),
               Sentence(phrases::kDisabledIsEnabled, {{"key", Quoted(disabled.key)},
                                                      {"line", absl::StrCat(other->line)},
                                                      {"other", absl::StrCat(disabled.line)}}),
               phrases::kKeepOne);
      }
    }
  }

  // `enabled` and `tier` say the same in two ways: each sets the other, so that the file of higher
  // rank wins whichever it uses.
  void TieTiers() {
    for (const KnownRule& rule : rules_) TieTier(rule.id, rule.tier);
    for (const std::string& id : file_.tool_rules) TieTier(id, rules::Tier::kOn);
  }

  void TieTier(const std::string& id, rules::Tier own) {
    const Setting* const enabled = Find(absl::StrCat("rules.", id, ".enabled"));
    const Setting* const tier = Find(absl::StrCat("rules.", id, ".tier"));
    if (enabled != nullptr && tier != nullptr) {
      if ((enabled->value == "true") == (tier->value != "off")) return;
      ReportTier(*tier, *enabled);
    } else if (tier != nullptr) {
      AddTwin(*tier, absl::StrCat("rules.", id, ".enabled"),
              tier->value == "off" ? "false" : "true");
    } else if (enabled != nullptr) {
      const rules::RuleSetting setting{.is_enabled = enabled->value == "true"};
      AddTwin(*enabled, absl::StrCat("rules.", id, ".tier"),
              std::string(TierName(rules::EffectiveTier(own, setting))));
      file_.settings.back().is_weak = setting.is_enabled == true;
    }
  }

  void ReportTier(const Setting& tier, const Setting& enabled) {
    const bool is_on = enabled.value == "true";
    Report("POLICY_CONFLICT", std::max(enabled.line, tier.line),
           Sentence(is_on ? phrases::kTierButSwitchedOn : phrases::kTierButSwitchedOff,
                    {{"key", Quoted(tier.key)},
                     {"value", tier.value},
                     {"line", absl::StrCat(tier.line)},
                     {"other", absl::StrCat(enabled.line)}}),
           phrases::kKeepOne);
  }

  const Setting* Find(const std::string& key) const {
    const auto found = std::find_if(file_.settings.begin(), file_.settings.end(),
                                    [&](const Setting& setting) { return setting.key == key; });
    return found == file_.settings.end() ? nullptr : &*found;
  }

  void AddTwin(const Setting& setting, std::string key, std::string value) {
    const int line = setting.line;  // The vector moves.
    file_.settings.push_back({std::move(key), std::move(value), line});
  }

  const PolicySource& source_;
  const std::vector<KnownRule>& rules_;
  std::vector<std::string> rule_ids_;
  std::map<std::string, const KeySpec*> specs_;  // By key, ids of rules filled in.
  std::set<std::string> sections_;               // "review", "rules", "rules.<each id>"…
  std::vector<Setting> disabled_;
  PolicyFile file_;
};

}  // namespace

PolicyFile ReadPolicyFile(const PolicySource& source, const std::vector<KnownRule>& rules) {
  return FileReader(source, rules).Read();
}

}  // namespace allreview::policy
