// steps = self.steps if steps is None else steps, and below self.steps: the choice is passed over.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kAdjustedHere("adjusted-here", "adjusted here", "在此处调整");
constexpr Phrase kOptionLost("option-lost", "What `{option}` asks for has no effect here",
                             "`{option}` 的要求在这里不起作用");
constexpr Phrase kNeverRead("never-read", "The adjusted value is read nowhere",
                            "调整后的值没有任何地方读取");
constexpr Phrase kFillLost("fill-lost", "What was put into `{copy}` is missing here",
                           "放进 `{copy}` 的内容在这里缺失");
constexpr Phrase kOthersGetIt("others-get-it", "Line {line} passes the adjusted values on",
                              "第 {line} 行传递的是调整后的值");
constexpr Phrase kPhrases[] = {kAdjustedHere, kOptionLost, kNeverRead, kFillLost, kOthersGetIt};

// `object.name` of a plain object, the attribute spelled as the copy is, or as a constant.
bool IsRawOf(Node value, absl::string_view copy) {
  return value.Is(NodeKind::kAttribute) && value.child(Field::kObject).Is(NodeKind::kIdentifier) &&
         absl::EqualsIgnoreCase(absl::StripPrefix(value.child(Field::kAttribute).text(), "_"),
                                copy);
}

// The two values of `a if c else b` and of `a or b`.
std::pair<Node, Node> ChoicesOf(Node value) {
  value = python::WithoutParentheses(value);
  if (value.Is(NodeKind::kConditionalExpression)) {
    return {value.named_child(0), value.named_child(2)};
  }
  if (value.Is(NodeKind::kBooleanOperator) && value.child(Field::kOperator).text() == "or") {
    return {value.child(Field::kLeft), value.child(Field::kRight)};
  }
  return {};
}

bool IsStored(Node attribute) {
  const Node parent = attribute.parent();
  return (attribute.field() == Field::kLeft && !parent.Is(NodeKind::kBinaryOperator) &&
          !parent.Is(NodeKind::kBooleanOperator)) ||
         parent.Is(NodeKind::kPatternList) || parent.Is(NodeKind::kTuplePattern) ||
         parent.Is(NodeKind::kDeleteStatement);
}

// It is compared or shown, or a condition around it speaks of one of the two.
bool IsDeliberate(Node raw, Node function, absl::string_view copy) {
  for (Node node = raw, inner; node && node != function; inner = node, node = node.parent()) {
    if (node.Is(NodeKind::kComparisonOperator) || node.Is(NodeKind::kAssertStatement) ||
        node.Is(NodeKind::kRaiseStatement) || node.Is(NodeKind::kString) ||
        node.Is(NodeKind::kFinallyClause)) {
      return true;
    }
    Node condition;
    if (node.Is(NodeKind::kIfStatement) || node.Is(NodeKind::kElifClause)) {
      condition = node.child(Field::kCondition);
    } else if (node.Is(NodeKind::kConditionalExpression)) {
      condition = node.named_child(1);
    }
    if (condition && inner != condition &&
        (Mentions(condition, copy) || MentionsName(condition.text(), copy))) {
      return true;
    }
  }
  return false;
}

// `copy[key] = ...`, copy.update(...): the copy holds more than the raw value.
bool IsFilled(Node body, Node assignment, absl::string_view copy) {
  for (Node name : body.descendants(NodeKind::kIdentifier)) {
    if (name.index() < assignment.subtree_end() || name.text() != copy) continue;
    const Node parent = name.parent();
    if (parent.Is(NodeKind::kSubscript) && name.field() == Field::kValue &&
        parent.field() == Field::kLeft) {
      return true;
    }
    if (parent.Is(NodeKind::kAttribute) && name.field() == Field::kObject &&
        parent.parent().Is(NodeKind::kCall) &&
        (parent.child(Field::kAttribute).text() == "update" ||
         parent.child(Field::kAttribute).text() == "setdefault")) {
      return true;
    }
  }
  return false;
}

