#include "analyzers/values/print_values.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/python/print.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::values {
namespace {

using python::Kind;
using python::Node;
using understanding::Program;
using understanding::Value;

bool IsAsked(Node node) {
  switch (node.kind()) {
    case Kind::kIdentifier:
    case Kind::kAttribute:
    case Kind::kSubscript:
    case Kind::kCall:
    case Kind::kBinaryOperator:
    case Kind::kBooleanOperator:
    case Kind::kComparisonOperator:
    case Kind::kConditionalExpression:
    case Kind::kNotOperator:
    case Kind::kUnaryOperator:
    case Kind::kListComprehension:
    case Kind::kSetComprehension:
    case Kind::kDictionaryComprehension:
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kDictionary:
    case Kind::kAwait:
      return true;
    default:
      return false;
  }
}

// "#3.7" as the name of that code.
std::string WithNames(const Program& program, const std::string& text) {
  std::string named;
  for (size_t at = 0; at < text.size();) {
    const size_t mark = text.find('#', at);
    absl::StrAppend(&named, text.substr(at, mark - at));
    if (mark == std::string::npos) break;
    size_t end = mark + 1;
    while (end < text.size() && (absl::ascii_isdigit(text[end]) || text[end] == '.')) ++end;
    const std::vector<std::string> numbers =
        absl::StrSplit(text.substr(mark + 1, end - mark - 1), '.');
    uint32_t file = 0, code = 0;
    const bool is_code = numbers.size() == 2 && absl::SimpleAtoi(numbers[0], &file) &&
                         absl::SimpleAtoi(numbers[1], &code) && file < program.size() &&
                         code < program.file(file).code.codes.size();
    absl::StrAppend(&named,
                    is_code ? program.FullName({file, code}) : text.substr(mark, end - mark));
    at = end;
  }
  return named;
}

}  // namespace

std::string PrintValues(ValuesOfChange& values, const python::Module& module, int first_line,
                        int last_line) {
  Outline outline;
  const Program& program = values.side(change::Side::kRight).program();
  for (Node node : module.tree().root().descendants()) {
    Poll();
    if (outline.is_full()) break;
    if (!IsAsked(node) || node.first_line() < first_line || node.first_line() > last_line) continue;
    const Value value = values.Of(module, node);
    if (value.is_unknown()) continue;
    outline.Add(
        0, absl::StrCat(python::Position(node), " ", Excerpt(node.text()), " ",
                        value.is_impossible() ? "never runs" : WithNames(program, value.ToText())));
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::values
