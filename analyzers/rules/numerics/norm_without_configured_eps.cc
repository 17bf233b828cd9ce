// A norm of a module specification built without the epsilon of the configuration.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kOthersPassIt("others-pass-it", "{count} other norms in this file pass it",
                               "该文件中另有 {count} 个 norm 传入了它");
constexpr Phrase kFromConfiguration("from-configuration", "norms take it from the configuration",
                                    "其他 norm 都从配置中取得它");
constexpr Phrase kPassesEps("passes-eps", "passes eps", "传入了 eps");
constexpr Phrase kPhrases[] = {kOthersPassIt, kFromConfiguration, kPassesEps};

// `submodules.input_layernorm`, `self.submodules.norm`; null for other expressions.
Node SpecifiedNorm(Node expression) {
  expression = python::WithoutParentheses(expression);
  // not_none(submodules.q_layernorm)
  if (expression.Is(NodeKind::kCall)) {
    const python::Arguments arguments = python::ArgumentsOf(expression);
    if (arguments.positional.size() != 1 || !arguments.keywords.empty()) return Node();
    expression = python::WithoutParentheses(arguments.positional[0]);
  }
  if (!expression.Is(NodeKind::kAttribute)) return Node();
  if (!absl::EndsWith(expression.child(Field::kAttribute).text(), "norm")) return Node();
  const Node object = expression.child(Field::kObject);
  const absl::string_view owner =
      object.Is(NodeKind::kAttribute) ? object.child(Field::kAttribute).text() : object.text();
  return owner == "submodules" || absl::EndsWith(owner, "_submodules") ? expression : Node();
}

// The norm that a call builds: submodules.norm(...) or build_module(submodules.norm, ...).
Node BuiltNorm(Node call) {
  const Node function = call.child(Field::kFunction);
  if (Node norm = SpecifiedNorm(function)) {
    // not_none(submodules.norm) alone builds nothing.
    return norm;
  }
  const absl::string_view name = function.Is(NodeKind::kAttribute)
                                     ? function.child(Field::kAttribute).text()
                                     : function.text();
  if (name != "build_module") return Node();
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.empty() || arguments.positional[0].Is(NodeKind::kCall)) return Node();
  return SpecifiedNorm(arguments.positional[0]);
}

struct Building {
  Node call, norm, eps;
  bool is_open = false;  // Stars may hold it.
};

std::vector<Building> BuildingsIn(const Module& module) {
  std::vector<Building> buildings;
  for (Node node : module.tree().root().descendants(NodeKind::kCall)) {
    const Node norm = BuiltNorm(node);
    if (!norm) continue;
    const python::Arguments arguments = python::ArgumentsOf(node);
    Node eps = python::KeywordArgument(node, "eps");
    if (!eps) eps = python::KeywordArgument(node, "epsilon");
    buildings.push_back({node, norm, eps, arguments.has_double_star || arguments.has_star});
  }
  return buildings;
}

void Check(FileContext& file, Node) {
  const Module& module = file.module();
  const std::vector<Building> buildings = BuildingsIn(module);
  Node example;
  size_t with_eps = 0, without = 0;
  for (const Building& building : buildings) {
    without += !building.eps && !building.is_open;
    if (!building.eps) continue;
    ++with_eps;
    if (!example) example = building.call;
  }
  for (const Building& building : buildings) {
    if (building.eps || building.is_open) continue;
    // Where most norms of the file do without, the epsilon comes another way.
    if (without > 1 && with_eps * 5 < without * 4) continue;
    if (!example && !numerics::MentionsWord(building.call, {"config"})) continue;
    Observation observation{
        .at = building.call,
        .params = {{"norm", numerics::Text(building.norm)},
                   {"others", example ? Sentence(kOthersPassIt, {{"count", absl::StrCat(with_eps)}})
                                      : kFromConfiguration}}};
    if (example) {
      observation.related.push_back({kPassesEps, RangeOf(module, example)});
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kNormWithoutConfiguredEps = {
    .info = {.id = "norm-without-configured-eps",
             .title = {"Norm built without the configured epsilon", "norm 没有使用配置的 epsilon"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{norm}` is built without `eps`, although {others}",
                         "构建 `{norm}` 时没有传 `eps`，而{others}"},
             .consequence = {"This norm uses its own default, so the model differs from its "
                             "configuration and from checkpoints trained with another epsilon",
                             "这个 norm 使用自己的默认值，模型会与配置以及用其他 epsilon 训练的 "
                             "checkpoint 不一致"},
             .advice = {"Pass `eps=config.layernorm_epsilon`",
                        "传入 `eps=config.layernorm_epsilon`"},
             .phrases = kPhrases,
             .why = "The epsilon of a norm is part of the model: with a different one, the same "
                    "weights give different activations, most of all where variances are small. A "
                    "default in a constructor hides that it was not configured.",
             .fix = "Pass eps as the other norms do.",
             .bad = R"py(
class Layer:
    def __init__(self, config, submodules):
        self.norm = submodules.norm(config=config, hidden_size=config.hidden_size)
)py",
             .good = R"py(
class Layer:
    def __init__(self, config, submodules):
        self.norm = submodules.norm(
            config=config, hidden_size=config.hidden_size,
            eps=config.layernorm_epsilon)
)py"},
    .kinds = {NodeKind::kModule},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
