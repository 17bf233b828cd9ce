// self.layer_number = layer_number + offset; Attention(layer_number=layer_number): the local one.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kShiftedHere("shifted-here", "the global value", "全局值");
constexpr Phrase kPhrases[] = {kShiftedHere};

// A number that counts things of the whole job or of one stage.
bool IsIndex(absl::string_view name) {
  for (absl::string_view part : {"number", "index", "idx", "layer_id", "offset", "rank"}) {
    if (absl::StrContains(name, part)) return true;
  }
  return false;
}

// `x` of `self.x = x + ...`, where x is a parameter of the function. Empty: another assignment.
absl::string_view ShiftedParameter(const Definition& function, Node assignment) {
  const Node target = assignment.child(Field::kLeft), sum = assignment.child(Field::kRight);
  if (!target.Is(NodeKind::kAttribute) || target.child(Field::kObject).text() != "self") return "";
  const absl::string_view name = target.child(Field::kAttribute).text();
  if (!IsIndex(name) || !sum.Is(NodeKind::kBinaryOperator)) return "";
  if (sum.child(Field::kOperator).text() != "+") return "";
  const Node left = sum.child(Field::kLeft), right = sum.child(Field::kRight);
  const bool is_plain = left.text() == name || right.text() == name;
  const bool is_by_one = left.Is(NodeKind::kInteger) || right.Is(NodeKind::kInteger);
  return is_plain && !is_by_one && FindParameter(function, name) != nullptr ? name : "";
}

bool IsBoundIn(const Definition& function, absl::string_view name) {
  return AnyOwnNode(function.body, NodeKind::kAssignment,
                    [&](Node assignment) { return assignment.child(Field::kLeft).text() == name; });
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr) return;
  ForEachOwnNode(function->body, NodeKind::kAssignment, [&](Node shift) {
    const absl::string_view name = ShiftedParameter(*function, shift);
    if (name.empty() || IsBoundIn(*function, name)) return;
    ForEachOwnNode(function->body, NodeKind::kKeywordArgument, [&](Node keyword) {
      const Node value = keyword.child(Field::kValue);
      const bool is_local = value.Is(NodeKind::kIdentifier) && value.text() == name &&
                            keyword.child(Field::kName).text() == name;
      if (!is_local || keyword.first_byte() < shift.end_byte()) return;
      const Node call = keyword.parent().parent();
      if (absl::StartsWith(call.child(Field::kFunction).text(), "super(")) return;
      Observation observation{.at = keyword,
                              .params = {{"name", std::string(name)},
                                         {"callee", OneLine(call.child(Field::kFunction))},
                                         {"shift", OneLine(shift)},
                                         {"line", absl::StrCat(shift.first_line())}},
                              .related = {{kShiftedHere, RangeOf(module, shift)}},
                              .edits = {Replace(module, value, absl::StrCat("self.", name))}};
      if (!file.IsChanged(keyword)) observation.because = shift;
      file.Report(std::move(observation));
    });
  });
}

}  // namespace

extern constinit const Rule kLocalIndexPassedOn = {
    .info =
        {.id = "local-index-passed-on",
         .title = {"Local index passed on after the global one was computed",
                   "算出全局索引后仍传入局部索引"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message =
             {"`{callee}` gets the local `{name}`, though line {line} has made the global "
              "one of it (`{shift}`)",
              "`{callee}` 收到的是局部的 `{name}`，而第 {line} 行已经由它算出全局值（`{shift}`）"},
         .consequence =
             {"The part counts from the beginning of its own stage: on later stages it "
              "scales, seeds or stores as another layer",
              "该部分会从本 stage 的开头计数：在后面的 stage 上会按另一层来缩放、播种或存储"},
         .advice = {"Pass `{name}=self.{name}`", "传入 `{name}=self.{name}`"},
         .phrases = kPhrases,
         .why = "A stage of a pipeline knows its own layers by local numbers. Once the offset is "
                "added, the parts of a layer need the number that all stages agree on.",
         .fix = "Pass the attribute, not the parameter.",
         .bad = R"py(
class Layer:
    def __init__(self, config, layer_number):
        self.layer_number = layer_number + config.layer_offset
        self.attention = Attention(config, layer_number=layer_number)
)py",
         .good = R"py(
class Layer:
    def __init__(self, config, layer_number):
        self.layer_number = layer_number + config.layer_offset
        self.attention = Attention(config, layer_number=self.layer_number)
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
