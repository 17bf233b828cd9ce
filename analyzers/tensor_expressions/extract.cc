#include "analyzers/tensor_expressions/extract.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "analyzers/python/traits.h"
#include "analyzers/tensor_expressions/expression_finder.h"

namespace allreview::tensor_expressions {
namespace {

using python::Definition;

constexpr int kMaxPaths = 8;

std::set<std::string> TouchedFunctions(const ChangedFile& file) {
  std::set<std::string> names;
  if (file.module == nullptr) return names;
  for (const Definition& definition : file.module->definitions()) {
    if (definition.kind == Definition::Kind::kClass) continue;
    if (TouchesAny(file.lines, {definition.first_line, definition.end_line}))
      names.insert(definition.name);
  }
  return names;
}

Extraction ExtractNamed(const ChangedFile& file, const std::set<std::string>& names,
                        const ExtractOptions& options) {
  Extraction all;
  if (file.module == nullptr) return all;
  for (const Definition& definition : file.module->definitions()) {
    if (definition.kind == Definition::Kind::kClass || names.count(definition.name) == 0) continue;
    Extraction one = ExtractFunction(*file.module, definition, file.lines, options);
    std::move(one.expressions.begin(), one.expressions.end(), std::back_inserter(all.expressions));
    std::move(one.refused.begin(), one.refused.end(), std::back_inserter(all.refused));
  }
  return all;
}

// For each expression after, the one before that it was; -1: none. First those of the same text,
// then those of the same name in their order.
std::vector<int> Match(const std::vector<Expression>& before,
                       const std::vector<Expression>& after) {
  std::vector<int> match(after.size(), -1);
  std::vector<bool> is_taken(before.size());
  for (const bool wants_same_text : {true, false}) {
    const auto key = [&](const Expression& it) {
      return std::tuple<absl::string_view, absl::string_view, absl::string_view>(
          it.symbol, it.target, wants_same_text ? absl::string_view(it.text) : "");
    };
    std::map<decltype(key(before[0])), std::deque<int>> left;  // Of those before, in their order.
    for (size_t j = 0; j < before.size(); ++j) {
      if (!is_taken[j]) left[key(before[j])].push_back(static_cast<int>(j));
    }
    for (size_t i = 0; i < after.size(); ++i) {
      if (match[i] >= 0) continue;
      const auto same = left.find(key(after[i]));
      if (same == left.end() || same->second.empty()) continue;
      match[i] = same->second.front();
      same->second.pop_front();
      is_taken[match[i]] = true;
    }
  }
  return match;
}

struct Reading {
  const python::Module& module;
  const Definition& function;
  absl::Span<const LineRange> changed;
  const ExtractOptions& options;
};

struct Path {
  Extraction extraction;
  std::vector<FunctionReader::Fork> forks;
};

// The function on one path, or with its paths merged.
Path ExtractPath(const Reading& it, std::map<uint32_t, int> choices) {
  Terms terms;
  FunctionReader reader(it.module, it.function,
                        {.terms = &terms,
                         .find_function = it.options.find_function,
                         .find_value = it.options.find_value,
                         .choices = std::move(choices)});
  reader.Read();
  return {ExpressionFinder(terms, reader, it.function, it.changed, it.options).Find(),
          reader.forks()};
}

// What each of several ways through a function adds to the others.
class Merged {
 public:
  void Add(Extraction one) {
    for (Expression& expression : one.expressions) {
      if (!expressions_.emplace(expression.place.begin, ToText(expression.graph)).second) continue;
      all_.expressions.push_back(std::move(expression));
    }
    for (RefusedExpression& refused : one.refused) {
      if (!refused_.emplace(refused.place.begin, refused.reason).second) continue;
      all_.refused.push_back(std::move(refused));
    }
  }

  Extraction Take() { return std::move(all_); }

