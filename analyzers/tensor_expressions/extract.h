#ifndef ANALYZERS_TENSOR_EXPRESSIONS_EXTRACT_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_EXTRACT_H_

// From functions of training code to graphs that can be measured.
//
//   for (const ExpressionPair& pair : ExtractChange({.module = &before, .lines = old_lines},
//                                                   {.module = &after, .lines = new_lines}, {})
//                                         .pairs) {
//     Measure(pair.after->graph);   // And pair.before's: was it there before?
//   }
//
// An expression is maximal: arithmetic of one function whose result no other arithmetic of it
// reads. What is no arithmetic (layers, matrix products, elements picked by index, what loops and
// branches leave open) is an input of it. A part that cannot be measured is recorded with its
// reason, and becomes an input of the rest.
//
// Nothing is guessed of values: a graph holds whenever the text runs. What inputs stand for is
// inferred, and says how.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "analyzers/numerics/graph/graph_builder.h"
#include "analyzers/python/module.h"
#include "analyzers/tensor_expressions/function_reader.h"
#include "analyzers/tensor_expressions/refusal.h"

namespace allreview::tensor_expressions {

// How the role of graph.inputs[i] was found.
struct InputReason {
  std::string name = {};
  std::string reason = {};  // "its name", "its annotation"…
};

struct Expression {
  std::string symbol = {};     // "Router.forward".
  std::string target = {};     // What the result is bound to; "return"; "" for an argument.
  numerics::Place place = {};  // Of the last operation.
  std::string text = {};       // The statements that compute it, a line each.
  numerics::Graph graph = {};
  std::vector<InputReason> inputs = {};
  bool is_changed = false;  // A changed line is among those that compute it.
};

// Arithmetic that is not measured.
struct RefusedExpression {
  std::string symbol = {};
  numerics::Place place = {};
  std::string text = {};
  Refusal reason = Refusal::kUnknownValue;
  std::string detail = {};
  bool is_changed = false;
};

struct Extraction {
  std::vector<Expression> expressions = {};  // In the order of their places.
  std::vector<RefusedExpression> refused = {};
};

struct ExtractOptions {
  numerics::Semantics semantics = {};
  FindFunction find_function = {};  // For helpers of other files; may be empty.
  FindValue find_value = {};        // What the rest of the repository tells; may be empty.
};

// 1-based, half-open. Lists of them are sorted and do not overlap.
using LineRange = std::pair<int, int>;
bool TouchesAny(absl::Span<const LineRange> ranges, LineRange lines);

// All expressions of one function or method.
Extraction ExtractFunction(const python::Module& module, const python::Definition& function,
                           absl::Span<const LineRange> changed, const ExtractOptions& options);

struct ChangedFile {
  const python::Module* module = nullptr;  // Null: there is no such version.
  std::vector<LineRange> lines = {};       // Changed ones.
};

// The same expression in both versions; one of them may be missing.
struct ExpressionPair {
  std::optional<Expression> before = {};
  std::optional<Expression> after = {};
};

struct ChangeExtraction {
  std::vector<ExpressionPair> pairs = {};
  std::vector<RefusedExpression> refused = {};  // After the change, on its lines.
  int unchanged = 0;  // Touched by the change, with the same arithmetic before and after.
};

// Expressions that the change adds, removes or alters, matched by symbol, target and order.
ChangeExtraction ExtractChange(const ChangedFile& before, const ChangedFile& after,
                               const ExtractOptions& options);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_EXTRACT_H_
