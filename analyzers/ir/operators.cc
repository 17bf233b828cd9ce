#include "analyzers/ir/operators.h"

#include <algorithm>
#include <iterator>

#include "absl/types/span.h"

namespace allreview::ir {
namespace {

struct Row {
  Operator op;
  absl::string_view text;
};

constexpr Row kBinary[] = {
    {Operator::kAdd, "+"},        {Operator::kSubtract, "-"},
    {Operator::kMultiply, "*"},   {Operator::kMatrixMultiply, "@"},
    {Operator::kDivide, "/"},     {Operator::kFloorDivide, "//"},
    {Operator::kModulo, "%"},     {Operator::kPower, "**"},
    {Operator::kLeftShift, "<<"}, {Operator::kRightShift, ">>"},
    {Operator::kAnd, "&"},        {Operator::kOr, "|"},
    {Operator::kXor, "^"},
};
constexpr Row kUnary[] = {{Operator::kNot, "not"},
                          {Operator::kNegative, "-"},
                          {Operator::kPositive, "+"},
                          {Operator::kInvert, "~"}};
constexpr Row kComparisons[] = {
    {Operator::kEqual, "=="},     {Operator::kNotEqual, "!="},  {Operator::kLess, "<"},
    {Operator::kLessEqual, "<="}, {Operator::kGreater, ">"},    {Operator::kGreaterEqual, ">="},
    {Operator::kIs, "is"},        {Operator::kIsNot, "is not"}, {Operator::kIn, "in"},
    {Operator::kNotIn, "not in"}, {Operator::kNotEqual, "<>"},
};

Operator Find(absl::Span<const Row> rows, absl::string_view text) {
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const Row& candidate) { return candidate.text == text; });
  return row == rows.end() ? Operator::kNone : row->op;
}

}  // namespace

Operator BinaryOperator(absl::string_view token) { return Find(kBinary, token); }
Operator UnaryOperator(absl::string_view token) { return Find(kUnary, token); }
Operator ComparisonOperator(absl::string_view token) { return Find(kComparisons, token); }

absl::string_view TextOf(Operator op) {
  if (op == Operator::kStar) return "*";
  for (absl::Span<const Row> rows : {absl::Span<const Row>(kBinary), absl::Span<const Row>(kUnary),
                                     absl::Span<const Row>(kComparisons)}) {
    for (const Row& row : rows) {
      if (row.op == op) return row.text;
    }
  }
  return "?";
}

}  // namespace allreview::ir
