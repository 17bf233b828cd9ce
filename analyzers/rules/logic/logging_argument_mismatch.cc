// logger.info("%s of %s", name): a placeholder without a value.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using logic::IsLiteral;
using python::Module;

constexpr Phrase kOnePlaceholder("one-placeholder", "{count} placeholder", "{count} 个占位符");
constexpr Phrase kSomePlaceholders("some-placeholders", "{count} placeholders", "{count} 个占位符");
constexpr Phrase kOneValue("one-value", "{count} value", "{count} 个值");
constexpr Phrase kSomeValues("some-values", "{count} values", "{count} 个值");
constexpr Phrase kAddPlaceholders("add-placeholders", "Add `%s` for each value to the message",
                                  "在消息中为每个值加上 `%s`");
constexpr Phrase kAddValues("add-values",
                            "Add the missing values, or write `%%` for a percent sign",
                            "补上缺少的值；如果要输出百分号，写成 `%%`");
constexpr Phrase kPhrases[] = {kOnePlaceholder, kSomePlaceholders, kOneValue,
                               kSomeValues,     kAddPlaceholders,  kAddValues};

constexpr absl::string_view kMethods = "critical debug error exception info log warn warning";

// How many values the text takes; -1: it names them, or nobody can tell.
int PlaceholdersIn(absl::string_view text) {
  int count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') continue;
    if (++i == text.size()) return -1;
    if (text[i] == '%') continue;
    if (text[i] == '(') return -1;
    while (i < text.size() &&
           absl::string_view("#0- +123456789.*").find(text[i]) != absl::string_view::npos) {
      count += text[i] == '*';
      ++i;
    }
    while (i < text.size() && absl::string_view("hlL").find(text[i]) != absl::string_view::npos)
      ++i;
    if (i == text.size() ||
        absl::string_view("diouxXeEfFgGcrsa").find(text[i]) == absl::string_view::npos) {
      return -1;
    }
    ++count;
  }
  return count;
}

// Text of a message of literals; nullopt-like: `is_known` false.
struct Message {
  std::string text;
  bool is_known = false;
};

Message MessageOf(Node node) {
  node = python::WithoutParentheses(node);
  if (!IsLiteral(node)) return {};
  Message message{"", true};
  if (node.Is(NodeKind::kString)) {
    message.text = std::string(Module::StringContent(node));
  } else if (node.Is(NodeKind::kConcatenatedString)) {
    for (Node part : node.children()) {
      if (part.Is(NodeKind::kString)) absl::StrAppend(&message.text, Module::StringContent(part));
    }
  } else {
    return {};
  }
  return message;
}

bool IsLogger(Node object) {
  const absl::string_view name = LastName(object);
  return absl::StrContains(name, "log") || absl::StrContains(name, "LOG");
}

void Check(FileContext& file, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) || call.HasError()) return;
  const absl::string_view method = function.child(Field::kAttribute).text();
  const bool has_level = method == "log";
  if (!ListsName(kMethods, method)) return;
  if (!IsLogger(function.child(Field::kObject))) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  const size_t first = has_level ? 1 : 0;
  if (arguments.has_star || arguments.positional.size() <= first + 1) return;
  const Message message = MessageOf(arguments.positional[first]);
  if (!message.is_known || absl::StrContains(message.text, "{")) return;
  const int values = static_cast<int>(arguments.positional.size() - first - 1);
  const Node only = python::WithoutParentheses(arguments.positional[first + 1]);
  if (values == 1 && (only.Is(NodeKind::kDictionary) || only.Is(NodeKind::kTuple))) return;
  const int placeholders = PlaceholdersIn(message.text);
  if (placeholders < 0 || placeholders == values ||
      IsWaived(call, {"PLE1205", "PLE1206", "E1205", "E1206"})) {
    return;
  }
  file.Report(
      {.at = call,
       .params = {{"placeholders", Counted(placeholders, kOnePlaceholder, kSomePlaceholders)},
                  {"values", Counted(values, kOneValue, kSomeValues)},
                  {"remedy", placeholders < values ? kAddPlaceholders : kAddValues}}});
}

}  // namespace

extern constinit const Rule kLoggingArgumentMismatch = {
    .info = {.id = "logging-argument-mismatch",
             .title = {"Log message whose placeholders do not match its arguments",
                       "日志消息的占位符与参数不匹配"},
             .message = {"The message has {placeholders} for {values}",
                         "该消息有 {placeholders}，却对应 {values}"},
             .consequence = {"logging prints its own traceback instead of the message",
                             "logging 会打印自己的 traceback，而不是这条消息"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why =
                 "logging formats a message when it is written, and reports a mismatch on standard "
                 "error. The message itself is lost, for example in the handler of a rare error.",
             .fix = "Give the message as many arguments as placeholders.",
             .bad = R"py(
import logging

logger = logging.getLogger(__name__)

def report(step, loss):
    logger.info("step %d", step, loss)
)py",
             .good = R"py(
import logging

logger = logging.getLogger(__name__)

def report(step, loss):
    logger.info("step %d: %f", step, loss)
)py",
             .references = {"https://docs.astral.sh/ruff/rules/logging-too-many-args/",
                            "https://docs.astral.sh/ruff/rules/logging-too-few-args/"}},
    .kinds = {NodeKind::kCall},
    .names = kMethods,
    .check = Check};

}  // namespace allreview::rules
