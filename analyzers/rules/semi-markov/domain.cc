#include "analyzers/rules/semi-markov/domain.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {

using python::Field;
using python::Module;
using python::Node;

bool SpeaksOfSemiMarkov(const Module& module) {
  for (absl::string_view word :
       {"duration_bias", "SemiMarkov", "SemiCRF", "semi_crf", "semicrf", "Semi-CRF", "semi-CRF",
        "semi_markov", "semimarkov", "Semi-Markov", "semi-Markov"}) {
    if (absl::StrContains(module.source(), word)) return true;
  }
  return false;
}

bool IsExperiment(absl::string_view path) {
  for (absl::string_view folder : {"tests", "scripts", "benchmarks", "examples"}) {
    if (absl::StartsWith(path, folder) || absl::StrContains(path, folder)) return true;
  }
  return false;
}

bool IsMaxDuration(Node expression) {
  const absl::string_view name = LastName(python::WithoutParentheses(expression));
  return !expression.Is(NodeKind::kCall) && ListsName(kMaxDurationNames, name);
}

bool IsPositionCount(absl::string_view name) {
  for (absl::string_view known : {"T", "L", "seq_len", "seqlen", "seq_length", "max_len", "length",
                                  "T_max", "max_seq_len", "num_positions"}) {
    if (name == known) return true;
  }
  return false;
}

bool IsDurationTable(Node expression) {
  const std::string name = absl::AsciiStrToLower(LastName(expression));
  return absl::StrContains(name, "dur") &&
         (absl::StrContains(name, "bias") || absl::StrContains(name, "score"));
}

bool IsCumulativeScores(absl::string_view name) {
  return absl::StrContains(name, "cum_score") || absl::StrContains(name, "cumscore") ||
         absl::StrContains(name, "cumulative_score");
}

bool RangeLoop::IsOverTime() const {
  for (Node node : call.child(Field::kArguments).descendants()) {
    if (node.Is(NodeKind::kIdentifier) && IsVariable(node) &&
        (IsPositionCount(node.text()) || node.text() == "N")) {
      return true;
    }
  }
  return false;
}

std::optional<RangeLoop> RangeLoopOf(Node for_statement) {
  const Node variable = for_statement.child(Field::kLeft);
  const Node call = for_statement.child(Field::kRight);
  if (!variable.Is(NodeKind::kIdentifier) || !call.Is(NodeKind::kCall)) return std::nullopt;
  const absl::string_view name = CalleeName(call);
  if (name != "range" && name != "static_range") return std::nullopt;
  const std::vector<Node> arguments = python::ArgumentsOf(call).positional;
  if (arguments.empty()) return std::nullopt;
  if (arguments.size() == 1) return RangeLoop{for_statement, variable, call, {}, arguments[0]};
  return RangeLoop{for_statement, variable, call, arguments[0], arguments[1]};
}

std::optional<RangeLoop> LoopBinding(Node identifier) {
  for (Node outer = identifier.parent(); outer; outer = outer.parent()) {
    if (outer.Is(NodeKind::kFunctionDefinition)) return std::nullopt;
    if (!outer.Is(NodeKind::kForStatement)) continue;
    for (Node target : ElementsOf(outer.child(Field::kLeft))) {
      if (target.text() == identifier.text()) return RangeLoopOf(outer);
    }
  }
  return std::nullopt;
}

std::optional<Factory> FactoryOf(Node call) {
  Factory factory{.name = CalleeName(call), .dimensions = {}};
  if (!ListsName(kFactoryNames, factory.name)) return std::nullopt;
  const bool is_full = factory.name == "full" || factory.name == "new_full";
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star) return std::nullopt;
  Node size = python::KeywordArgument(call, "size");
  if (!size && !arguments.positional.empty()) size = arguments.positional[0];
  if (!size) return std::nullopt;
  if (size.Is(NodeKind::kTuple) || size.Is(NodeKind::kList)) {
    factory.dimensions = ElementsOf(size);
  } else if (!is_full) {
    factory.dimensions = arguments.positional;
  }
  if (factory.dimensions.empty()) return std::nullopt;
  return factory;
}

}  // namespace allreview::rules
