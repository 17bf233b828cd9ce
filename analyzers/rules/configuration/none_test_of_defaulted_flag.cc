// add_argument("--max-steps", type=int, default=5000), and `if args.max_steps is None`: it never
// is.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/literals.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Module;

constexpr Phrase kNever("never", "never true", "永远不成立");
constexpr Phrase kAlways("always", "always true", "始终成立");
constexpr Phrase kDefaultHere("flag-default-here", "the default stands here", "默认值在这里");
constexpr Phrase kNoneIsDead("none-is-dead", "The code for a run without `{flag}` never runs",
                             "没有给出 `{flag}` 时应执行的代码永远不会执行");
constexpr Phrase kNoneIsOut("none-is-out", "No run can turn off what the test guards",
                            "任何运行都无法关闭该条件所保护的代码");
constexpr Phrase kPhrases[] = {kNever, kAlways, kDefaultHere, kNoneIsDead, kNoneIsOut};

// The test of `args.name` that an `is None` or `is not None` is.
struct NoneTest {
  Node subject;
  bool is_negated = false;
};
NoneTest NoneTestOf(Node comparison) {
  const Node subject = comparison.named_child(0), none = comparison.named_child(1);
  if (!subject.Is(NodeKind::kAttribute) || !none.Is(NodeKind::kNone)) return {};
  if (comparison.named_child(2)) return {};
  if (!subject.child(Field::kObject).Is(NodeKind::kIdentifier)) return {};
  const absl::string_view between =
      comparison.text().substr(subject.text().size(), none.first_byte() - subject.end_byte());
  if (!absl::StrContains(between, "is")) return {};
  return {subject, absl::StrContains(between, "not")};
}

// `args = parser.parse_args()`, `args, rest = parser.parse_known_args()`, `args = get_args()`,
// where the file itself declares the flags.
bool HoldsArguments(const Module& module, absl::string_view name) {
  for (Node call : module.CallsOf({"parse_args", "parse_known_args", "get_args", "parse_arguments",
                                   "get_arguments", "get_parser"})) {
    if (python::KeywordArgument(call, "namespace")) return false;
    const Node assignment = call.parent();
    if (!assignment.Is(NodeKind::kAssignment)) continue;
    const Node target = assignment.child(Field::kLeft);
    if (target.text() == name || target.named_child(0).text() == name) return true;
  }
  return false;
}

// A value that is certainly not None.
bool IsSomething(Node value) {
  value = python::WithoutParentheses(value);
  switch (value.kind()) {
    case NodeKind::kInteger:
    case NodeKind::kFloat:
    case NodeKind::kString:
    case NodeKind::kTrue:
    case NodeKind::kFalse:
    case NodeKind::kList:
    case NodeKind::kTuple:
    case NodeKind::kBinaryOperator:
    case NodeKind::kUnaryOperator:
      return true;
    case NodeKind::kCall: {
      constexpr absl::string_view kNumbers[] = {"int", "float", "str", "len", "max", "min", "ceil"};
      return std::find(std::begin(kNumbers), std::end(kNumbers), CalleeName(value)) !=
             std::end(kNumbers);
    }
    default:
      return false;
  }
}

// What the command line gives for the flag is something, and so is its default.
bool IsNeverNone(const Flag& flag) {
  if (flag.has_double_star || flag.Keyword("nargs") || flag.Keyword("const")) return false;
  const Node value = flag.Keyword("default");
  if (flag.action == "store_true" || flag.action == "store_false") {
    return !value || IsSomething(value);
  }
  if (!flag.action.empty() && flag.action != "store") return false;
  const absl::string_view type = LastName(flag.Keyword("type"));
  const bool converts = type == "int" || type == "float" || type == "str" || type == "Path";
  return (converts || !flag.Keyword("type")) && value && IsSomething(value);
}

// An assignment may give the attribute None.
bool MayAssignNone(const Module& module, absl::string_view name) {
  for (Node attribute : module.tree().root().descendants(NodeKind::kAttribute)) {
    if (attribute.child(Field::kAttribute).text() != name) continue;
    const Node around = attribute.parent();
    // One of several targets.
    if (around.Is(NodeKind::kPatternList) || around.Is(NodeKind::kTuplePattern)) return true;
    const bool is_target = around.Is(NodeKind::kAssignment) && attribute.field() == Field::kLeft;
    if (is_target && !IsSomething(around.child(Field::kRight))) return true;
  }
  return false;
}

