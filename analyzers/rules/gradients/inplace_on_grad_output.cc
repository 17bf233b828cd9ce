// backward changes the gradient that it is given in place.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/autograd_function.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

// `g.mul_(s)` -> `g = g.mul(s)` and `g *= s` -> `g = g * s`. Null edits: no such statement.
std::vector<Edit> EditsFor(const python::Module& module, Node change, absl::string_view name) {
  if (change.Is(NodeKind::kAugmentedAssignment)) {
    if (!change.child(Field::kLeft).Is(NodeKind::kIdentifier)) return {};
    absl::string_view op = change.child(Field::kOperator).text();
    op.remove_suffix(1);
    const Node right = change.child(Field::kRight);
    const bool is_simple = right.Is(NodeKind::kIdentifier) || right.Is(NodeKind::kAttribute) ||
                           right.Is(NodeKind::kCall) || right.Is(NodeKind::kSubscript) ||
                           right.Is(NodeKind::kFloat) || right.Is(NodeKind::kInteger) ||
                           right.Is(NodeKind::kParenthesizedExpression);
    const std::string operand =
        is_simple ? std::string(right.text()) : absl::StrCat("(", right.text(), ")");
    return {Replace(module, change, absl::StrCat(name, " = ", name, " ", op, " ", operand))};
  }
  if (!change.Is(NodeKind::kCall) || !change.parent().Is(NodeKind::kExpressionStatement)) return {};
  const Node function = change.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) || function.child(Field::kObject).text() != name) {
    return {};
  }
  static const std::set<absl::string_view> kWithTwin = {"mul_", "div_", "add_",   "sub_",
                                                        "neg_", "abs_", "clamp_", "masked_fill_"};
  absl::string_view method = function.child(Field::kAttribute).text();
  if (!kWithTwin.count(method)) return {};
  method.remove_suffix(1);
  return {Replace(module, function, absl::StrCat(name, " = ", name, ".", method))};
}

void Check(FileContext& file, Node class_definition) {
  const auto function = FindAutogradFunction(file.module(), class_definition);
  if (!function || function->backward == nullptr) return;
  // Parameters that still hold what autograd passed.
  std::set<absl::string_view> given;
  for (size_t i = 1; i < function->backward->parameters.size(); ++i) {
    const python::Parameter& parameter = function->backward->parameters[i];
    if (parameter.kind == python::Parameter::Kind::kPositional) given.insert(parameter.name);
  }
  std::map<absl::string_view, std::vector<Node>> changes;
  for (Node node : OwnNodes(function->backward->body)) {
    if (given.empty()) break;
    if (node.Is(NodeKind::kIdentifier)) {
      if (IsRebound(node)) given.erase(node.text());
      continue;
    }
    const Node target = InplaceTarget(node);
    if (target && given.count(target.text())) changes[target.text()].push_back(node);
  }
  for (const auto& [name, places] : changes) {
    Observation observation{.at = places.front(),
                            .params = {{"gradient", std::string(name)},
                                       {"class", std::string(function->definition->simple_name)}},
                            .because = FirstChanged(file, places),
                            .edits = EditsFor(file.module(), places.front(), name)};
    for (size_t i = 1; i < places.size(); ++i) {
      observation.related.push_back(
          {absl::StrCat("Changes `", name, "`, too"), RangeOf(file.module(), places[i])});
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kInplaceOnGradOutput = {
    .info = {.id = "inplace-on-grad-output",
             .title = "Incoming gradient changed in place",
             .category = "gradients",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{class}.backward` changes `{gradient}`, a gradient that autograd passed "
                        "in, in place",
             .consequence = "Where autograd hands the same buffer to another consumer, that one "
                            "gets the changed gradient, silently",
             .advice = "Compute into a new tensor, or clone `{gradient}` first",
             .why = "The gradient of a sum reaches all its terms as one tensor, and hooks and "
                    "retained graphs may hold it too. PyTorch forbids changing it in place.",
             .fix = "Use the out-of-place operation; the allocator reuses the memory anyway.",
             .bad = "import torch\n"
                    "\n"
                    "class Scale(torch.autograd.Function):\n"
                    "    @staticmethod\n"
                    "    def forward(ctx, x, factor):\n"
                    "        ctx.factor = factor\n"
                    "        return x * factor\n"
                    "\n"
                    "    @staticmethod\n"
                    "    def backward(ctx, grad):\n"
                    "        grad.mul_(ctx.factor)\n"
                    "        return grad, None\n",
             .good = "import torch\n"
                     "\n"
                     "class Scale(torch.autograd.Function):\n"
                     "    @staticmethod\n"
                     "    def forward(ctx, x, factor):\n"
                     "        ctx.factor = factor\n"
                     "        return x * factor\n"
                     "\n"
                     "    @staticmethod\n"
                     "    def backward(ctx, grad):\n"
                     "        return grad * ctx.factor, None\n",
             .references = {"catalogue: numerics and performance 30",
                            "PyTorch notes: Extending torch.autograd"}},
    .kinds = {NodeKind::kClassDefinition},
    .names = kAutogradFunctionNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
