// torch.save(rng, "rng.pt") on every rank, beside a save that only rank 0 makes.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/local_values.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kOnlyOne("only-one-rank", "only one rank writes here", "这里只有一个 rank 写入");
constexpr Phrase kOwnFile("own-file", "each rank writes a file of its own here",
                          "这里每个 rank 写各自的文件");
constexpr Phrase kWrittenHere("written-here", "written here", "在这里写入");
constexpr Phrase kAllWait("all-wait", "all ranks come here", "所有 rank 都会到达这里");
constexpr Phrase kUnlike("unlike",
                         "neither the path nor a condition depends on the rank, unlike the save on "
                         "line {line}",
                         "与第 {line} 行的保存不同，路径和条件都与 rank 无关");
constexpr Phrase kTestedBefore("tested-before",
                               "all of a node find it missing at the same time, before the first "
                               "has written it",
                               "同一节点上的各个 rank 会在第一个写完之前同时发现它不存在");
constexpr Phrase kPhrases[] = {kOnlyOne, kOwnFile, kWrittenHere, kAllWait, kUnlike, kTestedBefore};

// A place in a mesh divides nodes from nodes as often as the ranks of one node; `each_rank` divides
// nothing.
bool SpeaksOfRanks(absl::string_view code) {
  const std::string text = absl::StrReplaceAll(
      code, {{"get_local_rank(mesh_dim", ""}, {"get_local_rank(0", ""}, {"each_rank", ""}});
  for (absl::string_view word : {"rank", "is_main", "master", "coordinator", "is_world_process",
                                 "is_local_process", "get_local", "getpid", "with_dist"}) {
    if (absl::StrContains(text, word)) return true;
  }
  return false;
}

struct Writes {
  FileContext& file;
  const Definition& function;
  LocalValues values;

  // The path, or what its names are made of, has a rank in it.
  bool IsOwnPath(Node path) const {
    return static_cast<bool>(values.FindBehind(path, [](Node node) {
      const bool is_name = node.Is(NodeKind::kIdentifier) || node.Is(NodeKind::kAttribute);
      return is_name && SpeaksOfRanks(node.text()) ? LocalValues::Search::kFound
                                                   : LocalValues::Search::kGoOn;
    }));
  }

  // A condition decides which ranks come here.
  bool IsOfSomeRanks(Node call) const {
    const python::ControlFlow& flow = file.flow(call);
    for (const auto& decision : flow.DecisionsOver(flow.PointOf(call))) {
      if (SpeaksOfRanks(decision.condition.text())) return true;
      for (Node name : decision.condition.descendants(NodeKind::kIdentifier)) {
        for (Node value : values.Of(name.text())) {
          if (SpeaksOfRanks(value.text())) return true;
        }
      }
      if (decision.condition.Is(NodeKind::kIdentifier)) {
        for (Node value : values.Of(decision.condition.text())) {
          if (SpeaksOfRanks(value.text())) return true;
        }
      }
    }
    return false;
  }
};

// The path that a call writes a file to. Null: it writes none.
Node PathWritten(const Module& module, Node call) {
  const absl::string_view name = CalleeName(call);
  if (name == "save") {
    if (module.Calls(call, "torch.save")) return python::Argument(call, 1, "f");
    return module.Calls(call, "numpy.save") ? python::Argument(call, 0, "file") : Node();
  }
  if (name == "save_file") return python::Argument(call, 1, "filename");
  if (name != "open" || !module.Calls(call, "builtins.open")) return {};
  const absl::string_view mode = Module::StringContent(python::Argument(call, 1, "mode"));
  return absl::StrContains(mode, "w") ? python::Argument(call, 0, "file") : Node();
}

void CheckWrite(FileContext& file, const Definition& function, Node call) {
  const Module& module = file.module();
  const Node path = PathWritten(module, call);
  if (!path) return;
  const Writes writes{file, function, LocalValues(OwnNodes(function.body))};
  if (writes.IsOwnPath(path) || writes.IsOfSomeRanks(call)) return;
  // Programs of one process write a file for each rank, and others beside them.
  const bool may_be_own = CalleeName(call) == "save";
  Node sibling;
  bool is_own_path = false;
  ForEachOwnNode(function.body, NodeKind::kCall, [&](Node other) {
    if (sibling || other == call) return;
    const Node other_path = PathWritten(module, other);
    if (!other_path) return;
    is_own_path = may_be_own && writes.IsOwnPath(other_path);
    if (is_own_path || writes.IsOfSomeRanks(other)) sibling = other;
  });
  if (!sibling) return;
  file.Report(
      {.at = call,
       .params = {{"path", OneLine(path)},
                  {"why", Sentence(kUnlike, {{"line", absl::StrCat(sibling.first_line())}})}},
       .related = {{is_own_path ? kOwnFile : kOnlyOne, RangeOf(module, sibling)}}});
}

