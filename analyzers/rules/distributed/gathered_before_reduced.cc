// gather(batch["mask"]).sum(): the masks of two ranks may have different lengths.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collective_summaries.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Module;

// The call that gathers a tensor of all processes, through accelerate's methods.
bool IsGather(const Module& module, Node call) {
  const absl::string_view name = CalleeName(call);
  if (name != "gather" && name != "gather_for_metrics") return false;
  const auto issued = CollectivesOf(module, call);
  return issued.size() == 1 && issued[0].call == call && issued[0].via.empty() &&
         call.child(Field::kFunction).Is(NodeKind::kAttribute) &&
         LastName(call.child(Field::kFunction).child(Field::kObject)) != "dist";
}

// The name of a tensor that is as long as the longest sequence of its batch.
bool IsPerToken(absl::string_view name) {
  for (absl::string_view reduced :
       {"mean", "sum", "num", "count", "avg", "padded", "max", "last"}) {
    if (absl::StrContains(name, reduced)) return false;
  }
  for (absl::string_view end : {"attention_mask", "completion_mask", "loss_mask", "padding_mask",
                                "input_ids", "position_ids", "labels", "logits"}) {
    if (absl::EndsWith(name, end)) return true;
  }
  return false;
}

// Its last dimension may have another size on another rank.
bool IsOfOwnLength(const Module& module, Node tensor) {
  if (tensor.Is(NodeKind::kSubscript)) {
    return IsPerToken(Module::StringContent(tensor.child(Field::kSubscript)));
  }
  if (!tensor.Is(NodeKind::kIdentifier) || !IsPerToken(tensor.text())) return false;
  const Node value = module.Dereference(tensor);
  // What is known of it must not say that it was made one number per sequence, or padded.
  const auto is_made_equal = [](Node call) {
    const absl::string_view name = CalleeName(call);
    return IsOneOf(name, {"sum", "mean", "any", "all", "max", "min", "argmax"}) ||
           absl::StrContains(name, "pad") || absl::StrContains(name, "gather");
  };
  if (value.Is(NodeKind::kCall) && is_made_equal(value)) return false;
  for (Node call : value.descendants(NodeKind::kCall)) {
    if (is_made_equal(call)) return false;
  }
  return true;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const absl::string_view name = CalleeName(call);
  if ((name != "sum" && name != "mean") || !python::ArgumentsOf(call).positional.empty() ||
      !python::ArgumentsOf(call).keywords.empty()) {
    return;
  }
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return;
  Node gather = function.child(Field::kObject);
  while (gather.Is(NodeKind::kCall) && IsOneOf(CalleeName(gather), {"detach", "float", "cpu"})) {
    gather = gather.child(Field::kFunction).child(Field::kObject);
  }
  if (!gather.Is(NodeKind::kCall) || !IsGather(module, gather)) return;
  const Node tensor = python::Argument(gather, 0, "tensor");
  if (!tensor || !IsOfOwnLength(module, tensor)) return;
  file.Report({.at = gather,
               .params = {{"gather", OneLine(gather.child(Field::kFunction))},
                          {"tensor", OneLine(tensor)},
                          {"reduction", std::string(name)}},
               .because = call,
               .edits = name == "sum" ? std::vector<Edit>{Replace(
                                            module, tensor, absl::StrCat(tensor.text(), ".sum()"))}
                                      : std::vector<Edit>()});
}

}  // namespace

extern constinit const Rule kGatheredBeforeReduced = {
    .info =
        {.id = "gathered-before-reduced",
         .title = {"Tensors of different lengths gathered", "收集长度不同的 tensor"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message =
             {"`{gather}` gets the whole `{tensor}`, whose length is that of this rank's "
              "longest sequence, and only its {reduction} is used",
              "`{gather}` 收集了整个 `{tensor}`，其长度取决于本 rank 最长的序列，而之后只用到它的 "
              "{reduction}"},
         .consequence =
             {"A gather of different shapes hangs or mixes up elements; it also moves far "
              "more data than one number",
              "不同形状的 gather 会挂起或打乱元素；传输的数据也远多于一个数"},
         .advice = {"Reduce first: `{gather}({tensor}.{reduction}())`",
                    "先归约：`{gather}({tensor}.{reduction}())`"},
         .why = "Each process pads its batch to its own longest sequence, so tensors with a "
                "sequence dimension have different shapes. Collectives need equal ones.",
         .fix = "Reduce on each process, gather the results, and reduce these.",
         .bad = R"py(
class Trainer:
    def count(self, inputs):
        return self.accelerator.gather_for_metrics(inputs["attention_mask"]).sum().item()
)py",
         .good = R"py(
class Trainer:
    def count(self, inputs):
        return self.accelerator.gather_for_metrics(inputs["attention_mask"].sum()).sum().item()
)py",
         .references =
             {"https://huggingface.co/docs/accelerate/concept_guides/deferring_execution"}},
    .kinds = {NodeKind::kCall},
    .names = "gather gather_for_metrics",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
