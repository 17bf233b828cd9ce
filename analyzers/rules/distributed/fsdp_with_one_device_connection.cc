// CUDA_DEVICE_MAX_CONNECTIONS=1 together with FSDP, as a launcher written in Python sets them.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/text_search.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kFsdpOn("fsdp-on", "FSDP is turned on here", "FSDP 在这里启用");
constexpr Phrase kPhrases[] = {kFsdpOn};

constexpr absl::string_view kVariable = "CUDA_DEVICE_MAX_CONNECTIONS";

bool IsOne(Node value) { return value.text() == "1" || Module::StringContent(value) == "1"; }

// The pair, assignment or setdefault that gives the variable the value 1.
bool SetsOneConnection(Node node) {
  if (node.Is(NodeKind::kPair)) {
    return Module::StringContent(node.child(Field::kKey)) == kVariable &&
           IsOne(node.child(Field::kValue));
  }
  if (node.Is(NodeKind::kAssignment)) {
    const Node left = node.child(Field::kLeft);
    return left.Is(NodeKind::kSubscript) &&
           Module::StringContent(left.child(Field::kSubscript)) == kVariable &&
           IsOne(node.child(Field::kRight));
  }
  if (node.Is(NodeKind::kKeywordArgument)) {
    return node.child(Field::kName).text() == kVariable && IsOne(node.child(Field::kValue));
  }
  if (!node.Is(NodeKind::kCall)) return false;
  const absl::string_view name = CalleeName(node);
  if (name != "setdefault" && name != "putenv") return false;
  const python::Arguments arguments = python::ArgumentsOf(node);
  return arguments.positional.size() == 2 &&
         Module::StringContent(arguments.positional[0]) == kVariable &&
         IsOne(arguments.positional[1]);
}

// A command-line flag or keyword that turns FSDP on, not its definition or a test of it.
bool TurnsFsdpOn(Node node) {
  if (node.Is(NodeKind::kKeywordArgument)) {
    const absl::string_view name = node.child(Field::kName).text();
    return (name == "use_megatron_fsdp" || name == "use_torch_fsdp2") &&
           node.child(Field::kValue).Is(NodeKind::kTrue);
  }
  if (!node.Is(NodeKind::kString)) return false;
  const absl::string_view text = Module::StringContent(node);
  if (!LongTextHolds(text, "--use-megatron-fsdp") && !LongTextHolds(text, "--use-torch-fsdp2")) {
    return false;
  }
  const Node parent = node.parent();
  if (parent.Is(NodeKind::kComparisonOperator)) return false;
  return !parent.Is(NodeKind::kArgumentList) ||
         (CalleeName(parent.parent()) != "add_argument" && CalleeName(parent.parent()) != "remove");
}

// As a string or as a name.
bool MentionsVariable(const Module& module, Node body) {
  if (module.identifiers().NumberOf(kVariable) != python::Identifiers::kNone) return true;
  for (Node content : body.descendants(NodeKind::kStringContent)) {
    if (content.text() == kVariable) return true;
  }
  return false;
}

bool IsDocumentation(Node string) { return string.parent().Is(NodeKind::kExpressionStatement); }

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  if (node.Is(NodeKind::kModule) && node.parent()) return;
  const Definition* function = DefinitionOf(module, node);
  const Node body = node.Is(NodeKind::kModule) ? node : function ? function->body : Node();
  if (!body || !MentionsVariable(module, body)) return;
  Node setting, flag;
  ForEachOwnNode(body, [&](Node inner) {
    if (!setting && SetsOneConnection(inner)) setting = inner;
    if (!flag && TurnsFsdpOn(inner) && !IsDocumentation(inner)) flag = inner;
  });
  if (!setting || !flag) return;
  for (absl::string_view word : {"fsdp", "capability", "blackwell", "arch"}) {
    if (IsUnderConditionOn(setting, word) || IsUnderConditionOn(flag, word)) return;
  }
  file.Report({.at = setting,
               .params = {{"setting", OneLine(setting)},
                          {"flag", OneLine(flag)},
                          {"line", absl::StrCat(flag.first_line())}},
               .because = file.IsChanged(setting) ? setting : flag,
               .related = {{kFsdpOn, RangeOf(module, flag)}}});
}

}  // namespace

extern constinit const Rule kFsdpWithOneDeviceConnection = {
    .info = {.id = "fsdp-with-one-device-connection",
             .title = {"FSDP with a single device connection", "FSDP 只配了一个设备连接"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message =
                 {"`{setting}` is used with `{flag}` (line {line}), but FSDP needs more than one "
                  "device connection",
                  "`{setting}` 与 `{flag}`（第 {line} 行）同时使用，但 FSDP 需要多于一个设备连接"},
             .consequence = {"The job stops when its arguments are checked, or communication no "
                             "longer overlaps with computation",
                             "作业会在参数检查处停止，或者失去通信与计算的重叠"},
             .advice = {"For FSDP runs, leave CUDA_DEVICE_MAX_CONNECTIONS unset or set it above 1",
                        "运行 FSDP 时不要设置 CUDA_DEVICE_MAX_CONNECTIONS，或将其设为大于 1"},
             .phrases = kPhrases,
             .why = "With one connection all streams share one hardware queue. Tensor parallelism "
                    "relies on that order; FSDP prefetches parameters on its own streams, which "
                    "then wait behind the kernels that they should overlap with.",
             .fix = "Set the variable only for runs without FSDP.",
             .bad = R"py(
import os

def launch(run):
    env = {**os.environ, "CUDA_DEVICE_MAX_CONNECTIONS": "1"}
    run(["train.py", "--use-megatron-fsdp"], env=env)
)py",
             .good = R"py(
import os

def launch(run):
    env = {**os.environ, "CUDA_DEVICE_MAX_CONNECTIONS": "8"}
    run(["train.py", "--use-megatron-fsdp"], env=env)
)py"},
    .kinds = {NodeKind::kFunctionDefinition, NodeKind::kModule},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