// A call may fill the object by other means than attributes.
bool MayBeFilled(const Module& module, absl::string_view object, absl::string_view name) {
  for (Node call : module.CallsOf(
           {"setattr", "vars", "set_defaults", "Namespace", "update", "SimpleNamespace"})) {
    const absl::string_view callee = CalleeName(call);
    if (callee == "set_defaults") {
      const Node given = python::KeywordArgument(call, name);
      if ((given && !IsSomething(given)) || python::ArgumentsOf(call).has_double_star) return true;
    } else if (callee == "setattr") {
      if (python::Argument(call, 0, "object").text() == object) return true;
    } else if (callee == "vars" || callee == "update") {
      // `vars(args)` alone only reads.
      const Node whole = call.parent();
      if (absl::StrContains(whole.text(), "update") && MentionsName(whole.text(), object))
        return true;
    } else {
      return true;
    }
  }
  return false;
}

// A test above asks the same, and is reported: one finding for a flag.
bool IsSaidAbove(const FileContext& file, Node comparison, absl::string_view subject, bool is_all) {
  for (Node other : file.module().tree().root().descendants(NodeKind::kComparisonOperator)) {
    if (other.index() >= comparison.index()) return false;
    const Node asked = NoneTestOf(other).subject;
    if (asked && asked.text() == subject && (is_all || file.IsChanged(other))) return true;
  }
  return false;
}

void Check(FileContext& file, Node comparison) {
  const NoneTest test = NoneTestOf(comparison);
  if (!test.subject || comparison.HasError()) return;
  const Module& module = file.module();
  const absl::string_view object = test.subject.child(Field::kObject).text();
  const absl::string_view name = test.subject.child(Field::kAttribute).text();
  std::vector<Flag> flags = FlagsIn(module);
  std::erase_if(flags, [&](const Flag& flag) { return flag.destination != name; });
  if (flags.empty() || !std::all_of(flags.begin(), flags.end(), IsNeverNone)) return;
  if (!HoldsArguments(module, object) || MayAssignNone(module, name) ||
      MayBeFilled(module, object, name)) {
    return;
  }
  const Flag& flag = flags[0];
  const Node value = flag.Keyword("default");
  const Node at = value ? value : flag.call;
  if (IsSaidAbove(file, comparison, test.subject.text(), file.IsChanged(at))) return;
  const std::string default_text = value                         ? OneLine(value)
                                   : flag.action == "store_true" ? "False"
                                                                 : "True";
  const std::string option(flag.option);
  file.Report(
      {.at = comparison,
       .params = {{"test", OneLine(comparison)},
                  {"outcome", test.is_negated ? kAlways : kNever},
                  {"flag", option},
                  {"default", default_text},
                  {"effect", Sentence(test.is_negated ? kNoneIsOut : kNoneIsDead,
                                      test.is_negated ? Params() : Params{{"flag", option}})}},
       .because = file.IsChanged(comparison) ? comparison : at,
       .related = {{kDefaultHere, RangeOf(module, at)}}});
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kNoneTestOfDefaultedFlag = {
    .info =
        {.id = "none-test-of-defaulted-flag",
         .title = {"Test for None of a flag that has a default", "对有默认值的参数做 None 检查"},
         .impact = Impact::kMedium,
         .message = {"`{test}` is {outcome}: `{flag}` defaults to {default}, and nothing sets it "
                     "to None",
                     "`{test}` {outcome}：`{flag}` 的默认值是 {default}，也没有任何代码把它设为 "
                     "None"},
         .consequence = {"{effect}", "{effect}"},
         .advice = {"Let `{flag}` default to None, or drop the test",
                    "让 `{flag}` 默认为 None，或者去掉这个检查"},
         .phrases = configuration::kPhrases,
         .why = "A test for None asks whether the flag was given. argparse stores the default when "
                "it was not, so with any other default the answer is always the same, and what is "
                "computed for the other case never is.",
         .fix = "Remove the default, or the test.",
         .bad = R"py(
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--max-steps", type=int, default=5000, help="Steps to train.")
args = parser.parse_args()
if args.max_steps is None:
    args.max_steps = args.epochs * 100
)py",
         .good = R"py(
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--max-steps", type=int, default=None, help="Steps to train.")
args = parser.parse_args()
if args.max_steps is None:
    args.max_steps = args.epochs * 100
)py",
         .references = {"https://docs.python.org/3/library/argparse.html#default"}},
    .kinds = {NodeKind::kComparisonOperator},
    .file_names = configuration::kAddArgument,
    .skips_tests = true,
    .check = configuration::Check};

}  // namespace allreview::rules
