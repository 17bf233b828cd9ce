// The part of the contexts that says what expressions may be.

#include <vector>

#include "analyzers/rules/context.h"
#include "analyzers/rules/file_facts.h"
#include "analyzers/understanding/value.h"
#include "analyzers/values/values_of_change.h"

namespace allreview::rules {
namespace {

std::vector<Range> RangesOf(const std::vector<values::Origin>& origins) {
  std::vector<Range> ranges;
  for (const values::Origin& origin : origins) {
    ranges.push_back({.path = origin.path, .first_line = origin.line, .end_line = origin.line + 1});
  }
  return ranges;
}

}  // namespace

values::ValuesOfChange* FileContext::values_of_change() const { return facts_.values_of_change(); }

understanding::Value FileContext::ValueOf(Node expression) const {
  values::ValuesOfChange* const values = values_of_change();
  return values == nullptr ? understanding::Value::Unknown() : values->Of(module(), expression);
}

std::vector<Range> FileContext::OriginsOf(const understanding::Value& value) const {
  values::ValuesOfChange* const values = values_of_change();
  return values == nullptr ? std::vector<Range>() : RangesOf(values->OriginsOf(module(), value));
}

understanding::Value ChangeContext::ValueOf(const AnalysedFile& file, Node expression) const {
  const bool is_before = file.before != nullptr && expression.tree() == &file.before->tree();
  return shared_.values.Of(is_before ? *file.before : *file.after, expression);
}

std::vector<Range> ChangeContext::OriginsOf(const AnalysedFile& file,
                                            const understanding::Value& value) const {
  return RangesOf(shared_.values.OriginsOf(*file.after, value));
}

}  // namespace allreview::rules
