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
    Observation observation{
        .at = child.child(Field::kKey),
        .params = {{"key", OneLine(child.child(Field::kKey))},
                   {"line", std::to_string(first->second.first_line())},
                   {"effect", is_same ? "The pair is only said twice; one of the two was most "
                                        "likely meant to have another key"
                                      : "The first value is never seen: the last one wins"}},
        .because = file.IsChanged(child) ? child : first->second,
        .related = {{"the key for the first time", RangeOf(file.module(), first->second)}}};
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
             .title = {"Key that a dictionary has twice", "字典中重复出现的 key"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{key}` is a key on line {line} already",
                         "`{key}` 在第 {line} 行已经是 key"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Rename one of the two keys, or remove the pair that is not meant",
                        "修改其中一个 key，或者删除多余的键值对"},
             .why = "A dictionary keeps the last value of a key and says nothing. In a table of "
                    "names, layers or options that is a copy which was not finished.",
             .fix = "Correct the key that was copied, or remove the pair.",
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
