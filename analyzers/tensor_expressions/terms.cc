#include "analyzers/tensor_expressions/terms.h"

namespace allreview::tensor_expressions {
namespace {

void AppendTerms(const Value& value, std::vector<int>& terms) {
  if (const TermRef* ref = value.As<TermRef>()) terms.push_back(ref->term);
  if (const DtypeOfTerm* like = value.As<DtypeOfTerm>()) terms.push_back(like->term);
  if (const Tuple* tuple = value.As<Tuple>()) {
    for (const Value& item : tuple->items) AppendTerms(item, terms);
  }
}

}  // namespace

std::optional<double> Value::AsNumber() const {
  if (const double* number = As<double>()) return *number;
  if (const bool* flag = As<bool>()) return *flag ? 1 : 0;
  return std::nullopt;
}

std::vector<int> OperandsOf(const Term& term) {
  std::vector<int> operands;
  for (const Value& value : term.positional) AppendTerms(value, operands);
  for (const auto& [name, value] : term.keywords) AppendTerms(value, operands);
  return operands;
}

}  // namespace allreview::tensor_expressions