 private:
  Extraction all_;
  std::set<std::pair<int, std::string>> expressions_;
  std::set<std::pair<int, Refusal>> refused_;
};

// Forks that go the same way: `if tp_size > 1` here and there.
struct Junction {
  std::string condition;
  int ways = 0;
  std::vector<uint32_t> places;
};

// Not more than it takes to know that their ways are too many.
std::vector<Junction> JunctionsOf(absl::Span<const FunctionReader::Fork> forks) {
  std::vector<Junction> junctions;
  for (const FunctionReader::Fork& fork : forks) {
    const auto same =
        std::find_if(junctions.begin(), junctions.end(), [&](const Junction& junction) {
          return !fork.condition.empty() && junction.condition == fork.condition;
        });
    if (same != junctions.end()) {
      same->places.push_back(fork.place);
    } else if (junctions.size() <= kMaxPaths) {
      junctions.push_back({fork.condition, std::min(fork.ways, kMaxPaths + 1), {fork.place}});
    }
  }
  return junctions;
}

// Kernels in languages of their own compute on blocks, by rules of their own.
bool IsKernel(const python::Module& module, const Definition& function) {
  if (python::TraitsOf(module, function).is_triton) return true;
  for (const python::Node decorator : function.decorators) {
    for (const absl::string_view word : {"triton", "tilelang", "prim_func", "cute", "cuda.jit"}) {
      if (absl::StrContains(decorator.text(), word)) return true;
    }
  }
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [](const python::Parameter& parameter) {
                       return absl::StrContains(parameter.annotation.text(), "constexpr");
                     });
}

}  // namespace

bool TouchesAny(absl::Span<const LineRange> ranges, LineRange lines) {
  const auto next = std::partition_point(ranges.begin(), ranges.end(), [&](const LineRange& range) {
    return range.second <= lines.first;
  });
  return next != ranges.end() && next->first < lines.second;
}

Extraction ExtractFunction(const python::Module& module, const Definition& function,
                           absl::Span<const LineRange> changed, const ExtractOptions& options) {
  if (IsKernel(module, function)) return {};
  auto [extraction, forks] = ExtractPath({module, function, changed, options}, {});
  const std::vector<Junction> junctions = JunctionsOf(forks);
  int paths = 1;
  for (const Junction& junction : junctions) paths *= junction.ways;
  if (forks.empty() || paths > kMaxPaths) return extraction;
  // Once more for each way through; what is the same on several is kept once.
  Merged all;
  for (int path = 0; path < paths; ++path) {
    std::map<uint32_t, int> choices;
    int rest = path;
    for (const Junction& junction : junctions) {
      for (const uint32_t place : junction.places) choices[place] = rest % junction.ways;
      rest /= junction.ways;
    }
    all.Add(ExtractPath({module, function, changed, options}, choices).extraction);
  }
  return all.Take();
}

ChangeExtraction ExtractChange(const ChangedFile& before, const ChangedFile& after,
                               const ExtractOptions& options) {
  std::set<std::string> names = TouchedFunctions(after);
  names.merge(TouchedFunctions(before));
  Extraction old = ExtractNamed(before, names, options);
  Extraction now = ExtractNamed(after, names, options);
  const std::vector<int> match = Match(old.expressions, now.expressions);
  ChangeExtraction change;
  std::set<int> matched;
  for (size_t i = 0; i < now.expressions.size(); ++i) {
    Expression& expression = now.expressions[i];
    Expression* earlier = match[i] >= 0 ? &old.expressions[match[i]] : nullptr;
    if (earlier != nullptr) matched.insert(match[i]);
    const bool is_changed = expression.is_changed || (earlier != nullptr && earlier->is_changed);
    if (!is_changed) continue;
    if (earlier != nullptr && ToText(earlier->graph) == ToText(expression.graph)) {
      ++change.unchanged;
      continue;
    }
    ExpressionPair pair;
    if (earlier != nullptr) pair.before = std::move(*earlier);
    pair.after = std::move(expression);
    change.pairs.push_back(std::move(pair));
  }
  for (size_t j = 0; j < old.expressions.size(); ++j) {
    if (matched.count(static_cast<int>(j)) > 0 || !old.expressions[j].is_changed) continue;
    change.pairs.push_back({.before = std::move(old.expressions[j]), .after = {}});
  }
  for (RefusedExpression& refused : now.refused) {
    if (refused.is_changed) change.refused.push_back(std::move(refused));
  }
  return change;
}

}  // namespace allreview::tensor_expressions
