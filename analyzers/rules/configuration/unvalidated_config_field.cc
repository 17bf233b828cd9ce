// A new field is compared with texts, divided by, or used as an index, and nobody checks its value.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/guards.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/fields.h"
#include "analyzers/rules/configuration/usage.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace configuration {
namespace {

constexpr Phrase kComparedWithText("compared-with-text", "compared with a fixed string",
                                   "与固定字符串比较");
constexpr Phrase kDividedBy("divided-by", "used as a divisor", "被用作除数");
constexpr Phrase kUsedAsIndex("used-as-index", "used as an index", "被用作下标");
constexpr Phrase kPhrases[] = {kComparedWithText, kDividedBy, kUsedAsIndex};

enum class Type { kOther, kInteger, kText };

Type TypeOf(const ClassField& field) {
  absl::string_view text = field.annotation.text();
  if (absl::StartsWith(text, "Optional[") || absl::StartsWith(text, "typing.Optional[")) {
    text.remove_prefix(text.find('[') + 1);
  }
  if (absl::StartsWith(text, "Literal[") || absl::StartsWith(text, "typing.Literal[") ||
      absl::StartsWith(text, "str")) {
    return Type::kText;
  }
  return absl::StartsWith(text, "int") ? Type::kInteger : Type::kOther;
}

Node Whole(Node identifier) {
  const Node parent = identifier.parent();
  return parent.Is(NodeKind::kAttribute) ? parent : identifier;
}

bool IsComparedWithText(Node whole) {
  const Node comparison = whole.parent();
  if (!comparison.Is(NodeKind::kComparisonOperator)) return false;
  for (Node child : comparison.children()) {
    if (child.Is(NodeKind::kString)) return true;
  }
  return false;
}

bool IsDivisor(Node whole) {
  const Node parent = whole.parent();
  if (!parent.Is(NodeKind::kBinaryOperator) || whole.field() != Field::kRight) return false;
  const absl::string_view op = parent.child(Field::kOperator).text();
  return op == "/" || op == "//" || op == "%";
}

bool IsIndex(Node whole) {
  return whole.parent().Is(NodeKind::kSubscript) && whole.field() == Field::kSubscript;
}

// The chain of conditions around the node ends in an else that refuses other values.
bool RefusesOthers(Node node) {
  Node chain = node;
  while (chain && !chain.Is(NodeKind::kIfStatement)) {
    if (chain.Is(NodeKind::kFunctionDefinition)) return false;
    chain = chain.parent();
  }
  for (Node part : chain.children()) {
    if (!part.Is(NodeKind::kElseClause)) continue;
    for (Node inner : part.descendants()) {
      if (inner.Is(NodeKind::kRaiseStatement) || inner.Is(NodeKind::kAssertStatement)) return true;
    }
  }
  return false;
}

// How the place depends on the value; nothing: not in a way that matters here.
std::optional<Phrase> UseOf(const Occurrence& place, Type type) {
  const Node whole = Whole(place.node);
  if (type == Type::kText && IsComparedWithText(whole)) return kComparedWithText;
  if (type == Type::kInteger && IsDivisor(whole) && !python::FindZeroGuard(*place.module, whole)) {
    return kDividedBy;
  }
  if (IsIndex(whole)) return kUsedAsIndex;
  return std::nullopt;
}

// `field(metadata={"choices": [...]})`: the parser that the class is read by checks it.
bool HasChoices(const ClassField& field) {
  if (!field.value) return false;
  for (Node pair : field.value.descendants(NodeKind::kPair)) {
    if (python::Module::StringContent(pair.child(Field::kKey)) == "choices") return true;
  }
  return false;
}

// A flag checks what users type.
bool IsCheckedByFlag(const Occurrence& place) {
  Node call = place.node;
  while (call && !call.Is(NodeKind::kCall)) call = call.parent();
  const std::optional<Flag> flag = FlagOf(call);
  return flag && flag->Keyword("choices");
}

struct Use {
  Phrase how;
  Range range;
};

// The first use that takes the value for valid. None: there is none, or somebody checks it.
std::optional<Use> FindBlindUse(ChangeContext& change, const ClassField& field, Type type) {
  std::optional<Use> use;
  bool is_checked = false;
  const bool was_seen =
      ForEachOccurrence(change, std::string(field.name), [&](const Occurrence& place) {
        is_checked = place.kind == Occurrence::Kind::kValidation ||
                     (place.kind == Occurrence::Kind::kOption && IsCheckedByFlag(place)) ||
                     (IsComparedWithText(Whole(place.node)) && RefusesOthers(place.node));
        if (is_checked) return false;
        if (use || place.kind != Occurrence::Kind::kRead) return true;
        const std::optional<Phrase> how = UseOf(place, type);
        if (how) use = Use{*how, RangeOf(*place.module, place.node)};
        return true;
      });
  return is_checked || !was_seen ? std::nullopt : use;
}

void CheckChange(ChangeContext& change) {
  const python::Definition* reported = nullptr;  // One question for each class.
  for (const NewField& field : NewFieldsIn(change)) {
    const Type type = TypeOf(field.field);
    if (type == Type::kOther || field.owner == reported || HasChoices(field.field)) continue;
    std::optional<Use> use = FindBlindUse(change, field.field, type);
    if (!use) continue;
    reported = field.owner;
    change.Report(
        *field.file,
        {.at = field.field.node,
         .params = {{"field", std::string(field.field.name)},
                    {"class", std::string(field.owner->simple_name)},
                    {"use", use->how},
                    {"place", absl::StrCat(use->range.path, ":", use->range.first_line)},
                    {"test", absl::StrCat("self.", field.field.name,
                                          type == Type::kText ? " not in {...}" : " < 1")}},
         .related = {{use->how, std::move(use->range)}},
         .kind = Kind::kQuestion});
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUnvalidatedConfigField = {
    .info = {.id = "unvalidated-config-field",
             .title = {"Configuration field that nothing validates", "取值没有任何校验的配置字段"},
             .confidence = Confidence::kMedium,
             .message = {"Nothing validates `{field}` of `{class}`, which is {use} at {place}",
                         "`{class}` 的 `{field}` 没有任何校验，它在 {place} {use}"},
             .consequence = {"A wrong value of `{field}` fails in the middle of a run, or silently "
                             "takes the wrong branch",
                             "错误的 `{field}` 要到训练中途才暴露，或者不报错地走进错误的分支"},
             .advice = {"In `__post_init__`: `if {test}: raise ValueError(...)`",
                        "在 `__post_init__` 中加上：`if {test}: raise ValueError(...)`"},
             .phrases = configuration::kPhrases,
             .why = "A typo in a string that is only compared silently selects the other branch; a "
                    "zero raises ZeroDivisionError hours later on one rank. Fields that "
                    "__post_init__, a validation function, the choices of a flag or an else that "
                    "raises already check are not reported, nor are enums and bools.",
             .fix = "Check the value where the configuration is built.",
             .bad = R"py(
# --- pkg/config.py
from dataclasses import dataclass


@dataclass
class RouterConfig:
    score_kind: str = "softmax"
# --- pkg/router.py
def scores(config, logits):
    if config.score_kind == "softmax":
        return logits.softmax(-1)
    return logits.sigmoid()
)py",
             .good = R"py(
# --- pkg/config.py
from dataclasses import dataclass


@dataclass
class RouterConfig:
    score_kind: str = "softmax"

    def __post_init__(self):
        if self.score_kind not in ("softmax", "sigmoid"):
            raise ValueError(self.score_kind)
# --- pkg/router.py
def scores(config, logits):
    if config.score_kind == "softmax":
        return logits.softmax(-1)
    return logits.sigmoid()
)py",
             .tier = Tier::kHint},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
