#ifndef ANALYZERS_RULES_RULE_INFO_H_
#define ANALYZERS_RULES_RULE_INFO_H_

// What a rule says of itself. Each rule, whether it looks at code, measures arithmetic or reads
// suppression comments, is declared with one of these constants:
//
//   constexpr RuleInfo kInfo = {
//       .id = "mutable-default",
//       .title = {"Mutable default argument", "可变的默认参数"},
//       .severity = Severity::kP1,
//       ...
//       .bad = R"py(
//   def f(x, seen=[]):
//       seen.append(x)
//   )py",
//
// Whatever has a default may be left out. All texts are views of constants, or point into the set
// of an organisation's rules.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/rules/finding.h"
#include "sentences/phrase.h"

namespace allreview::rules {

// One text in both languages.
struct Text {
  absl::string_view en = {};
  absl::string_view zh = {};  // Empty in an organisation's rule: it speaks as it is written.
};

// Source of an example. A raw string begins on a line of its own: its first line break is dropped.
class Example {
 public:
  constexpr Example() = default;
  constexpr Example(const char* text) : Example(absl::string_view(text)) {}
  constexpr Example(absl::string_view text)
      : text_(!text.empty() && text[0] == '\n' ? text.substr(1) : text) {}
  constexpr operator absl::string_view() const { return text_; }

 private:
  absl::string_view text_;
};

// What an audit can be asked to look at, in the order of report.v1.AuditFocus.Check.
enum class AuditCheck {
  kNone,
  kScaling,
  kMemory,
  kNumerics,
  kGradients,
  kDevices,
  kDistributed,
  kPerformance,
  kTests
};

// "numerics" of "analyzers/rules/numerics/log_of_softmax.cc".
constexpr absl::string_view FolderOf(absl::string_view path) {
  size_t end = path.size();
  while (end > 0 && path[end - 1] != '/') --end;
  size_t first = end > 0 ? --end : 0;
  while (first > 0 && path[first - 1] != '/') --first;
  return path.substr(first, end - first);
}

// What the examples of a category's rules are written in, as base/languages.h names it.
constexpr absl::string_view LanguageOfCategory(absl::string_view category) {
  return category == "cuda" ? "cuda" : category == "cpp" ? "c++" : "python";
}

struct RuleInfo {
  absl::string_view id = {};  // Kebab case, names the bad thing: "allow <id>" reads well.
  Text title = {};            // Says in general what `message` says of one place.
  // As finding.proto lists them. By default the folder of the file that declares the rule.
  absl::string_view category = FolderOf(__builtin_FILE());
  Severity severity = Severity::kP2;
  Impact impact = Impact::kMedium;
  Pillar pillar = Pillar::kCorrectness;
  Confidence confidence = Confidence::kHigh;
  // Templates; {name} stands for a parameter of the observation. One sentence, no period. The
  // Chinese may leave out what carries nothing but English grammar ("is" or "are").
  Text message = {};      // What is wrong here.
  Text consequence = {};  // What can go wrong because of it.
  Text advice = {};       // What to do here.
  // What the rule puts into parameters, related places and evidence, besides the phrases that rules
  // share (<family>/phrases.h). Ids are unique within the rule.
  absl::Span<const Phrase> phrases = {};
  // Documentation.
  absl::string_view why = {};
  absl::string_view fix = {};
  Example bad = {};   // Complete enough to run the rule on: a test does, and on `good`.
  Example good = {};  // May use the section marks of fixtures.
  absl::string_view references[4] = {};  // Addresses, or what a reader can look up.
  int version = 1;                       // Raised when findings change.
  Tier tier = Tier::kOn;
  // Parts of an audit that its findings belong to, besides the one of its category.
  AuditCheck checks[2] = {};
  // Warns of lost digits, infinities or NaN, so that a measurement can confirm or refute a finding.
  // Other rules about numerics are about meaning (a softmax too many).
  bool is_measurable = false;
  Text assures = {};            // What holds where it finds nothing; semi-Markov only.
  absl::string_view file = {};  // Of an organisation's rule. Empty: built in.
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_RULE_INFO_H_
