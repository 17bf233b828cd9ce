// if get_data_parallel_rank() == 0: torch.save(...): every context-parallel rank is that rank.

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/distributed/data_parallel_query.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kWritesHere("writes-here", "the write", "写入处");
constexpr Phrase kPhrases[] = {kWritesHere};

bool IsWrite(Node call) {
  const absl::string_view name = CalleeName(call);
  if (IsOneOf(name, {"save", "save_file", "save_pretrained", "dump", "savez", "to_csv", "to_json",
                     "write_text", "write_bytes"})) {
    return call.child(Field::kFunction).Is(NodeKind::kAttribute) || name == "save_file";
  }
  if (name != "open") return false;
  const Node mode = python::Argument(call, 1, "mode");
  return absl::StrContains(mode.text(), "w") || absl::StrContains(mode.text(), "a");
}

// The function that the query calls tells context-parallel ranks apart only when it is asked to.
bool LeavesContextOut(FileContext& file, Node query) {
  const std::string name = file.module().Resolve(query.child(Field::kFunction));
  if (const repository::Found found = file.project().FindDefinition(name)) {
    for (const repository::ParameterFacts& parameter : found.definition->parameters) {
      if (parameter.name == "with_context_parallel") return true;
    }
    return false;
  }
  return absl::StartsWith(name, "megatron.core.");
}

// 1: `query == 0` or `not query`, -1: `query != 0` or `query > 0`. 0: another condition.
int ElectsFirst(Node condition, Node query) {
  const Node comparison = query.parent();
  if (comparison.Is(NodeKind::kNotOperator)) return 1;
  if (!comparison.Is(NodeKind::kComparisonOperator)) {
    return python::WithoutParentheses(condition) == query ? -1 : 0;
  }
  absl::string_view text = comparison.text().substr(query.text().size());
  text = absl::StripAsciiWhitespace(text);
  if (text == "== 0" || text == "==0") return 1;
  return text == "!= 0" || text == "> 0" ? -1 : 0;
}

bool Leaves(Node block) {
  const Node last = LastStatement(block);
  return last.Is(NodeKind::kReturnStatement) || last.Is(NodeKind::kContinueStatement);
}

// The first write that only the elected rank reaches. Null: none.
Node WriteOfElected(const Definition& function, Node statement, int elects) {
  const Node block = statement.child(Field::kConsequence);
  if (elects > 0) return FindOwnNode(block, NodeKind::kCall, IsWrite);
  if (!Leaves(block)) return {};
  return FindOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    return call.first_byte() > statement.end_byte() && IsWrite(call);
  });
}

void Check(FileContext& file, Node statement) {
  const Module& module = file.module();
  const Node condition = statement.child(Field::kCondition);
  const Node query = FindQueryWithoutContextParallel(module, condition, "get_data_parallel_rank");
  if (!query || !condition.Contains(query)) return;
  const int elects = ElectsFirst(condition, query);
  const Definition* function = module.EnclosingFunction(statement);
  if (elects == 0 || function == nullptr) return;
  const absl::string_view text = function->node.text();
  if (absl::StrContains(text, "context_parallel") || absl::StrContains(text, "cp_rank")) return;
  const Node write = WriteOfElected(*function, statement, elects);
  if (!write || !LeavesContextOut(file, query)) return;
  file.Report({.at = query,
               .params = {{"query", std::string(query.text())},
                          {"function", std::string(query.child(Field::kFunction).text())},
                          {"write", OneLine(write.child(Field::kFunction))},
                          {"line", absl::StrCat(write.first_line())}},
               .related = {{kWritesHere, RangeOf(module, write)}},
               .edits = {WithContextParallel(module, query)}});
}

}  // namespace

extern constinit const Rule kWriterElectedWithoutContextParallel = {
    .info =
        {.id = "writer-elected-without-context-parallel",
         .title = {"Writer elected by the data-parallel rank alone",
                   "只按数据并行 rank 选出写入者"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{query}` is 0 on one rank of each context-parallel position, so several "
                     "ranks run `{write}` on line {line}",
                     "每个上下文并行位置上都有一个 rank 的 `{query}` 为 0，因此多个 rank "
                     "会运行第 {line} 行的 `{write}`"},
         .consequence = {"With context parallelism, several ranks write the same file at once, and "
                         "it may be torn",
                         "启用上下文并行后，多个 rank 会同时写同一个文件，文件可能损坏"},
         .advice = {"Use `{function}(with_context_parallel=True)`",
                    "使用 `{function}(with_context_parallel=True)`"},
         .phrases = kPhrases,
         .why = "Ranks that differ only in their context-parallel position hold the same weights "
                "and have the same data-parallel rank. Only the combined rank names one of them.",
         .fix = "Elect by the rank in the combined group of data and context parallelism.",
         .bad = R"py(
import torch
from megatron.core import parallel_state

def save(state, path):
    if parallel_state.get_data_parallel_rank() == 0:
        torch.save(state, path)
)py",
         .good = R"py(
import torch
from megatron.core import parallel_state

def save(state, path):
    if parallel_state.get_data_parallel_rank(with_context_parallel=True) == 0:
        torch.save(state, path)
)py"},
    .kinds = {NodeKind::kIfStatement},
    .names = "get_data_parallel_rank",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
