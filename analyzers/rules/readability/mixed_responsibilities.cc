// A long new function that reads files, communicates, computes and logs.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/readability/function_growth.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kFileAccess("file-access", "file or network access (line {line})",
                             "文件或网络访问（第 {line} 行）");
constexpr Phrase kCommunication("communication", "collective communication (line {line})",
                                "集合通信（第 {line} 行）");
constexpr Phrase kArithmetic("arithmetic", "tensor arithmetic (line {line})",
                             "tensor 计算（第 {line} 行）");
constexpr Phrase kCheckpoints("checkpoints", "checkpoint state (line {line})",
                              "checkpoint 状态（第 {line} 行）");
constexpr Phrase kLogging("logging", "logging and metrics (line {line})",
                          "日志与指标（第 {line} 行）");
constexpr Phrase kCommandLine("command-line", "command-line arguments (line {line})",
                              "命令行参数（第 {line} 行）");
constexpr Phrase kPhrases[] = {kFileAccess,  kCommunication, kArithmetic,
                               kCheckpoints, kLogging,       kCommandLine};

constexpr size_t kMinTasks = 3;

struct Task {
  Phrase name;
  std::vector<absl::string_view> callees;   // Last names of the callees.
  std::vector<absl::string_view> prefixes;  // Prefixes of absolute names.
};

const std::vector<Task>& Tasks() {
  static const auto* const tasks = new std::vector<Task>{
      {kFileAccess,
       {"open", "makedirs", "read_text", "write_text", "urlopen", "listdir", "glob"},
       {"requests.", "urllib.", "shutil.", "socket."}},
      {kCommunication,
       {"all_reduce", "all_gather", "broadcast", "reduce_scatter", "all_gather_into_tensor",
        "barrier", "all_to_all", "batch_isend_irecv"},
       {"torch.distributed."}},
      {kArithmetic,
       {"matmul", "softmax", "einsum", "bmm", "transpose", "masked_fill", "cumsum"},
       {"torch.nn.functional.", "torch.linalg."}},
      {kCheckpoints,
       {"state_dict", "load_state_dict", "sharded_state_dict", "save_checkpoint",
        "load_checkpoint"},
       {"torch.save", "torch.load"}},
      {kLogging,
       {"log_single_rank", "print_rank_0", "add_scalar", "log_metrics", "warning", "info"},
       {"logging.", "wandb."}},
      {kCommandLine, {"add_argument", "parse_args", "get_args"}, {"argparse."}},
  };
  return *tasks;
}

bool Belongs(const Task& task, absl::string_view callee, const std::string& name) {
  const auto is_prefix = [&](absl::string_view prefix) { return absl::StartsWith(name, prefix); };
  return std::find(task.callees.begin(), task.callees.end(), callee) != task.callees.end() ||
         std::any_of(task.prefixes.begin(), task.prefixes.end(), is_prefix);
}

// "file or network access (line 12)", one for each task that the function does itself.
std::vector<Words> TasksOf(const Module& module, const Definition& function) {
  std::vector<Node> first(Tasks().size());
  ForEachOwnNode(function.body, NodeKind::kCall, [&](Node node) {
    const absl::string_view callee = CalleeName(node);
    const Node function = node.child(Field::kFunction);
    // What belongs to an object has no absolute name.
    const std::string name =
        absl::StartsWith(function.text(), "self.") ? "" : module.Resolve(function);
    for (size_t i = 0; i < Tasks().size(); ++i) {
      if (!first[i] && Belongs(Tasks()[i], callee, name)) first[i] = node;
    }
  });
  std::vector<Words> tasks;
  for (size_t i = 0; i < first.size(); ++i) {
    if (!first[i]) continue;
    tasks.push_back(Sentence(Tasks()[i].name, {{"line", absl::StrCat(first[i].first_line())}}));
  }
  return tasks;
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) {
    if (!IsMeasured(file)) continue;
    for (const Definition& function : file.after->definitions()) {
      if (!SpansTooManyLines(function) || !IsNew(change, file, function)) continue;
      const int lines = CountLines(function);
      if (lines <= kMaxFunctionLines) continue;
      std::vector<Words> tasks = TasksOf(*file.after, function);
      if (tasks.size() < kMinTasks) continue;
      change.Report(file, {.at = function.node.child(Field::kName),
                           .params = {{"function", function.name},
                                      {"lines", absl::StrCat(lines)},
                                      {"tasks", WordList{.items = std::move(tasks)}}},
                           .kind = Kind::kQuestion});
    }
  }
}

}  // namespace

extern constinit const Rule kMixedResponsibilities = {
    .info =
        {.id = "mixed-responsibilities",
         .title = {"One function does several jobs", "一个函数承担了多项职责"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .pillar = Pillar::kMaintainability,
         .confidence = Confidence::kLow,
         .message = {"Could `{function}()` ({lines} lines) be split by task: {tasks}",
                     "`{function}()`（{lines} 行）能否按职责拆分：{tasks}？"},
         .consequence = {"As long as they are one function, a test of the arithmetic needs files "
                         "or a process group",
                         "只要它们还在同一个函数里，测试其中的计算就需要文件或进程组"},
         .advice =
             {"Move the computation into a function of plain values; let `{function}()` read, "
              "communicate and log around it",
              "把计算部分放到只处理数值的函数中，由 `{function}()` 在外围负责读取、通信和日志"},
         .phrases = kPhrases,
         .why = "Code that only computes is easy to test and reuse. If it also reads files or "
                "communicates, each test has to set all of that up.",
         .fix =
             "Extract the part that computes; pass it values, and let the caller handle the rest.",
         .bad = R"py(
import json
import torch
import torch.distributed as dist

def calibrate(model, path, batches):
    with open(path) as file:
        limits = json.load(file)
    scores = torch.matmul(batches, model.weight)
    dist.all_reduce(scores)
    a1 = 1
    a2 = 1
    a3 = 1
    a4 = 1
    a5 = 1
    a6 = 1
    b1 = 1
    b2 = 1
    b3 = 1
    b4 = 1
    b5 = 1
    b6 = 1
    c1 = 1
    c2 = 1
    c3 = 1
    c4 = 1
    c5 = 1
    c6 = 1
    d1 = 1
    d2 = 1
    d3 = 1
    d4 = 1
    d5 = 1
    d6 = 1
    e1 = 1
    e2 = 1
    e3 = 1
    e4 = 1
    e5 = 1
    e6 = 1
    f1 = 1
    f2 = 1
    f3 = 1
    f4 = 1
    f5 = 1
    f6 = 1
    g1 = 1
    g2 = 1
    g3 = 1
    g4 = 1
    g5 = 1
    g6 = 1
    h1 = 1
    h2 = 1
    h3 = 1
    h4 = 1
    h5 = 1
    h6 = 1
    return scores, limits
)py",
         .good = R"py(
import torch

def scores_of(model, batches):
    return torch.matmul(batches, model.weight)
)py",
         .tier = Tier::kHint},
    .check_change = CheckChange};

}  // namespace allreview::rules
