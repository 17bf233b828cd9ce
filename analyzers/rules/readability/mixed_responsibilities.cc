// A long new function that reads files, communicates, computes and logs.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/readability/function_growth.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr size_t kMinTasks = 3;

struct Task {
  absl::string_view name;
  std::vector<absl::string_view> callees;   // Last names of what is called.
  std::vector<absl::string_view> prefixes;  // Of absolute names.
};

const std::vector<Task>& Tasks() {
  static const auto* const tasks = new std::vector<Task>{
      {"file or network access",
       {"open", "makedirs", "read_text", "write_text", "urlopen", "listdir", "glob"},
       {"requests.", "urllib.", "shutil.", "socket."}},
      {"collective communication",
       {"all_reduce", "all_gather", "broadcast", "reduce_scatter", "all_gather_into_tensor",
        "barrier", "all_to_all", "batch_isend_irecv"},
       {"torch.distributed."}},
      {"tensor arithmetic",
       {"matmul", "softmax", "einsum", "bmm", "transpose", "masked_fill", "cumsum"},
       {"torch.nn.functional.", "torch.linalg."}},
      {"checkpoint state",
       {"state_dict", "load_state_dict", "sharded_state_dict", "save_checkpoint",
        "load_checkpoint"},
       {"torch.save", "torch.load"}},
      {"logging and metrics",
       {"log_single_rank", "print_rank_0", "add_scalar", "log_metrics", "warning", "info"},
       {"logging.", "wandb."}},
      {"command-line arguments", {"add_argument", "parse_args", "get_args"}, {"argparse."}},
  };
  return *tasks;
}

bool Belongs(const Task& task, absl::string_view callee, const std::string& name) {
  const auto is_prefix = [&](absl::string_view prefix) { return absl::StartsWith(name, prefix); };
  return std::find(task.callees.begin(), task.callees.end(), callee) != task.callees.end() ||
         std::any_of(task.prefixes.begin(), task.prefixes.end(), is_prefix);
}

// "file or network access (line 12)", one for each task that the function does itself.
std::vector<std::string> TasksOf(const Module& module, const Definition& function) {
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
  std::vector<std::string> tasks;
  for (size_t i = 0; i < first.size(); ++i) {
    if (!first[i]) continue;
    tasks.push_back(absl::StrCat(Tasks()[i].name, " (line ", first[i].first_line(), ")"));
  }
  return tasks;
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) {
    if (!IsMeasured(file)) continue;
    for (const Definition& function : file.after->definitions()) {
      if (!SpansTooManyLines(function) || !IsNew(file, function)) continue;
      const int lines = CountLines(function);
      if (lines <= kMaxFunctionLines) continue;
      const std::vector<std::string> tasks = TasksOf(*file.after, function);
      if (tasks.size() < kMinTasks) continue;
      change.Report(file, {.at = function.node.child(Field::kName),
                           .params = {{"function", function.name},
                                      {"lines", absl::StrCat(lines)},
                                      {"tasks", absl::StrJoin(tasks, ", ")}},
                           .kind = Kind::kQuestion});
    }
  }
}

}  // namespace

extern constinit const Rule kMixedResponsibilities = {
    .info = {.id = "mixed-responsibilities",
             .title = "One function does several jobs",
             .category = "readability",
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kLow,
             .message = "Could `{function}()` ({lines} lines) be split by task: {tasks}",
             .consequence =
                 "A test of its arithmetic needs files or a process group as long as they "
                 "are one function",
             .advice = "Keep what computes in a function of values; let `{function}()` read, "
                       "communicate and log around it",
             .why =
                 "Code that computes is easy to test and to reuse when it neither reads files nor "
                 "communicates. Mixed, each test has to set all of it up.",
             .fix =
                 "Take the part that computes out; pass it values, and let the caller handle the "
                 "rest.",
             .bad = "import json\n"
                    "import torch\n"
                    "import torch.distributed as dist\n"
                    "\n"
                    "def calibrate(model, path, batches):\n"
                    "    with open(path) as file:\n"
                    "        limits = json.load(file)\n"
                    "    scores = torch.matmul(batches, model.weight)\n"
                    "    dist.all_reduce(scores)\n"
                    "    a1 = 1\n    a2 = 1\n    a3 = 1\n    a4 = 1\n    a5 = 1\n    a6 = 1\n"
                    "    b1 = 1\n    b2 = 1\n    b3 = 1\n    b4 = 1\n    b5 = 1\n    b6 = 1\n"
                    "    c1 = 1\n    c2 = 1\n    c3 = 1\n    c4 = 1\n    c5 = 1\n    c6 = 1\n"
                    "    d1 = 1\n    d2 = 1\n    d3 = 1\n    d4 = 1\n    d5 = 1\n    d6 = 1\n"
                    "    e1 = 1\n    e2 = 1\n    e3 = 1\n    e4 = 1\n    e5 = 1\n    e6 = 1\n"
                    "    f1 = 1\n    f2 = 1\n    f3 = 1\n    f4 = 1\n    f5 = 1\n    f6 = 1\n"
                    "    g1 = 1\n    g2 = 1\n    g3 = 1\n    g4 = 1\n    g5 = 1\n    g6 = 1\n"
                    "    h1 = 1\n    h2 = 1\n    h3 = 1\n    h4 = 1\n    h5 = 1\n    h6 = 1\n"
                    "    return scores, limits\n",
             .good = "import torch\n"
                     "\n"
                     "def scores_of(model, batches):\n"
                     "    return torch.matmul(batches, model.weight)\n",
             .references = {"catalogue: general READ-MIXED"},
             .tier = Tier::kHint},
    .check_change = CheckChange};

}  // namespace allreview::rules
