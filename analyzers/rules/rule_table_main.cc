// Prints what rule_table.cc includes: each built-in rule's description as C++.

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/measured_rules.h"
#include "analyzers/rules/rules.h"
#include "analyzers/rules/suppression_rules.h"

namespace allreview::rules {
namespace {

std::string Quoted(absl::string_view text) { return absl::StrCat("\"", absl::CEscape(text), "\""); }

std::string InBoth(const Text& text) {
  return absl::StrCat("{", Quoted(text.en), ", ", Quoted(text.zh), "}");
}

template <typename Enum>
std::string Cast(absl::string_view type, Enum value) {
  return absl::StrCat("static_cast<", type, ">(", static_cast<int>(value), ")");
}

// The definition of the phrases of the i-th rule; nothing for a rule without.
std::string Phrases(size_t i, const RuleInfo& info) {
  if (info.phrases.empty()) return "";
  std::string text = absl::StrCat("constexpr Phrase kPhrases", i, "[] = {");
  for (const Phrase& phrase : info.phrases) {
    absl::StrAppend(&text, "{", Quoted(phrase.id()), ", ", Quoted(phrase.In(Language::kEnglish)),
                    ", ", Quoted(phrase.In(Language::kChinese)), "}, ");
  }
  return absl::StrCat(text, "};\n");
}

std::string Initializer(size_t i, const RuleInfo& info) {
  std::string references;
  for (absl::string_view reference : info.references) {
    if (!reference.empty()) absl::StrAppend(&references, Quoted(reference), ", ");
  }
  std::string checks;
  for (AuditCheck check : info.checks) absl::StrAppend(&checks, Cast("AuditCheck", check), ", ");
  return absl::StrCat(
      "{.id = ", Quoted(info.id), ", .title = ", InBoth(info.title),
      ", .category = ", Quoted(info.category), ", .severity = ", Cast("Severity", info.severity),
      ", .impact = ", Cast("Impact", info.impact), ", .pillar = ", Cast("Pillar", info.pillar),
      ", .confidence = ", Cast("Confidence", info.confidence),
      ", .message = ", InBoth(info.message), ", .consequence = ", InBoth(info.consequence),
      ", .advice = ", InBoth(info.advice),
      info.phrases.empty() ? "" : absl::StrCat(", .phrases = kPhrases", i),
      ", .why = ", Quoted(info.why), ", .fix = ", Quoted(info.fix), ", .bad = ", Quoted(info.bad),
      ", .good = ", Quoted(info.good), ", .references = {", references,
      "}, .version = ", info.version, ", .tier = ", Cast("Tier", info.tier), ", .checks = {",
      checks, "}, .is_measurable = ", info.is_measurable ? "true" : "false",
      ", .assures = ", InBoth(info.assures), "},\n");
}

void Print() {
  std::vector<RuleInfo> all;
  for (const Rule* rule : AllRules()) all.push_back(rule->info);
  for (const MeasuredRule& rule : MeasuredRules()) all.push_back(rule.info);
  for (const RuleInfo& rule : SuppressionRules()) all.push_back(rule);
  std::sort(all.begin(), all.end(),
            [](const RuleInfo& a, const RuleInfo& b) { return a.id < b.id; });
  for (size_t i = 0; i < all.size(); ++i) std::cout << Phrases(i, all[i]);
  std::cout << "constexpr RuleInfo kRules[] = {\n";
  for (size_t i = 0; i < all.size(); ++i) std::cout << Initializer(i, all[i]);
  std::cout << "};\n";
}

}  // namespace
}  // namespace allreview::rules

int main() { allreview::rules::Print(); }
