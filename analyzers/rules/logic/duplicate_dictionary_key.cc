// {"lr": 1, "lr": 2}: the first value is lost.

#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using logic::IsDottedName;
using logic::IsSameCode;
using logic::PrefixOf;
using python::Module;

constexpr Phrase kPairTwice(
    "pair-twice",
    "The pair appears twice; one of the two was probably meant to have a different key",
    "只是重复写了两遍；其中一个很可能本应使用别的 key");
constexpr Phrase kFirstLost("first-lost", "The first value is lost: the last one wins",
                            "第一个值永远用不到：以最后一个为准");
constexpr Phrase kFirstKey("first-key", "the first use of the key", "该 key 首次出现");
constexpr Phrase kPhrases[] = {kPairTwice, kFirstLost, kFirstKey};

// What makes two constant keys equal. Empty: no constant.
std::string KeyOf(Node key) {
  key = python::WithoutParentheses(key);
  switch (key.kind()) {
    case NodeKind::kString: {
      const std::string prefix = PrefixOf(key);
      if (key.child(NodeKind::kInterpolation) || prefix.find('f') != std::string::npos) return "";
      const bool is_bytes = prefix.find('b') != std::string::npos;
      const bool is_raw = prefix.find('r') != std::string::npos;
      return absl::StrCat(is_bytes ? "b" : "s", is_raw ? "r:" : ":", Module::StringContent(key));
    }
    case NodeKind::kInteger:
      return absl::StrCat("n:", key.text());
    case NodeKind::kTrue:
    case NodeKind::kFalse:
    case NodeKind::kNone:
      return absl::StrCat("c:", key.text());
    default:
      // Names and members: the same text gives the same object.
      return IsDottedName(key) ? absl::StrCat("d:", key.text()) : "";
  }
}

void Check(FileContext& file, Node dictionary) {
  if (dictionary.HasError()) return;
  std::map<std::string, Node> pairs;
  for (Node child : dictionary.children()) {
    if (child.Is(NodeKind::kDictionarySplat)) {
      pairs.clear();  // It may override what came before on purpose.
      continue;
    }
    if (!child.Is(NodeKind::kPair)) continue;
    const std::string key = KeyOf(child.child(Field::kKey));
    if (key.empty()) continue;
    const auto [first, is_new] = pairs.emplace(key, child);
    if (is_new) continue;
    if (IsWaived(child, {"F601", "F602", "PIE794", "W0109"})) continue;
    const bool is_same = IsSameCode(first->second.child(Field::kValue), child.child(Field::kValue));
    Observation observation{.at = child.child(Field::kKey),
                            .params = {{"key", OneLine(child.child(Field::kKey))},
                                       {"line", std::to_string(first->second.first_line())},
                                       {"effect", is_same ? kPairTwice : kFirstLost}},
                            .because = file.IsChanged(child) ? child : first->second,
                            .related = {{kFirstKey, RangeOf(file.module(), first->second)}}};
    if (is_same) {
      observation.severity = Severity::kP2;
      observation.impact = Impact::kMedium;
    }
    file.Report(std::move(observation));
    first->second = child;
  }
}

}  // namespace

extern constinit const Rule kDuplicateDictionaryKey = {
    .info = {.id = "duplicate-dictionary-key",
             .title = {"Duplicate key in a dictionary", "字典中重复出现的 key"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{key}` is already a key on line {line}",
                         "`{key}` 在第 {line} 行已经是 key"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Rename one of the two keys, or remove the unintended pair",
                        "修改其中一个 key，或者删除多余的键值对"},
             .phrases = kPhrases,
             .why = "A dictionary silently keeps the last value of a key. In a table of names, "
                    "layers or options, a duplicate is a copy that was not finished.",
             .fix = "Correct the copied key, or remove the pair.",
             .bad = R"py(
SIZES = {
    "small": 768,
    "large": 1024,
    "large": 2048,
}
)py",
             .good = R"py(
SIZES = {
    "small": 768,
    "large": 1024,
    "xl": 2048,
}
)py",
             .references = {"https://docs.astral.sh/ruff/rules/multi-value-repeated-key-literal/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "duplicate-key.html"}},
    .kinds = {NodeKind::kDictionary},
    .check = Check};

}  // namespace allreview::rules
