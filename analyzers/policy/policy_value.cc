#include "analyzers/policy/policy_value.h"

#include <algorithm>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/utf8.h"
#include "sentences/phrases/policy.h"

namespace allreview::policy {
namespace {

// The words of a type that has few; empty: it is of another kind.
std::vector<absl::string_view> WordsOf(ValueType type) {
  switch (type) {
    case ValueType::kSeverity:
      return {"P0", "P1", "P2", "P3"};
    case ValueType::kSeverityOrNone:
      return {"P0", "P1", "P2", "P3", "none"};
    case ValueType::kBool:
      return {"true", "false"};
    case ValueType::kTier:
      return {"on", "hint", "off"};
    case ValueType::kLanguage:
      return {"en", "zh"};
    default:
      return {};
  }
}

}  // namespace

absl::string_view TierName(rules::Tier tier) {
  constexpr absl::string_view kNames[] = {"on", "hint", "off"};
  return kNames[static_cast<int>(tier)];
}

std::optional<rules::Tier> ToTier(absl::string_view name) {
  for (rules::Tier tier : {rules::Tier::kOn, rules::Tier::kHint, rules::Tier::kOff}) {
    if (TierName(tier) == name) return tier;
  }
  return std::nullopt;
}

bool Fits(ValueType type, const YamlNode& node) {
  if (node.kind != YamlNode::Kind::kScalar) return false;
  int number = 0;
  if (type == ValueType::kInteger) return !node.is_quoted && absl::SimpleAtoi(node.scalar, &number);
  if (type == ValueType::kBool && node.is_quoted) return false;
  const std::vector<absl::string_view> words = WordsOf(type);
  return std::find(words.begin(), words.end(), node.scalar) != words.end();
}

Words Wanted(ValueType type) {
  switch (type) {
    case ValueType::kInteger:
      return phrases::kWantedInteger;
    case ValueType::kRuleIds:
      return phrases::kWantedRuleIds;
    case ValueType::kLanguages:
      return phrases::kWantedLanguages;
    case ValueType::kFiles:
      return phrases::kWantedPaths;
    default:
      break;
  }
  const std::vector<absl::string_view> words = WordsOf(type);
  return WordList{.joint = Joint::kOr, .items = std::vector<Words>(words.begin(), words.end())};
}

Words Cure(ValueType type) {
  return type == ValueType::kLanguage ? Words(phrases::kWriteEnOrZh) : Words();
}

std::string Quoted(absl::string_view text) {
  return absl::StrCat("\"", ToDisplayText(text.substr(0, 80)), text.size() > 80 ? "…" : "", "\"");
}

Words Describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return phrases::kFoundNothing;
    case YamlNode::Kind::kSequence:
      return phrases::kFoundList;
    case YamlNode::Kind::kMap:
      return phrases::kFoundMapping;
    case YamlNode::Kind::kScalar:
      break;
  }
  const std::string text = Quoted(node.scalar);
  return node.is_quoted ? Words(Sentence(phrases::kFoundString, {{"text", text}})) : Words(text);
}

}  // namespace allreview::policy
