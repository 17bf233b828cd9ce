// dp_size = world_size // cp_size, in a configuration that also has a tensor-parallel size.

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/distributed/axis_names.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kDeclaredHere("declared-here", "the other size is declared here",
                               "另一个并行度在这里声明");
constexpr Phrase kPhrases[] = {kDeclaredHere};

constexpr Axes kModelAxes = kTensorAxis | kPipelineAxis | kContextAxis;

// What configurations call the size of one axis.
constexpr absl::string_view kSizes[] = {"context_parallel_degree",
                                        "context_parallel_size",
                                        "cp_degree",
                                        "cp_size",
                                        "pipeline_model_parallel_size",
                                        "pipeline_parallel_degree",
                                        "pipeline_parallel_size",
                                        "pp_degree",
                                        "pp_size",
                                        "tensor_model_parallel_size",
                                        "tensor_parallel_degree",
                                        "tensor_parallel_size",
                                        "tp_degree",
                                        "tp_size"};

// 0: the name is no size of one of the axes along which a model is cut.
Axes AxisOf(absl::string_view name) {
  if (!absl::ConsumeSuffix(&name, "_size") && !absl::ConsumeSuffix(&name, "_degree")) return 0;
  const auto named = AxesOfStem(name);
  if (!named) return 0;
  const Axes axes = named->axes;
  const bool is_one = axes == kTensorAxis || axes == kPipelineAxis || axes == kContextAxis;
  return is_one ? axes : 0;
}

// `x` of `(x or 1)`, `max(x, 1)` and `int(x)`.
Node WithoutDefault(Node expression) {
  expression = python::WithoutParentheses(expression);
  if (expression.Is(NodeKind::kBooleanOperator)) {
    return WithoutDefault(expression.child(Field::kLeft));
  }
  if (!expression.Is(NodeKind::kCall)) return expression;
  const absl::string_view name = CalleeName(expression);
  const python::Arguments arguments = python::ArgumentsOf(expression);
  const bool is_cast = name == "max" || name == "int";
  return is_cast && !arguments.positional.empty() ? arguments.positional[0] : expression;
}

bool IsWorldSize(const Module& module, Node node) {
  node = WithoutDefault(node);
  return LastName(node) == "world_size" || SizeOf(module, node).is_world();
}

// The divisors of `world_size // a // (b * c)`. Empty: another expression, or one of them is
// something else than the size of an axis.
std::vector<Node> DivisorsOf(const Module& module, Node division) {
  std::vector<Node> divisors, products;
  Node left = division;
  while (left.Is(NodeKind::kBinaryOperator)) {
    const absl::string_view op = left.child(Field::kOperator).text();
    if (op != "//" && op != "/") return {};
    products.push_back(WithoutDefault(left.child(Field::kRight)));
    left = python::WithoutParentheses(left.child(Field::kLeft));
  }
  if (products.empty() || !IsWorldSize(module, left)) return {};
  while (!products.empty()) {
    const Node node = products.back();
    products.pop_back();
    if (node.Is(NodeKind::kBinaryOperator) && node.child(Field::kOperator).text() == "*") {
      products.push_back(WithoutDefault(node.child(Field::kLeft)));
      products.push_back(WithoutDefault(node.child(Field::kRight)));
      continue;
    }
    if (!node.Is(NodeKind::kAttribute) || AxisOf(LastName(node)) == 0) return {};
    divisors.push_back(node);
  }
  return divisors;
}

// The quotient stands for data parallelism: by its name, or because the batch is multiplied by it.
bool IsDataParallel(const Definition& function, Node target) {
  const absl::string_view name = LastName(target);
  for (absl::string_view part : {"data_parallel", "dp_", "dp"}) {
    if (part == "dp" ? name == part || absl::EndsWith(name, "_dp")
                     : absl::StrContains(name, part)) {
      return true;
    }
  }
  return AnyOwnNode(function.body, NodeKind::kBinaryOperator, [&](Node product) {
    const Node left = product.child(Field::kLeft), right = product.child(Field::kRight);
    return product.child(Field::kOperator).text() == "*" &&
           ((left.text() == target.text() && absl::StrContains(right.text(), "batch")) ||
            (right.text() == target.text() && absl::StrContains(left.text(), "batch")));
  });
}

