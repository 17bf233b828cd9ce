// if not os.path.exists(d): os.makedirs(d), run by every rank at once.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

// Text of d in `not os.path.exists(d)`, `not d.exists()`; "": another condition.
absl::string_view TestedPath(const Module& module, Node condition) {
  condition = python::WithoutParentheses(condition);
  if (!condition.Is(NodeKind::kNotOperator)) return "";
  const Node call = python::WithoutParentheses(condition.child(Field::kArgument));
  if (!call.Is(NodeKind::kCall)) return "";
  const absl::string_view name = CalleeName(call);
  if (name != "exists" && name != "isdir" && name != "is_dir") return "";
  const std::string resolved = module.Resolve(call.child(Field::kFunction));
  if (resolved == "os.path.exists" || resolved == "os.path.isdir") {
    return python::Argument(call, 0, "path").text();
  }
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) || !resolved.empty()) return "";
  return function.child(Field::kObject).text();
}

bool MakesDirectory(const Module& module, Node call, absl::string_view path) {
  const absl::string_view name = CalleeName(call);
  if (name != "makedirs" && name != "mkdir") return false;
  const std::string resolved = module.Resolve(call.child(Field::kFunction));
  if (resolved == "os.makedirs" || resolved == "os.mkdir") {
    return python::Argument(call, 0, "name").text() == path;
  }
  const Node function = call.child(Field::kFunction);
  return name == "mkdir" && function.Is(NodeKind::kAttribute) &&
         function.child(Field::kObject).text() == path;
}

// Code that runs on many ranks, as far as the file tells.
bool IsDistributed(const Module& module) {
  const absl::string_view source = module.source();
  return absl::StrContains(source, "distributed") || absl::StrContains(source, "parallel_state");
}

// Every rank has a directory of its own.
bool IsPrivate(const Module& module, Node directory) {
  for (absl::string_view word : {"rank", "pid", "tmp", "temp", "uuid"}) {
    if (absl::StrContains(directory.text(), word) ||
        absl::StrContains(module.Dereference(directory).text(), word)) {
      return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node branch) {
  const Module& module = file.module();
  const absl::string_view path = TestedPath(module, branch.child(Field::kCondition));
  if (path.empty() || !IsDistributed(module)) return;
  Node made;
  for (Node node : branch.child(Field::kConsequence).descendants()) {
    if (node.Is(NodeKind::kCall) && MakesDirectory(module, node, path)) made = node;
  }
  if (!made || python::KeywordArgument(made, "exist_ok") ||
      python::ArgumentsOf(made).has_double_star) {
    return;
  }
  if (IsUnderConditionOn(made, "rank") || IsUnderConditionOn(made, "is_main") ||
      Around(made, NodeKind::kTryStatement)) {
    return;
  }
  const Node function = made.child(Field::kFunction);
  const bool is_method = CalleeName(made) == "mkdir" && module.Resolve(function).empty();
  const Node directory =
      is_method ? function.child(Field::kObject) : python::Argument(made, 0, "name");
  if (IsPrivate(module, directory)) return;
  Observation observation{.at = made,
                          .params = {{"path", std::string(path)},
                                     {"call", OneLine(made)},
                                     {"line", absl::StrCat(branch.first_line())}},
                          .because = file.IsChanged(made) ? made : branch.child(Field::kCondition)};
  if (module.Resolve(function) != "os.mkdir") {  // It knows no exist_ok.
    const ArgumentSlot slot = EndOfArguments(made);
    observation.edits = {{.path = module.path(),
                          .first_byte = slot.byte,
                          .end_byte = slot.byte,
                          .replacement = absl::StrCat(slot.separator, "exist_ok=True")}};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kMakedirsRace = {
    .info =
        {.id = "makedirs-race",
         .title = {"Directory checked and created by several ranks at once",
                   "多个 rank 同时检查并创建目录"},
         .confidence = Confidence::kMedium,
         .message =
             {"Between the check on line {line} and `{call}`, another rank can create `{path}`",
              "在第 {line} 行的检查与 `{call}` 之间，另一个 rank 可能已经创建了 `{path}`"},
         .consequence =
             {"The slower rank raises FileExistsError, and the others hang in the next collective",
              "较慢的 rank 会抛出 FileExistsError，其他 rank 则挂在下一次集合通信上"},
         .advice = {"Pass `exist_ok=True`, which makes the check unnecessary",
                    "传入 `exist_ok=True`，这样也就不需要检查了"},
         .why = "All ranks run the same code on a shared file system at almost the same time. A "
                "check before the creation is not atomic with it; exist_ok handles the race.",
         .fix = "Create the directory with exist_ok=True, or on one rank followed by a barrier.",
         .bad = R"py(
import os
import torch.distributed as dist

def prepare(directory):
    if not os.path.exists(directory):
        os.makedirs(directory)
    dist.barrier()
)py",
         .good = R"py(
import os
import torch.distributed as dist

def prepare(directory):
    os.makedirs(directory, exist_ok=True)
    dist.barrier()
)py",
         .references = {"https://docs.python.org/3/library/os.html#os.makedirs"}},
    .kinds = {NodeKind::kIfStatement},
    .names = "makedirs mkdir",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
