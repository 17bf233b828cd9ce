// torch.save(rng, "rng.pt") on every rank, beside a save that only rank 0 makes.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
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
constexpr Phrase kPhrases[] = {kOnlyOne, kOwnFile};

bool SpeaksOfRanks(absl::string_view text) {
  for (absl::string_view word : {"rank", "is_main", "master", "coordinator", "is_world_process",
                                 "is_local_process", "get_local", "getpid"}) {
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

bool IsSave(const Module& module, Node call) {
  return CalleeName(call) == "save" && module.Calls(call, "torch.save");
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(call);
  if (function == nullptr || !IsSave(module, call)) return;
  const Node path = python::Argument(call, 1, "f");
  if (!path) return;
  const Writes writes{file, *function, LocalValues(OwnNodes(function->body))};
  if (writes.IsOwnPath(path) || writes.IsOfSomeRanks(call)) return;
  Node sibling;
  bool is_own_path = false;
  ForEachOwnNode(function->body, NodeKind::kCall, [&](Node other) {
    if (sibling || other == call || !IsSave(module, other)) return;
    const Node other_path = python::Argument(other, 1, "f");
    is_own_path = other_path && writes.IsOwnPath(other_path);
    if (is_own_path || writes.IsOfSomeRanks(other)) sibling = other;
  });
  if (!sibling) return;
  file.Report({.at = call,
               .params = {{"path", OneLine(path)}, {"line", absl::StrCat(sibling.first_line())}},
               .related = {{is_own_path ? kOwnFile : kOnlyOne, RangeOf(module, sibling)}}});
}

}  // namespace

extern constinit const Rule kOnePathWrittenByManyRanks = {
    .info = {.id = "one-path-written-by-many-ranks",
             .title = {"All ranks write the same file", "所有 rank 写同一个文件"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message =
                 {"Every rank writes `{path}`: neither the path nor a condition depends on the "
                  "rank, unlike the save on line {line}",
                  "每个 rank 都会写 `{path}`：与第 {line} 行的保存不同，路径和条件都与 rank 无关"},
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
    .kinds = {NodeKind::kCall},
    .names = "save",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