// A field of another axis in a class that also has all the divisors.
std::optional<repository::ConfigurationField> FieldLeftOut(repository::Project& project,
                                                           const std::vector<Node>& divisors) {
  Axes used = 0;
  std::map<std::string, size_t> owners;
  for (Node divisor : divisors) {
    used |= AxisOf(LastName(divisor));
    std::set<std::string> classes;
    for (const auto& field : project.FindFields(LastName(divisor)))
      classes.insert(field.class_name);
    for (const std::string& name : classes) ++owners[name];
  }
  for (absl::string_view size : kSizes) {
    if ((AxisOf(size) & used) != 0) continue;
    for (const repository::ConfigurationField& field : project.FindFields(size)) {
      const auto found = owners.find(field.class_name);
      if (found != owners.end() && found->second == divisors.size()) return field;
    }
  }
  return std::nullopt;
}

void Check(FileContext& file, Node assignment) {
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(assignment);
  if (function == nullptr || !assignment.child(Field::kRight)) return;
  const Node division = python::WithoutParentheses(assignment.child(Field::kRight));
  if (!division.Is(NodeKind::kBinaryOperator)) return;
  const std::vector<Node> divisors = DivisorsOf(module, division);
  if (divisors.empty() || !IsDataParallel(*function, assignment.child(Field::kLeft))) return;
  const auto missing = FieldLeftOut(file.project(), divisors);
  if (!missing) return;
  // The function knows of it: it refuses the combination, say.
  const std::string name = missing->field->name;
  if (MentionsName(function->node.text(), name)) return;
  file.Report({.at = division,
               .params = {{"target", OneLine(assignment.child(Field::kLeft))},
                          {"divisor", OneLine(divisors.front())},
                          {"missing", name}},
               .related = {{kDeclaredHere, RangeOf(missing->path, missing->field->place)}}});
}

}  // namespace

extern constinit const Rule kDataParallelSizeMissesAxis = {
    .info =
        {.id = "data-parallel-size-misses-axis",
         .title = {"Data-parallel size computed without all model axes",
                   "计算数据并行度时漏了模型并行轴"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{target}` divides the world size by `{divisor}` but not by `{missing}`, "
                     "which the same configuration has",
                     "`{target}` 用世界大小除以了 `{divisor}`，却没有除以同一配置中的 `{missing}`"},
         .consequence =
             {"With `{missing}` > 1, the number of replicas, and every batch size or "
              "step count made of it, is too large by that factor",
              "当 `{missing}` > 1 时，副本数以及由它得出的 batch 大小或步数都会偏大该倍数"},
         .advice = {"Divide by `{missing}` too, or refuse the combination",
                    "同时除以 `{missing}`，或者拒绝这种组合"},
         .phrases = kPhrases,
         .why = "Ranks that share one model replica do not add to the batch. A formula that was "
                "written when there was one kind of model parallelism is wrong with the next.",
         .fix = "Divide by the sizes of all model axes, in one place.",
         .bad = R"py(
from dataclasses import dataclass

@dataclass
class Config:
    tensor_parallel_size: int = 1
    context_parallel_size: int = 1
    batch_size: int = 1

def total_batch(config, world_size):
    dp_size = world_size // config.context_parallel_size
    return config.batch_size * dp_size
)py",
         .good = R"py(
from dataclasses import dataclass

@dataclass
class Config:
    tensor_parallel_size: int = 1
    context_parallel_size: int = 1
    batch_size: int = 1

def total_batch(config, world_size):
    dp_size = world_size // (config.context_parallel_size * config.tensor_parallel_size)
    return config.batch_size * dp_size
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kAssignment},
    .names = "world_size get_world_size",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