bool IsEmptyDisplay(Node value) {
  return (value.Is(NodeKind::kDictionary) || value.Is(NodeKind::kList)) &&
         value.named_child_count() == 0;
}

bool IsReadAfter(Node body, Node assignment, absl::string_view name) {
  for (Node read : body.descendants(NodeKind::kIdentifier)) {
    if (read.index() >= assignment.subtree_end() && read.text() == name && IsVariable(read)) {
      return true;
    }
  }
  return false;
}

// Why the raw value will not do below. Empty: it may.
Words ReasonOf(const Definition& function, Node assignment, Node other) {
  const absl::string_view copy = assignment.child(Field::kLeft).text();
  if (other.Is(NodeKind::kIdentifier) && FindParameter(function, other.text()) != nullptr) {
    return Sentence(kOptionLost, {{"option", std::string(other.text())}});
  }
  if (!IsReadAfter(function.body, assignment, copy)) return kNeverRead;
  if (IsEmptyDisplay(other) && IsFilled(function.body, assignment, copy)) {
    return Sentence(kFillLost, {{"copy", std::string(copy)}});
  }
  return "";
}

void Report(FileContext& file, Node raw, Node assignment, absl::string_view copy, Words reason) {
  file.Report({.at = raw,
               .params = {{"raw", std::string(raw.text())},
                          {"copy", std::string(copy)},
                          {"line", absl::StrCat(assignment.first_line())},
                          {"reason", std::move(reason)}},
               .related = {{kAdjustedHere, RangeOf(file.module(), assignment)}}});
}

// The name gets no other value, but for what callers pass.
bool IsBoundOnce(const Module& module, Node identifier) {
  int count = 0;
  for (const python::Binding& binding :
       module.scopes().BindingsOf(module.scopes().ScopeOf(identifier), identifier.text())) {
    count += binding.kind != python::Binding::Kind::kParameter;
  }
  return count == 1;
}

void CheckChoice(FileContext& file, const Definition& function, Node assignment) {
  const Node left = assignment.child(Field::kLeft);
  auto [raw, other] = ChoicesOf(assignment.child(Field::kRight));
  if (!raw || !other) return;
  if (!IsRawOf(raw, left.text())) std::swap(raw, other);
  if (!IsRawOf(raw, left.text()) || !IsBoundOnce(file.module(), left)) return;
  std::vector<Node> uses;
  bool is_stored = false;
  ForEachOwnNode(function.body, NodeKind::kAttribute, [&](Node node) {
    if (node.text() != raw.text()) return;
    is_stored |= IsStored(node);
    if (node.index() >= assignment.subtree_end()) uses.push_back(node);
  });
  if (is_stored) return;
  std::erase_if(uses, [&](Node use) { return IsDeliberate(use, function.node, left.text()); });
  if (uses.empty()) return;
  Words reason = ReasonOf(function, assignment, other);
  if (reason.is_empty()) return;
  for (Node use : uses) Report(file, use, assignment, left.text(), reason);
}

// The bare names among the arguments, stars left out.
std::vector<Node> NamesPassed(Node call) {
  std::vector<Node> names;
  for (Node argument : call.child(Field::kArguments).named_children()) {
    Node value = argument.Is(NodeKind::kKeywordArgument) ? argument.child(Field::kValue) : argument;
    if (value.Is(NodeKind::kListSplat) || value.Is(NodeKind::kDictionarySplat)) {
      value = value.named_child(0);
    }
    if (value.Is(NodeKind::kIdentifier)) names.push_back(value);
  }
  return names;
}

bool Holds(const std::vector<Node>& names, absl::string_view name) {
  for (Node node : names) {
    if (node.text() == name) return true;
  }
  return false;
}

struct Pair {
  absl::string_view copy, raw;
};