// `path` of `if not os.path.exists(path)` and `if not path.exists()`. Null: another test.
Node PathMissing(const Module& module, Node condition) {
  condition = python::WithoutParentheses(condition);
  if (!condition.Is(NodeKind::kNotOperator)) return {};
  const Node call = python::WithoutParentheses(condition.child(Field::kArgument));
  if (!call.Is(NodeKind::kCall)) return {};
  const absl::string_view name = CalleeName(call);
  if (name != "exists" && name != "isfile" && name != "is_file") return {};
  const Node function = call.child(Field::kFunction);
  const std::string resolved = module.Resolve(function);
  const Node path = absl::StartsWith(resolved, "os.path.") ? python::Argument(call, 0, "path")
                    : function.Is(NodeKind::kAttribute)    ? function.child(Field::kObject)
                                                           : Node();
  return path && path.Is(NodeKind::kIdentifier) ? path : Node();
}

// A call in the block that puts a file there. Null: none.
Node FetchOf(Node block, absl::string_view path) {
  return FindOwnNode(block, NodeKind::kCall, [&](Node call) {
    const absl::string_view name = CalleeName(call);
    bool is_fetch = name == "urlretrieve" || name == "copyfile" || name == "copy";
    for (absl::string_view part : {"download", "extract", "fetch"}) {
      is_fetch = is_fetch || absl::StrContains(name, part);
    }
    return is_fetch && Mentions(call.child(Field::kArguments), path);
  });
}

// All ranks come by: the function waits for them behind the test.
Node BarrierBehind(const Definition& function, Node statement) {
  return FindOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    return call.index() > statement.index() &&
           (CalleeName(call) == "barrier" || CalleeName(call) == "wait_for_everyone");
  });
}

// if not exists(path): download(path), on ranks that share the path.
void CheckFetch(FileContext& file, const Definition& function, Node statement) {
  const Module& module = file.module();
  const Node path = PathMissing(module, statement.child(Field::kCondition));
  if (!path) return;
  const Node fetch = FetchOf(statement.child(Field::kConsequence), path.text());
  const Node barrier = fetch ? BarrierBehind(function, statement) : Node();
  if (!barrier) return;
  const Writes writes{file, function, LocalValues(OwnNodes(function.body))};
  if (writes.IsOwnPath(path) || writes.IsOfSomeRanks(fetch)) return;
  // One rank has fetched it before: what is missing now lies where the others cannot see it.
  const bool is_second = AnyOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    return call.index() < statement.index() && CalleeName(call) == CalleeName(fetch) &&
           writes.IsOfSomeRanks(call);
  });
  if (is_second) return;
  file.Report(
      {.at = statement.child(Field::kCondition),
       .params = {{"path", OneLine(path)}, {"why", kTestedBefore}},
       .because = statement,
       .related = {{kWrittenHere, RangeOf(module, fetch)}, {kAllWait, RangeOf(module, barrier)}}});
}

void Check(FileContext& file, Node node) {
  const Definition* function = file.module().EnclosingFunction(node);
  if (function == nullptr) return;
  if (node.Is(NodeKind::kIfStatement)) return CheckFetch(file, *function, node);
  CheckWrite(file, *function, node);
}

}  // namespace

extern constinit const Rule kOnePathWrittenByManyRanks = {
    .info = {.id = "one-path-written-by-many-ranks",
             .title = {"All ranks write the same file", "所有 rank 写同一个文件"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"Every rank writes `{path}`: {why}", "每个 rank 都会写 `{path}`：{why}"},
             .consequence = {"The last rank wins, or the writes mix and the file cannot be read",
                             "最后写入的 rank 会覆盖其他 rank，或者多次写入混在一起，文件无法读取"},
             .advice = {"Write it on one rank, or put the rank into the file name",
                        "只在一个 rank 上写入，或把 rank 放进文件名"},
             .phrases = kPhrases,
             .why = "A function that tests the rank for one file runs on several ranks. A file "
                    "that all of them write at once holds what the last one wrote, if anything.",
             .fix = "Guard the write by the rank, or name the file after it.",
             .bad = R"py(
import torch

def save(folder, rank, model, rng):
    if rank == 0:
        torch.save(model, f"{folder}/model.pt")
    torch.save(rng, f"{folder}/rng.pt")
)py",
             .good = R"py(
import torch

def save(folder, rank, model, rng):
    if rank == 0:
        torch.save(model, f"{folder}/model.pt")
    torch.save(rng, f"{folder}/rng_{rank}.pt")
)py",
             .references = {"https://docs.pytorch.org/docs/stable/generated/torch.save.html"}},
    .kinds = {NodeKind::kCall, NodeKind::kIfStatement},
    .names = "exists is_file isfile open save save_file",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
