// The default of a flag is none of its choices, or not of its type.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/literals.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace configuration {
namespace {

using Type = Literal::Type;
using python::Module;

constexpr Phrase kNoChoice("no-choice", "is not one of its choices", "不在 choices 之中");
constexpr Phrase kIsString("is-string", "is a string, but `type={type}`",
                           "是字符串，但 `type={type}`");
constexpr Phrase kIsInteger("is-integer", "is an integer, but `type={type}`",
                            "是整数，但 `type={type}`");
constexpr Phrase kIsFloat("is-float", "is a float, but `type={type}`",
                          "是浮点数，但 `type={type}`");
constexpr Phrase kIsBool("is-bool", "is a bool, but `type={type}`", "是布尔值，但 `type={type}`");
constexpr Phrase kTakeChoice("take-choice", "use one of `{choices}`", "使用 `{choices}` 中的一个");
constexpr Phrase kWriteNumber("write-number", "write `{number}`", "写成 `{number}`");
constexpr Phrase kGiveTyped("give-typed", "use a default of type `{type}`, or None",
                            "使用 `{type}` 类型的默认值，或 None");
constexpr Phrase kPhrases[] = {kNoChoice, kIsString,   kIsInteger,   kIsFloat,
                               kIsBool,   kTakeChoice, kWriteNumber, kGiveTyped};

bool IsSequence(Node node) {
  return node.Is(NodeKind::kList) || node.Is(NodeKind::kTuple) || node.Is(NodeKind::kSet);
}

// Literals of a display; empty when some element is none.
std::vector<Literal> ElementsOf(Node sequence) {
  std::vector<Literal> elements;
  for (Node child : sequence.named_children()) {
    elements.push_back(ParseLiteral(child.text()));
    if (!elements.back().is_known()) return {};
  }
  return elements;
}

// What argparse makes of a default: it converts texts, and nothing else.
Literal Converted(Literal value, absl::string_view type) {
  if (value.type != Type::kString || (type != "int" && type != "float")) return value;
  Literal number = ParseLiteral(value.text);
  if (type == "float" && number.type == Type::kInteger) number.type = Type::kFloat;
  return number.is_number() ? number : value;
}

bool IsAmong(const Literal& value, const std::vector<Literal>& choices) {
  for (const Literal& choice : choices) {
    if (AreEqual(value, choice)) return true;
  }
  return false;
}

bool FitsType(const Literal& value, absl::string_view type) {
  if (!value.is_known() || value.type == Type::kNone) return true;
  if (type == "str") return value.type == Type::kString;
  if (type == "float") return value.is_number();
  // False and True are integers; 0 and 1 in a somewhat odd dress.
  if (type == "int") return value.type == Type::kInteger || value.type == Type::kBool;
  return true;
}

struct Misfit {
  Words problem, remedy;
  std::string replacement = {};  // The default to write; empty: unknown.
  explicit operator bool() const { return !problem.is_empty(); }
};

// Through a constant of the module.
Node ValueOf(const Module& module, Node expression) {
  if (!expression.Is(NodeKind::kIdentifier)) return expression;
  if (module.scopes().LookUp(expression, expression.text()) != 0) {
    return module.Dereference(expression);
  }
  const auto bindings = module.scopes().BindingsOf(0, expression.text());
  return bindings.size() == 1 && bindings.begin()->value ? bindings.begin()->value : expression;
}

Misfit CompareWithChoices(const Module& module, const Flag& flag, const Literal& value,
                          absl::string_view type) {
  Node choices = flag.Keyword("choices");
  if (!choices || !value.is_known() || value.type == Type::kNone) return {};
  choices = ValueOf(module, choices);
  if (!IsSequence(choices)) return {};
  const std::vector<Literal> elements = ElementsOf(choices);
  if (elements.empty() || IsAmong(value, elements)) return {};
  if (type.empty() && value.is_number() && elements[0].type == Type::kString) return {};
  return {kNoChoice, Sentence(kTakeChoice, {{"choices", OneLine(choices)}})};
}

const Phrase& PhraseOf(Type type) {
  switch (type) {
    case Type::kBool:
      return kIsBool;
    case Type::kInteger:
      return kIsInteger;
    case Type::kFloat:
      return kIsFloat;
    default:
      return kIsString;
  }
}

Misfit CompareWithType(const Literal& value, absl::string_view type) {
  if (FitsType(value, type)) return {};
  const Sentence problem(PhraseOf(value.type), {{"type", type}});
  if (type == "int" && value.is_number() && value.number == static_cast<int64_t>(value.number)) {
    const std::string number = absl::StrCat(static_cast<int64_t>(value.number));
    return {problem, Sentence(kWriteNumber, {{"number", number}}), number};
  }
  return {problem, Sentence(kGiveTyped, {{"type", type}})};
}

Misfit FindMisfit(const Module& module, const Flag& flag, Node node) {
  const Node type_node = flag.Keyword("type");
  absl::string_view type = type_node.text();
  const bool is_builtin = type == "int" || type == "float" || type == "str";
  if (type_node && (!is_builtin || module.Resolve(type_node) != absl::StrCat("builtins.", type))) {
    return {};  // Its own converter: who knows.
  }
  const Literal value = Converted(ParseLiteral(node.text()), type);
  if (Misfit misfit = CompareWithChoices(module, flag, value, type)) return misfit;
  return CompareWithType(value, type);
}

// The literals that the default consists of: with nargs a list of values.
std::vector<Node> ValuesOf(const Flag& flag) {
  const Node value = flag.Keyword("default");
  if (!value) return {};
  if (!flag.Keyword("nargs")) return {value};
  std::vector<Node> values;
  if (!value.Is(NodeKind::kList) && !value.Is(NodeKind::kTuple)) return values;
  for (Node child : value.named_children()) values.push_back(child);
  return values;
}

void Check(FileContext& file, Node call) {
  const std::optional<Flag> flag = FlagOf(call);
  if (!flag || flag->has_double_star) return;
  if (!flag->action.empty() && flag->action != "store") return;
  for (Node value : ValuesOf(*flag)) {
    const Misfit misfit = FindMisfit(file.module(), *flag, value);
    if (!misfit) continue;
    Observation observation{.at = value,
                            .params = {{"flag", std::string(flag->option)},
                                       {"value", OneLine(value)},
                                       {"problem", misfit.problem},
                                       {"remedy", misfit.remedy}},
                            .because = call};
    if (!misfit.replacement.empty()) {
      observation.edits = {Replace(file.module(), value, misfit.replacement)};
    }
    file.Report(std::move(observation));
    return;
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kDefaultDoesNotFitArgument = {
    .info =
        {.id = "default-does-not-fit-argument",
         .title = {"Default of a flag contradicts its type or choices",
                   "参数默认值与其类型或 choices 矛盾"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"The default {value} of `{flag}` {problem}",
                     "`{flag}` 的默认值 {value} {problem}"},
         .consequence = {"Code that reads `{flag}` gets a value that the command line would reject",
                         "读取 `{flag}` 的代码会得到一个命令行本身都会拒绝的值"},
         .advice = {"For `{flag}`: {remedy}", "对于 `{flag}`：{remedy}"},
         .phrases = configuration::kPhrases,
         .why = "argparse checks and converts what users type, but uses a default as it is (it "
                "applies only `type`, and only to a string). A float where an int is declared "
                "breaks the first range() or shape, far from here.",
         .fix = "Make the default one of the choices, a value of the declared type, or None.",
         .bad = R"py(
parser.add_argument("--warmup-steps", type=int, default=1e3,
                    help="Steps of warmup.")
)py",
         .good = R"py(
parser.add_argument("--warmup-steps", type=int, default=1000,
                    help="Steps of warmup.")
)py",
         .references = {"https://docs.python.org/3/library/argparse.html#default"}},
    .kinds = {NodeKind::kCall},
    .names = configuration::kAddArgument,
    .check = configuration::Check};

}  // namespace allreview::rules
