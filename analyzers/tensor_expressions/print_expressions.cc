#include "analyzers/tensor_expressions/print_expressions.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "analyzers/python/syntax.h"
#include "analyzers/tensor_expressions/extract.h"
#include "analyzers/tensor_expressions/refusal.h"
#include "base/outline.h"

namespace allreview::tensor_expressions {
namespace {

std::string At(const python::SyntaxTree& tree, const numerics::Place& place) {
  return absl::StrCat(place.line, ":", tree.ColumnOf(static_cast<uint32_t>(place.begin)) + 1);
}

void Add(const python::SyntaxTree& tree, const Expression& expression, Outline& outline) {
  outline.Add(0, absl::StrCat(At(tree, expression.place), " ",
                              expression.target.empty() ? "argument" : expression.target, " in ",
                              expression.symbol));
  for (const InputReason& input : expression.inputs) {
    outline.Add(1, absl::StrCat(input.name, ": ", input.reason));
  }
  const std::string graph = numerics::ToText(expression.graph);
  for (absl::string_view line : absl::StrSplit(graph, '\n', absl::SkipEmpty())) {
    outline.Add(1, line);
  }
}

}  // namespace

std::string PrintExpressions(const python::Module& module) {
  Outline outline;
  const python::SyntaxTree& tree = module.tree();
  for (const python::Definition& definition : module.definitions()) {
    if (definition.kind == python::Definition::Kind::kClass) continue;
    if (outline.is_full()) break;
    const Extraction extraction = ExtractFunction(module, definition, {}, {});
    for (const Expression& expression : extraction.expressions) Add(tree, expression, outline);
    for (const RefusedExpression& refused : extraction.refused) {
      outline.Add(0, absl::StrCat(At(tree, refused.place), " in ", refused.symbol, " refused ",
                                  RefusalName(refused.reason), " ", Excerpt(refused.text)));
    }
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::tensor_expressions
