// Functions that PyTorch removed, or keeps only for a while.

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kRemoved("removed", "was removed from PyTorch", "已从 PyTorch 中移除");
constexpr Phrase kDeprecated("deprecated", "is deprecated", "已弃用");
constexpr Phrase kRaisesSince("raises-since", "The call raises an error in every release since 2.0",
                              "自 2.0 起的所有版本中该调用都会抛出异常");
constexpr Phrase kWarnsAtBest("warns-at-best",
                              "It warns at best and gets no fixes, and a later release removes it",
                              "它至多给出告警，不再修复，并会在后续版本中移除");
constexpr Phrase kPhrases[] = {kRemoved, kDeprecated, kRaisesSince, kWarnsAtBest};

struct Symbol {
  absl::string_view name;
  absl::string_view replacement;
  bool is_removed = false;
  // The replacement takes the same arguments...
  bool is_rename = false;
  // ...after this one.
  absl::string_view first_argument = "";
};

// As the documentation of PyTorch 2.x states it. Sorted by name.
constexpr Symbol kSymbols[] = {
    {"torch.backends.cuda.sdp_kernel", "torch.nn.attention.sdpa_kernel"},
    {"torch.chain_matmul", "torch.linalg.multi_dot"},
    {"torch.cholesky", "torch.linalg.cholesky"},
    {"torch.cpu.amp.GradScaler", "torch.amp.GradScaler", false, true, "\"cpu\""},
    {"torch.cpu.amp.autocast", "torch.amp.autocast", false, true, "\"cpu\""},
    {"torch.cuda.amp.GradScaler", "torch.amp.GradScaler", false, true, "\"cuda\""},
    {"torch.cuda.amp.autocast", "torch.amp.autocast", false, true, "\"cuda\""},
    {"torch.cuda.amp.custom_bwd", "torch.amp.custom_bwd"},
    {"torch.cuda.amp.custom_fwd", "torch.amp.custom_fwd"},
    {"torch.cuda.max_memory_cached", "torch.cuda.max_memory_reserved", false, true},
    {"torch.cuda.memory_cached", "torch.cuda.memory_reserved", false, true},
    {"torch.cuda.reset_max_memory_allocated", "torch.cuda.reset_peak_memory_stats", false, true},
    {"torch.cuda.reset_max_memory_cached", "torch.cuda.reset_peak_memory_stats", false, true},
    {"torch.eig", "torch.linalg.eig", true},
    {"torch.ger", "torch.outer", false, true},
    {"torch.lstsq", "torch.linalg.lstsq", true},
    {"torch.lu", "torch.linalg.lu_factor"},
    {"torch.lu_solve", "torch.linalg.lu_solve"},
    {"torch.matrix_rank", "torch.linalg.matrix_rank", true},
    {"torch.nn.functional.upsample", "torch.nn.functional.interpolate", false, true},
    {"torch.nn.init.constant", "torch.nn.init.constant_", false, true},
    {"torch.nn.init.kaiming_normal", "torch.nn.init.kaiming_normal_", false, true},
    {"torch.nn.init.kaiming_uniform", "torch.nn.init.kaiming_uniform_", false, true},
    {"torch.nn.init.normal", "torch.nn.init.normal_", false, true},
    {"torch.nn.init.orthogonal", "torch.nn.init.orthogonal_", false, true},
    {"torch.nn.init.uniform", "torch.nn.init.uniform_", false, true},
    {"torch.nn.init.xavier_normal", "torch.nn.init.xavier_normal_", false, true},
    {"torch.nn.init.xavier_uniform", "torch.nn.init.xavier_uniform_", false, true},
    {"torch.nn.utils.clip_grad_norm", "torch.nn.utils.clip_grad_norm_", false, true},
    {"torch.nn.utils.weight_norm", "torch.nn.utils.parametrizations.weight_norm"},
    {"torch.norm", "torch.linalg.vector_norm"},
    {"torch.qr", "torch.linalg.qr"},
    {"torch.range", "torch.arange"},
    {"torch.set_default_tensor_type", "torch.set_default_dtype"},
    {"torch.solve", "torch.linalg.solve", true},
    {"torch.svd", "torch.linalg.svd"},
    {"torch.symeig", "torch.linalg.eigh", true},
    {"torch.testing.assert_allclose", "torch.testing.assert_close"},
    {"torch.triangular_solve", "torch.linalg.solve_triangular"},
};

constexpr absl::string_view kNames =
    "GradScaler assert_allclose autocast chain_matmul cholesky clip_grad_norm constant custom_bwd "
    "custom_fwd eig ger kaiming_normal kaiming_uniform lstsq lu lu_solve matrix_rank "
    "max_memory_cached memory_cached norm normal orthogonal qr range reset_max_memory_allocated "
    "reset_max_memory_cached sdp_kernel set_default_tensor_type solve svd symeig triangular_solve "
    "uniform upsample weight_norm xavier_normal xavier_uniform";
static_assert(std::all_of(std::begin(kSymbols), std::end(kSymbols),
                          [](const Symbol& symbol) { return ListsLastPart(kNames, symbol.name); }));

