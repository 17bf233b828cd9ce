// add_argument("--range", nargs=2, default=(0, 1)): what the user types stays text.

#include <algorithm>
#include <optional>
#include <string>

#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/literals.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace configuration {
namespace {

using Type = Literal::Type;

// "int" or "float" when all that the default consists of are numbers, and one of them is none that
// an int can be.
absl::string_view TypeOfNumbers(Node value) {
  const bool is_sequence = value.Is(NodeKind::kList) || value.Is(NodeKind::kTuple);
  bool is_float = false;
  int count = 0;
  const auto is_number = [&](Node node) {
    const Literal literal = ParseLiteral(node.text());
    is_float |= literal.type == Type::kFloat;
    ++count;
    return literal.type == Type::kInteger || literal.type == Type::kFloat;
  };
  if (!is_sequence) return is_number(value) ? (is_float ? "float" : "int") : "";
  for (Node child : value.named_children()) {
    if (!is_number(child)) return "";
  }
  return count == 0 ? "" : is_float ? "float" : "int";
}

void Check(FileContext& file, Node call) {
  const std::optional<Flag> flag = FlagOf(call);
  if (!flag || flag->has_double_star || flag->Keyword("type") || flag->Keyword("const")) return;
  if (!flag->action.empty() && flag->action != "store") return;
  const Node value = flag->Keyword("default");
  const absl::string_view type = value ? TypeOfNumbers(value) : "";
  if (type.empty()) return;
  const ArgumentSlot slot = EndOfArguments(call);
  file.Report({.at = value,
               .params = {{"flag", std::string(flag->option)},
                          {"value", OneLine(value)},
                          {"type", std::string(type)}},
               .because = call,
               .edits = {{.path = file.module().path(),
                          .first_byte = slot.byte,
                          .end_byte = slot.byte,
                          .replacement = absl::StrCat(slot.separator, "type=", type)}}});
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kNumberFlagWithoutType = {
    .info =
        {.id = "number-flag-without-type",
         .title = {"Flag with a number as default and without a type",
                   "默认值是数字却没有 type 的参数"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{flag}` is the number {value} by default, but text as soon as somebody "
                     "sets it: it has no `type`",
                     "`{flag}` 的默认值是数字 {value}，但没有 `type`，一旦由用户给出就是字符串"},
         .consequence =
             {"Arithmetic and comparisons with it raise TypeError, or are wrong, in "
              "runs that set the flag",
              "在给出该参数的运行中，与它有关的计算和比较会抛出 TypeError 或得出错误结果"},
         .advice = {"Add `type={type}`", "加上 `type={type}`"},
         .why = "argparse keeps what the command line gives as text unless `type` converts it; "
                "a default is used as it is. So the flag works until it is used.",
         .fix = "Declare the type.",
         .bad = R"py(
parser.add_argument("--reward-range", nargs=2, default=(0, 1), help="Accepted rewards.")
)py",
         .good = R"py(
parser.add_argument("--reward-range", nargs=2, type=float, default=(0, 1), help="Accepted rewards.")
)py",
         .references = {"https://docs.python.org/3/library/argparse.html#type"}},
    .kinds = {NodeKind::kCall},
    .names = configuration::kAddArgument,
    .check = configuration::Check};

}  // namespace allreview::rules
