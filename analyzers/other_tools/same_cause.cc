#include "analyzers/other_tools/same_cause.h"

#include <algorithm>
#include <map>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace allreview::other_tools {
namespace {

// Codes as of ruff 0.6, pylint 3.2, bandit 1.7 and CodeQL's Python queries of 2024. A code that
// several tools use in several meanings stands with its tool in front.
constexpr SameCause kSameCauses[] = {
    {"assert-on-tuple", "F631 W0199 assert-on-tuple py/asserts-tuple"},
    {"bare-except", "E722 W0702 bare-except"},
    {"call-does-not-fit-signature", "py/call/wrong-arguments"},
    {"commented-out-code", "ERA001 commented-out-code"},
    {"disabled-certificate-check", "S501 bandit/B501 py/request-without-cert-validation"},
    {"duplicate-dictionary-key",
     "F601 W0109 duplicate-key multi-value-repeated-key-literal py/duplicate-key-dict-literal"},
    {"evaluated-text", "S307 bandit/B307 W0123 eval-used py/code-injection"},
    {"hard-coded-secret", "S105 S106 S107 bandit/B105 bandit/B106 bandit/B107"},
    {"insecure-temporary-file", "S306 bandit/B306 py/insecure-temporary-file"},
    {"invalid-escape-sequence", "W605 W1401 anomalous-backslash-in-string"},
    {"is-with-literal", "F632 R0123 literal-comparison is-literal"},
    {"jump-in-finally", "B012 W0150 lost-exception jump-statement-in-finally"},
    {"line-too-long", "E501 C0301 line-too-long"},
    {"loop-variable-captured-late",
     "B023 W0640 cell-var-from-loop function-uses-loop-variable py/loop-variable-capture"},
    {"loop-variable-reused", "PLW2901 W2901 redefined-loop-name"},
    {"magic-number", "PLR2004 R2004 magic-value-comparison"},
    {"missing-docstring",
     "D100 D101 D102 D103 C0114 C0115 C0116 missing-module-docstring missing-class-docstring "
     "missing-function-docstring undocumented-public-function"},
    {"missing-f-prefix", "RUF027 missing-f-string-syntax"},
    {"mutable-default",
     "B006 W0102 dangerous-default-value mutable-argument-default "
     "py/modification-of-default-value"},
    {"path-from-request", "py/path-injection"},
    {"possibly-unbound",
     "E0606 possibly-used-before-assignment reportPossiblyUnbound py/uninitialized-local-variable"},
    {"print-in-library", "T201"},
    {"raise-without-from", "B904 W0707 raise-missing-from raise-without-from-inside-except"},
    {"request-without-timeout", "S113 bandit/B113 W3101 missing-timeout"},
    {"self-assignment", "PLW0127 W0127 self-assigning-variable py/redundant-assignment"},
    {"self-comparison",
     "PLR0124 R0124 comparison-with-itself py/comparison-of-identical-expressions"},
    {"shadowed-builtin", "A001 A002 W0622 redefined-builtin py/local-shadows-builtin"},
    {"shell-command-from-variable",
     "S602 S605 bandit/B602 bandit/B605 py/command-line-injection py/shell-command-constructed-"
     "from-input"},
    {"swallowed-exception", "S110 bandit/B110 try-except-pass py/empty-except"},
    {"syntax-error", "E999 E0001 invalid-syntax syntax-error py/syntax-error"},
    {"todo-without-owner", "TD002 missing-todo-author"},
    {"too-many-parameters", "PLR0913 R0913 too-many-arguments"},
    {"unannotated-public-function", "ANN201 missing-return-type-undocumented-public-function"},
    {"unchecked-extraction", "S202 bandit/B202 tarfile-unsafe-members py/tarslip"},
    {"unclosed-file",
     "SIM115 R1732 consider-using-with open-file-with-context-handler "
     "py/file-not-closed"},
    {"undefined-export", "F822 E0603 undefined-all-variable py/undefined-export"},
    {"undefined-name",
     "F821 E0602 undefined-variable undefined-name reportUndefinedVariable "
     "py/undefined-placeholder-variable"},
    {"unpickled-data", "S301 bandit/B301 py/unsafe-deserialization"},
    {"unreachable-code", "W0101 unreachable py/unreachable-statement"},
    {"unsafe-yaml-load", "S506 bandit/B506 unsafe-yaml-load"},
    {"unused-import", "F401 W0611 unused-import py/unused-import"},
    {"unused-local", "F841 W0612 unused-variable py/unused-local-variable"},
    {"unused-parameter", "ARG001 ARG002 W0613 unused-argument unused-function-argument"},
    {"useless-expression",
     "B018 W0104 W0106 pointless-statement expression-not-assigned useless-expression "
     "py/ineffectual-statement"},
    {"wildcard-import",
     "F403 W0401 wildcard-import undefined-local-with-import-star "
     "py/polluting-import"},
};

const std::map<std::string, absl::string_view>& ByName() {
  static const auto& index = *[] {
    auto* names = new std::map<std::string, absl::string_view>;
    for (const SameCause& cause : kSameCauses) {
      names->emplace(cause.our_rule, cause.our_rule);
      for (absl::string_view name : absl::StrSplit(cause.names, ' ', absl::SkipEmpty())) {
        names->emplace(absl::AsciiStrToLower(name), cause.our_rule);
      }
    }
    return names;
  }();
  return index;
}

}  // namespace

absl::Span<const SameCause> SameCauses() { return kSameCauses; }

absl::string_view OurRuleFor(absl::string_view tool, absl::string_view rule_id,
                             absl::string_view rule_name) {
  for (const std::string& name :
       {absl::StrCat(tool, "/", rule_id), std::string(rule_id), std::string(rule_name)}) {
    // bandit's codes look like those of flake8-bugbear, and are others.
    if (tool == "bandit" && name == rule_id) continue;
    const auto found = ByName().find(absl::AsciiStrToLower(name));
    if (found != ByName().end()) return found->second;
  }
  return "";
}

}  // namespace allreview::other_tools