const Symbol* Find(absl::string_view name) {
  if (!absl::StartsWith(name, "torch.")) return nullptr;
  for (const Symbol& symbol : kSymbols) {
    if (symbol.name == name) return &symbol;
  }
  return nullptr;
}

// The code chooses by release, or falls back from the replacement: it knows.
bool IsChosenByRelease(const Module& module, Node node, const Symbol& symbol) {
  for (Node around = node.parent(); around; around = around.parent()) {
    if (around.Is(NodeKind::kExceptClause)) return true;
    if (around.Is(NodeKind::kIfStatement) || around.Is(NodeKind::kConditionalExpression)) {
      const absl::string_view text = around.text().substr(0, 2000);
      if (absl::StrContains(text, "version") || absl::StrContains(text, "hasattr")) return true;
    }
  }
  return symbol.replacement.size() > symbol.name.size() + 8 &&
         absl::StrContains(module.source(), symbol.replacement);
}

std::vector<Edit> EditsFor(const Module& module, Node node, const Symbol& symbol) {
  if (!symbol.is_rename) return {};
  const std::string spelling = numerics::SpellingOf(module, node, symbol.replacement);
  if (spelling.empty()) return {};
  std::vector<Edit> edits = {Replace(module, node, spelling)};
  if (symbol.first_argument.empty()) return edits;
  const Node call = node.parent();
  if (!call.Is(NodeKind::kCall) || call.child(Field::kFunction) != node) return {};
  const Node arguments = call.child(Field::kArguments);
  const bool is_empty = arguments.named_child_count() == 0;
  Edit insertion = Replace(module, arguments, "");
  insertion.first_byte += 1;
  insertion.end_byte = insertion.first_byte;
  insertion.replacement = absl::StrCat(symbol.first_argument, is_empty ? "" : ", ");
  edits.push_back(std::move(insertion));
  return edits;
}

void ReportSymbol(FileContext& file, Node node, const Symbol& symbol, std::vector<Edit> edits) {
  Observation observation{.at = node,
                          .params = {{"symbol", std::string(symbol.name)},
                                     {"replacement", std::string(symbol.replacement)},
                                     {"state", symbol.is_removed ? kRemoved : kDeprecated},
                                     {"effect", symbol.is_removed ? kRaisesSince : kWarnsAtBest}},
                          .edits = std::move(edits),
                          .identity = std::string(symbol.name)};
  if (symbol.is_removed) {
    observation.severity = Severity::kP2;
    observation.impact = Impact::kMedium;
  }
  file.Report(std::move(observation));
}

void CheckImport(FileContext& file, Node statement) {
  const Node from = statement.child(Field::kModuleName);
  if (!absl::StartsWith(from.text(), "torch")) return;
  for (Node child : statement.children()) {
    if (child.field() != Field::kName) continue;
    const Node name = child.Is(NodeKind::kAliasedImport) ? child.child(Field::kName) : child;
    const Symbol* symbol = Find(absl::StrCat(from.text(), ".", name.text()));
    if (symbol == nullptr || IsChosenByRelease(file.module(), child, *symbol)) continue;
    ReportSymbol(file, child, *symbol, {});
  }
}

void Check(FileContext& file, Node node) {
  if (node.Is(NodeKind::kImportFromStatement)) {
    CheckImport(file, node);
    return;
  }
  const Module& module = file.module();
  const Symbol* symbol = Find(module.Resolve(node));
  if (symbol == nullptr || IsChosenByRelease(module, node, *symbol)) return;
  ReportSymbol(file, node, *symbol, EditsFor(module, node, *symbol));
}

}  // namespace

extern constinit const Rule kDeprecatedTorchSymbol = {
    .info =
        {.id = "deprecated-torch-symbol",
         .title = {"Deprecated or removed PyTorch function", "使用了 PyTorch 已弃用或已移除的函数"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .pillar = Pillar::kMaintainability,
         .message = {"`{symbol}` {state}", "`{symbol}` {state}"},
         .consequence = {"{effect}", "{effect}"},
         .advice = {"Use `{replacement}`", "使用 `{replacement}`"},
         .phrases = kPhrases,
         .why = "New code should not use what the next upgrade has to replace. Older linear "
                "algebra functions such as torch.symeig and torch.lstsq were removed in PyTorch "
                "2.0; autocast and GradScaler moved to torch.amp in 2.4.",
         .fix =
             "Use the replacement that the documentation names. Where arguments or results differ "
             "(torch.linalg.svd returns Vh, torch.arange excludes its end), adapt the call.",
         .bad = R"py(
import torch

def step(model, batch):
    with torch.cuda.amp.autocast(dtype=torch.bfloat16):
        return model(batch)
)py",
         .good = R"py(
import torch

def step(model, batch):
    with torch.amp.autocast("cuda", dtype=torch.bfloat16):
        return model(batch)
)py"},
    .kinds = {NodeKind::kAttribute, NodeKind::kImportFromStatement},
    .names = kNames,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
