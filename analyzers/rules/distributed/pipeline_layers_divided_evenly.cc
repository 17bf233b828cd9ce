// num_layers // pp_size where the configuration allows stages of different lengths.

#include <string>

#include "absl/strings/match.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kMayDiffer("may-differ", "this repository lets the first and last stage differ",
                            "本仓库允许首尾 stage 的层数不同");
constexpr Phrase kNothingChecks("nothing-checks",
                                "nothing checks that the layers divide evenly, and the rest "
                                "belongs to no stage",
                                "没有代码检查层数能否整除，余下的层不属于任何 stage");
constexpr Phrase kAskHelper("ask-helper",
                            "Ask `{helper}` for the layers of this stage, or assert that the "
                            "layout is even",
                            "用 `{helper}` 得到该 stage 的层数，或者断言布局是均匀的");
constexpr Phrase kSpread("spread",
                         "Give the first stages one layer more each, or assert that the layers "
                         "divide evenly",
                         "让前几个 stage 各多一层，或者断言层数可以整除");
constexpr Phrase kLayersOfStage("layers-of-stage", "the layers of this stage", "该 stage 的层");
constexpr Phrase kPhrases[] = {kMayDiffer, kNothingChecks, kAskHelper, kSpread, kLayersOfStage};

// Settings and helpers of code that lets stages differ.
constexpr absl::string_view kUneven[] = {"num_layers_in_first_pipeline_stage",
                                         "num_layers_in_last_pipeline_stage",
                                         "account_for_embedding_in_pipeline_split",
                                         "pipeline_model_parallel_layout",
                                         "first_stage_less_layers",
                                         "get_num_layers_to_build"};

bool IsLayerCount(Node node) {
  absl::string_view name = LastName(node);
  if (node.Is(NodeKind::kSubscript)) name = Module::StringContent(node.child(Field::kSubscript));
  return IsOneOf(name, {"num_layers", "num_hidden_layers", "n_layers", "n_layer", "total_layers",
                        "total_num_layers", "num_attention_layers"});
}

bool IsPipelineSize(const Module& module, Node node) {
  if (IsOneOf(LastName(node), {"num_stages", "n_stages", "num_pipeline_stages"})) return true;
  const Group group = SizeOf(module, node);
  return group.is_known() && group.axes == kPipelineAxis;
}

// Some `x % pp_size` below the node: whether layers divide evenly is asked there.
bool AsksWhetherDivisible(const Module& module, Node below) {
  for (Node node : below.descendants(NodeKind::kBinaryOperator)) {
    if (node.child(Field::kOperator).text() == "%" &&
        IsPipelineSize(module, node.child(Field::kRight))) {
      return true;
    }
  }
  return false;
}

// The code around knows that stages may differ, or makes sure that they do not.
bool KnowsOfUnevenStages(const Module& module, const Definition& function) {
  for (absl::string_view word : {"num_layers_in", "account_for", "uneven", "layout", "first_stage",
                                 "last_stage", "get_num_layers"}) {
    if (absl::StrContains(function.node.text(), word)) return true;
  }
  const Definition* a_class = module.EnclosingClass(function.node);
  return AsksWhetherDivisible(module, a_class != nullptr ? a_class->node : function.node);
}

bool AllowsUnevenStages(repository::Project& project) {
  for (absl::string_view name : kUneven) {
    if (project.CountFilesWithIdentifier(name) > 0) return true;
  }
  return false;
}

// `count * index`, `(index + 1) * count`: what the other factor is. Empty: no such product.
absl::string_view FactorBeside(Node product, absl::string_view count) {
  product = python::WithoutParentheses(product);
  if (!product.Is(NodeKind::kBinaryOperator) || product.child(Field::kOperator).text() != "*") {
    return "";
  }
  const Node left = python::WithoutParentheses(product.child(Field::kLeft));
  const Node right = python::WithoutParentheses(product.child(Field::kRight));
  return left.text() == count ? right.text() : right.text() == count ? left.text() : "";
}

// `range(count * stage, count * (stage + 1))` in the function, where `count` is the quotient: no
// stage gets what is left over. Null: none.
Node RangeOfStage(const Definition& function, Node division) {
  const Node assignment = division.parent();
  if (!assignment.Is(NodeKind::kAssignment)) return {};
  const absl::string_view count = assignment.child(Field::kLeft).text();
  return FindOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (CalleeName(call) != "range" || arguments.positional.size() != 2) return false;
    const absl::string_view first = FactorBeside(arguments.positional[0], count);
    const absl::string_view end = FactorBeside(arguments.positional[1], count);
    return !first.empty() && absl::StartsWith(end, first) && absl::EndsWith(end, "+ 1");
  });
}

void CheckRange(FileContext& file, const Definition& function, Node division) {
  const Module& module = file.module();
  const Node range = RangeOfStage(function, division);
  if (!range || AsksWhetherDivisible(module, module.tree().root())) return;
  file.Report(
      {.at = division,
       .params = {{"division", OneLine(division)}, {"why", kNothingChecks}, {"remedy", kSpread}},
       .related = {{kLayersOfStage, RangeOf(module, range)}}});
}

void Check(FileContext& file, Node division) {
  if (division.child(Field::kOperator).text() != "//") return;
  const Module& module = file.module();
  const Node layers = python::WithoutParentheses(division.child(Field::kLeft));
  if (!IsLayerCount(layers) || !IsPipelineSize(module, division.child(Field::kRight))) return;
  const Definition* function = module.EnclosingFunction(division);
  if (Around(division, NodeKind::kAssertStatement)) return;  // Demands an even layout.
  if (function == nullptr || KnowsOfUnevenStages(module, *function)) return;
  if (!AllowsUnevenStages(file.project())) return CheckRange(file, *function, division);
  const bool has_helper = file.project().CountFilesWithIdentifier("get_num_layers_to_build") > 0;
  const absl::string_view helper = has_helper ? "get_num_layers_to_build" : "len(self.layers)";
  file.Report({.at = division,
               .params = {{"division", OneLine(division)},
                          {"why", kMayDiffer},
                          {"remedy", Sentence(kAskHelper, {{"helper", helper}})}}});
}

}  // namespace

extern constinit const Rule kPipelineLayersDividedEvenly = {
    .info =
        {.id = "pipeline-layers-divided-evenly",
         .title = {"Layers of a pipeline stage computed by equal division",
                   "按平均切分计算流水线 stage 的层数"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{division}` takes all pipeline stages for equally long, but {why}",
                     "`{division}` 假定各流水线 stage 层数相同，但{why}"},
         .consequence =
             {"With an uneven layout, layers are counted, built or stored for the wrong "
              "stage, or left out, with no error here",
              "布局不均匀时，层会被算到、构建到或存到错误的 stage，或者被漏掉，而这里不会报错"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = kPhrases,
         .why = "The number of layers of a stage is a setting of the run. Code that divides on its "
                "own agrees with it only while the division is even and no stage is special.",
         .fix = "Use the function that counts the layers of a stage.",
         .bad = R"py(
class Config:
    num_layers_in_first_pipeline_stage: int = None

def layers_here(config, pp_size):
    return config.num_layers // pp_size
)py",
         .good = R"py(
class Config:
    num_layers_in_first_pipeline_stage: int = None

def layers_here(config, pp_size):
    assert config.num_layers % pp_size == 0
    return config.num_layers // pp_size
)py"},
    .kinds = {NodeKind::kBinaryOperator},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
