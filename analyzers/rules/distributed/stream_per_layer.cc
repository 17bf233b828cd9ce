// self.stream = torch.cuda.Stream() in a layer: a model has more layers than there are streams.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/distributed/streams.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kOneOfMany("one-of-many", "each object knows which layer it belongs to",
                            "每个对象都知道自己属于哪一层");
constexpr Phrase kPhrases[] = {kOneOfMany};

// A name in the class that only one of a model's layers needs. Null: there is none.
Node LayerNumberIn(const Module& module, const Definition& a_class) {
  for (Node name :
       module.identifiers().Of({"layer_number", "layer_idx", "layer_id", "is_first_layer"})) {
    if (a_class.node.Contains(name)) return name;
  }
  return Node();
}

void Check(FileContext& file, Node assignment) {
  const Module& module = file.module();
  const Node target = assignment.child(Field::kLeft);
  // A stream of the class, `Layer.stream`, is shared by its objects.
  if (!target.Is(NodeKind::kAttribute) || target.child(Field::kObject).text() != "self") return;
  const Node value = python::WithoutParentheses(assignment.child(Field::kRight));
  if (!value.Is(NodeKind::kCall) || !IsCudaCall(module, value, "Stream")) return;
  const Definition* a_class = module.EnclosingClass(assignment);
  if (a_class == nullptr) return;
  const Node number = LayerNumberIn(module, *a_class);
  if (!number) return;
  if (file.project().IsSubclass(file.AbsoluteName(*a_class), "torch.nn.Module") !=
      repository::Answer::kYes) {
    return;
  }
  file.Report({.at = assignment,
               .params = {{"class", std::string(a_class->simple_name)},
                          {"target", std::string(target.text())}},
               .related = {{kOneOfMany, RangeOf(module, number)}}});
}

}  // namespace

extern constinit const Rule kStreamPerLayer = {
    .info =
        {.id = "stream-per-layer",
         .title = {"CUDA stream created for each layer", "每一层都创建一个 CUDA stream"},
         .severity = Severity::kP2,
         .impact = Impact::kMedium,
         .message =
             {"Each `{class}` creates a stream of its own for `{target}`, and a model has "
              "one object per layer",
              "每个 `{class}` 都为 `{target}` 创建自己的 stream，而模型的每一层都有一个这样的"
              "对象"},
         .consequence = {"PyTorch hands out 32 streams of a priority in turn, so layers share one "
                         "with each other and with communication, and wait for work that is not "
                         "theirs",
                         "PyTorch 对每个优先级轮流分配 32 个 stream，各层会彼此共用、也会与通信共用"
                         "同一个 stream，从而等待与自己无关的工作"},
         .advice = {"Keep the stream on the class or in the module, and create it once",
                    "把 stream 放在类或模块上，只创建一次"},
         .phrases = kPhrases,
         .why = "torch.cuda.Stream() takes the next of a pool of 32 streams. After 32 calls two "
                "objects hold the same CUDA stream without knowing it, and their work is in order "
                "where it was meant to overlap.",
         .fix = "Create one stream and let all layers use it.",
         .bad = R"py(
import torch
from torch import nn

class ExpertLayer(nn.Module):
    def __init__(self, layer_number):
        super().__init__()
        self.layer_number = layer_number
        self.stream = torch.cuda.Stream()
)py",
         .good = R"py(
import torch
from torch import nn

class ExpertLayer(nn.Module):
    stream = None

    def __init__(self, layer_number):
        super().__init__()
        self.layer_number = layer_number
        if ExpertLayer.stream is None:
            ExpertLayer.stream = torch.cuda.Stream()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html#cuda-streams"}},
    .kinds = {NodeKind::kAssignment},
    .names = "Stream",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