// my_args, my_kwargs = f(args, kwargs): each new name is an old one behind the same prefix.
std::vector<Pair> PairsOf(const Definition& function, Node left, Node call) {
  std::vector<Pair> pairs;
  const std::vector<Node> passed = NamesPassed(call);
  absl::string_view prefix;
  for (Node copy : left.named_children()) {
    for (Node raw : passed) {
      absl::string_view rest = copy.text();
      if (!copy.Is(NodeKind::kIdentifier) || FindParameter(function, raw.text()) == nullptr ||
          !absl::ConsumeSuffix(&rest, raw.text()) || rest.size() < 2 || rest.back() != '_' ||
          (!prefix.empty() && rest != prefix)) {
        continue;
      }
      prefix = rest;
      pairs.push_back({copy.text(), raw.text()});
    }
  }
  return pairs;
}

void CheckPairs(FileContext& file, const Definition& function, Node assignment) {
  const Node left = assignment.child(Field::kLeft), value = assignment.child(Field::kRight);
  if (!left.Is(NodeKind::kPatternList) || !value.Is(NodeKind::kCall)) return;
  const std::vector<Pair> pairs = PairsOf(function, left, value);
  if (pairs.size() < 2) return;
  const python::Scopes& scopes = file.module().scopes();
  for (const Pair& pair : pairs) {
    if (scopes.BindingsOf(scopes.ScopeOf(left), pair.raw).size() != 1) return;
  }
  Node with_copies, with_raw;
  ForEachOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    if (call.index() < assignment.subtree_end()) return;
    const std::vector<Node> names = NamesPassed(call);
    bool has_raw = true, has_copies = true;
    for (const Pair& pair : pairs) {
      has_raw &= Holds(names, pair.raw);
      has_copies &= Holds(names, pair.copy);
    }
    if (has_raw && !with_raw) with_raw = call;
    if (has_copies && !with_copies) with_copies = call;
  });
  if (!with_raw || !with_copies) return;
  for (Node name : NamesPassed(with_raw)) {
    if (name.text() != pairs[0].raw) continue;
    Report(file, name, assignment, pairs[0].copy,
           Sentence(kOthersGetIt, {{"line", absl::StrCat(with_copies.first_line())}}));
    return;
  }
}

void Check(FileContext& file, Node assignment) {
  const Node statement = assignment.parent();
  const Definition* function = file.module().EnclosingFunction(assignment);
  if (function == nullptr || statement.parent() != function->body || assignment.HasError()) return;
  if (assignment.child(Field::kLeft).Is(NodeKind::kIdentifier)) {
    CheckChoice(file, *function, assignment);
  } else {
    CheckPairs(file, *function, assignment);
  }
}

}  // namespace

extern constinit const Rule kAdjustedCopyPassedOver = {
    .info = {.id = "adjusted-copy-passed-over",
             .title = {"Raw value used beside its adjusted copy", "已有调整后的副本，却仍用原始值"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{raw}` is used, although line {line} adjusted it into `{copy}`",
                         "这里使用了 `{raw}`，而第 {line} 行已把它调整为 `{copy}`"},
             .consequence = {"{reason}", "{reason}"},
             .advice = {"Use `{copy}`", "使用 `{copy}`"},
             .phrases = kPhrases,
             .why = "A local copy takes an option, a default or a conversion into account. Code "
                    "below that reads the attribute or the parameter itself goes past it.",
             .fix = "Read the copy everywhere below the line that makes it.",
             .bad = R"py(
class Engine:
    def evaluate(self, data, num_batches=None):
        batches = self.batches if num_batches is None else num_batches
        return self.run(data, self.batches) / batches
)py",
             .good = R"py(
class Engine:
    def evaluate(self, data, num_batches=None):
        batches = self.batches if num_batches is None else num_batches
        return self.run(data, batches) / batches
)py"},
    .kinds = {NodeKind::kAssignment},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
