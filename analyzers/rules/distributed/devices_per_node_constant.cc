// world_size // 8: not every node has eight devices.

#include <string>

#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

constexpr Phrase kNodes("nodes", "the number of nodes", "节点数");
constexpr Phrase kNode("node", "the number of the node", "节点编号");
constexpr Phrase kDevice("device", "the rank within the node", "节点内的 rank");
constexpr Phrase kPhrases[] = {kNodes, kNode, kDevice};

// What the division is there for; null: something else.
const Phrase* PurposeOf(const python::Module& module, Node division) {
  const absl::string_view op = division.child(Field::kOperator).text();
  const Node left = division.child(Field::kLeft);
  if (op == "/" || op == "//") {
    if (SizeOf(module, left).is_world()) return &kNodes;
    return op == "//" && RankOf(module, left).is_world() ? &kNode : nullptr;
  }
  return op == "%" && RankOf(module, left).is_world() ? &kDevice : nullptr;
}

void Check(FileContext& file, Node division) {
  const Node number = python::WithoutParentheses(division.child(Field::kRight));
  if (!number.Is(NodeKind::kInteger) || !IsOneOf(number.text(), {"4", "8", "16"})) return;
  const Phrase* const purpose = PurposeOf(file.module(), division);
  if (purpose == nullptr) return;
  file.Report({.at = division,
               .params = {{"expression", OneLine(division)},
                          {"number", std::string(number.text())},
                          {"purpose", *purpose}}});
}

}  // namespace

extern constinit const Rule kDevicesPerNodeConstant = {
    .info = {.id = "devices-per-node-constant",
             .title = {"Devices of a node written as a number", "把每个节点的设备数写成常数"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .message = {"`{expression}` takes {number} devices for a node to find {purpose}",
                         "`{expression}` 假定每个节点有 {number} 个设备来计算{purpose}"},
             .consequence = {"On machines with another number of devices it is wrong",
                             "在设备数不同的机器上结果是错的"},
             .advice = {"Use `torch.cuda.device_count()`, LOCAL_WORLD_SIZE or LOCAL_RANK",
                        "使用 `torch.cuda.device_count()`、LOCAL_WORLD_SIZE 或 LOCAL_RANK"},
             .phrases = kPhrases,
             .why = "Nodes have 4, 8, 16 or 72 devices, and a job need not use all of them. "
                    "torchrun says how many it started.",
             .fix = "Ask the launcher or the device.",
             .bad = R"py(
import torch.distributed as dist

def nodes():
    return dist.get_world_size() // 8
)py",
             .good = R"py(
import torch
import torch.distributed as dist

def nodes():
    return dist.get_world_size() // torch.cuda.device_count()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/elastic/run.html"}},
    .kinds = {NodeKind::kBinaryOperator},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
