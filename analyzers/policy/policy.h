#ifndef ANALYZERS_POLICY_POLICY_H_
#define ANALYZERS_POLICY_POLICY_H_

// Policy: what an organisation and a repository say about reviews, in YAML.
//
//   review:
//     max_findings: 5
//     fail_on: P1
//     language: zh
//   rules:
//     disable: [long-function]
//     host-sync-in-hot-path:
//       severity: P1
//     some-hint:
//       tier: on
//     ruff/B006:          # A rule of another tool; "ruff/*" stands for all of them.
//       severity: P1
//   coverage:
//     accept_unsupported: [shell]
//
//   Policy policy = ResolvePolicy(sources, rules);
//
// Sources are laid over each other: defaults, then organisation files in their order, then
// repository files. The repository's file must be the one of the *base* side of a change, so that a
// change cannot excuse itself; the caller sees to that.
//
// A file with an error in it (bad YAML, an unknown key or rule, a wrong type, a value out of range,
// a duplicate) is ignored as a whole: half a policy could say something that nobody meant. Every
// error is a diagnostic with file and line, and one more says that the file does not apply.
//
// Pure; safe from any thread.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/policy/budget.h"
#include "analyzers/rules/engine.h"
#include "sentences/sentence.h"

namespace allreview::policy {

struct PolicySource {
  enum class Rank { kOrganisation, kRepository };
  Rank rank = Rank::kOrganisation;
  std::string name = {};  // For messages and provenance: ".allreview.yaml".
  std::string content = {};
};

struct PolicyDiagnostic {
  std::string code;  // "POLICY_UNKNOWN_KEY"…
  std::string file;  // Name of the source.
  int line = 0;      // 1-based; 0: the whole file.
  Words message;
  Words hint;  // May be empty.
};

// One known key: for `config explain` and the user guide.
struct PolicyKey {
  std::string key;   // Dotted; "<id>" stands for the id of a rule.
  std::string type;  // For people.
  std::string default_value;
  std::string documentation;
};

// A file that some policy names under `rules.files`.
struct NamedRuleFile {
  PolicySource::Rank rank = PolicySource::Rank::kOrganisation;  // Of the policy.
  std::string policy;                                           // Its name.
  int line = 0;
  std::string path;  // As written.
  friend bool operator==(const NamedRuleFile&, const NamedRuleFile&) = default;
};

// A key, what holds for it and why.
struct PolicyValue {
  PolicyKey key;
  std::string value;                  // As YAML writes it in one line.
  std::string origin;                 // "default" or "file:line".
  std::vector<std::string> shadowed;  // Overruled, highest rank first: "value (file:line)".
};

// What policy must know of a rule.
struct KnownRule {
  std::string id;
  Severity severity = Severity::kP2;
  rules::Tier tier = rules::Tier::kOn;
  bool is_of_tool = false;  // Of another tool, so that nobody here knows its severity.
};

struct Policy {
  int max_findings = 10;
  std::optional<Severity> fail_on;
  Severity min_severity = Severity::kP3;
  std::string language;                           // "en", "zh". Empty: no file sets it.
  std::vector<std::string> accepted_unsupported;  // Languages, sorted.
  // Only what is found in these files and folders is reported: LiesIn(), ledger.h. Empty: all is.
  std::vector<std::string> paths;
  std::map<std::string, rules::RuleSetting> rules;      // Only what policy files say.
  std::map<std::string, std::string> severity_origins;  // Of `rules`: rule id -> "file:line".
  std::vector<std::string> only_rules;                  // `rules.only`. Empty: all run.
  bool accepts_external = true;                         // What another tool read is read.
  std::vector<NamedRuleFile> rule_files;                // By source, then in their order.
  std::vector<PolicyValue> values;                      // Every known key, sorted.
  std::vector<PolicyDiagnostic> diagnostics;            // By source, then line.
  std::string hash;  // Over keys and values: 16 hexadecimal digits.
};

Policy ResolvePolicy(const std::vector<PolicySource>& sources, const std::vector<KnownRule>& rules);

// What the sources name under `rules.files`, whatever else is wrong with them: the ids of the rules
// in these files must be known before ResolvePolicy can check the sources.
std::vector<NamedRuleFile> RuleFilesNamedBy(const std::vector<PolicySource>& sources);

// "ruff/B006", "ruff/*": how rules of other tools are named. Ours have no slash.
bool IsRuleOfTool(absl::string_view id);

// What holds for a rule of another tool: what is said of it, and else of all rules of the tool.
rules::RuleSetting SettingOfToolRule(const Policy& policy, absl::string_view id);

// "file:line" of what sets the severity of a rule; null: nothing does.
const std::string* SeverityOriginOf(const Policy& policy, const std::string& rule_id);

// Every key that a policy file may hold, sorted, with "<id>" for rules.
std::vector<PolicyKey> PolicySchema();

}  // namespace allreview::policy

#endif  // ANALYZERS_POLICY_POLICY_H_
