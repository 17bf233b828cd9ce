#include "analyzers/test_plan/changed_code.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/test_plan/new_definitions.h"
#include "analyzers/torch/apis.h"
#include "analyzers/torch/communication_names.h"
#include "base/languages.h"

namespace allreview::test_plan {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

bool IsProduct(const AnalysedFile& file) {
  return file.after != nullptr && paths::IsProductSource(file.changed->path);
}

// Data that tests compare with, which nobody writes by hand.
bool IsTestData(absl::string_view path) {
  for (absl::string_view suffix : {".json", ".txt", ".csv", ".pt", ".npy", ".log"}) {
    if (absl::EndsWith(path, suffix)) return true;
  }
  return absl::StrContains(path, "golden");
}

// Lines that hold more than blanks, comments and docstrings.
std::vector<bool> CodeLines(const Module& module) {
  const python::SyntaxTree& tree = module.tree();
  std::vector<bool> lines(static_cast<size_t>(tree.line_count()) + 1);
  uint32_t line_end = 0;  // Of the last line found.
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.node(i);
    const bool is_leaf = node.index() + 1 == node.subtree_end();
    if (!is_leaf || node.first_byte() < line_end || node.Is(Kind::kComment)) continue;
    const Node string = node.parent();
    const bool is_docstring =
        string.Is(Kind::kString) && string.parent().Is(Kind::kExpressionStatement);
    if (is_docstring) continue;
    const int line = node.first_line();
    lines[static_cast<size_t>(line)] = true;
    line_end = tree.LineStart(line + 1);
  }
  return lines;
}

int CountCode(const Module* module, const std::vector<int>& lines) {
  if (module == nullptr || lines.empty()) return 0;
  const std::vector<bool> code = CodeLines(*module);
  return static_cast<int>(std::count_if(
      lines.begin(), lines.end(), [&](size_t line) { return line < code.size() && code[line]; }));
}

int AddedIn(const AnalysedFile& file, int first, int end) {
  const std::vector<int>& added = file.lines.added();
  return static_cast<int>(std::lower_bound(added.begin(), added.end(), end) -
                          std::lower_bound(added.begin(), added.end(), first));
}

bool IsInFunction(const Module& module, const Definition& definition) {
  for (int i = definition.parent; i >= 0; i = module.definitions()[i].parent) {
    if (module.definitions()[i].kind != Definition::Kind::kClass) return true;
  }
  return false;
}

// New lines of code of a class outside of its methods: a blank line between two is nobody's.
int OwnAddedLines(const AnalysedFile& file, const Definition& a_class) {
  if (AddedIn(file, a_class.first_line, a_class.end_line) == 0) return 0;
  std::vector<int> own;
  for (const int line : file.lines.added()) {
    if (line >= a_class.first_line && line < a_class.end_line) own.push_back(line);
  }
  const std::vector<Definition>& all = file.after->definitions();
  const int index = static_cast<int>(&a_class - all.data());
  for (size_t i = index + 1; i < all.size() && a_class.node.Contains(all[i].node); ++i) {
    if (all[i].parent != index) continue;
    std::erase_if(own,
                  [&](int line) { return line >= all[i].first_line && line < all[i].end_line; });
  }
  return CountCode(file.after, own);
}

// Last names of the functions of torch.distributed that communicate.
bool IsNameOfCollective(absl::string_view name) {
  using Communication = torch::Communication;
  static const auto* const names = [] {
    auto* all = new absl::flat_hash_set<absl::string_view>;
    for (const torch::Api* api : torch::CommunicationApis()) {
      const bool communicates = api->communication != Communication::kQuery &&
                                api->communication != Communication::kCreation &&
                                api->kind == torch::Api::Kind::kFunction;
      if (communicates && absl::StartsWith(api->name, "torch.")) all->insert(api->last_name());
    }
    return all;
  }();
  return names->contains(name);
}

// "all_reduce" when the call is a collective; else "".
std::string CollectiveName(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  const absl::string_view last =
      function.Is(Kind::kAttribute) ? function.child(Field::kAttribute).text() : function.text();
  if (torch::IsRegionMapping(last)) return std::string(last);
  if (!IsNameOfCollective(last)) return "";
  const bool is_torch = absl::StartsWith(module.Resolve(function), "torch.distributed.");
  return is_torch ? std::string(last) : "";
}

std::map<std::string, std::vector<Node>> CollectivesOf(const Module* module) {
  std::map<std::string, std::vector<Node>> calls;
  if (module == nullptr) return calls;
  for (Node node : module->tree().root().descendants(Kind::kCall)) {
    const std::string name = CollectiveName(*module, node);
    if (!name.empty()) calls[name].push_back(node);
  }
  return calls;
}

// ---- Numerics.

bool IsAutogradFunction(const Module& module, const Definition& a_class) {
  return std::any_of(a_class.bases.begin(), a_class.bases.end(), [&](Node base) {
    const std::string name = module.Resolve(base);
    return name == "torch.autograd.Function" || absl::EndsWith(base.text(), "autograd.Function");
  });
}

bool IsKernel(const Module& module, const Definition& function) {
  return std::any_of(function.decorators.begin(), function.decorators.end(), [&](Node decorator) {
    const Node named = decorator.Is(Kind::kCall) ? decorator.child(Field::kFunction) : decorator;
    const std::string name = module.Resolve(named);
    return name == "triton.jit" || absl::StartsWith(name, "tilelang.") ||
           named.text() == "tilelang_jit";
  });
}

bool IsTensorOperation(absl::string_view name) {
  static constexpr absl::string_view kNames[] = {
      "topk",   "kthvalue", "quantile",   "median",  "mean",   "var",         "std",   "cumsum",
      "argmax", "scatter_", "index_add_", "sigmoid", "gather", "masked_fill", "where", "clamp"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// Numerical operation that a node is; "" for others. `any_tensor`: also what moves and chooses.
absl::string_view NumericOperation(const Module& module, Node node, bool any_tensor) {
  static constexpr absl::string_view kNames[] = {
      "matmul",      "bmm",        "baddbmm", "mm",   "einsum",   "softmax",
      "log_softmax", "norm",       "exp",     "log",  "rsqrt",    "rms_norm",
      "dot",         "layer_norm", "addmm",   "exp2", "logsumexp"};
  if (node.Is(Kind::kBinaryOperator)) {
    return node.child(Field::kOperator).text() == "@" ? "matmul" : "";
  }
  if (!node.Is(Kind::kCall)) return "";
  const Node function = node.child(Field::kFunction);
  if (!function.Is(Kind::kAttribute)) return "";
  const absl::string_view last = function.child(Field::kAttribute).text();
  const bool is_known = std::find(std::begin(kNames), std::end(kNames), last) != std::end(kNames);
  if (!is_known && !(any_tensor && IsTensorOperation(last))) return "";
  const std::string name = module.Resolve(function);
  if (absl::StartsWith(name, "torch.") || absl::StartsWith(name, "triton.")) return last;
  // x.exp(), (a * b).softmax(-1); not logger.log("..."), not self.norm(x).
  const bool is_tensor_method = name.empty() && last != "log" && last != "norm" && last != "dot" &&
                                function.child(Field::kObject).text() != "self";
  return is_tensor_method ? last : "";
}

std::optional<Trigger> NumericsOf(const AnalysedFile& file, const Definition& definition,
                                  bool any_tensor) {
  const Module& module = *file.after;
  const Node at = definition.node.child(Field::kName);
  if (definition.kind == Definition::Kind::kClass) {
    if (!IsAutogradFunction(module, definition)) return std::nullopt;
    return Trigger{&file, at, &definition, "autograd.Function", true};
  }
  if (IsKernel(module, definition)) return Trigger{&file, at, &definition, "kernel", false};
  if (IsInFunction(module, definition)) return std::nullopt;
  if (definition.parent >= 0 &&
      IsAutogradFunction(module, module.definitions()[definition.parent])) {
    return std::nullopt;  // The class stands for it.
  }
  std::set<absl::string_view> operations;
  for (Node node : definition.body.descendants()) {
    const absl::string_view operation = NumericOperation(module, node, any_tensor);
    if (!operation.empty()) operations.insert(operation);
  }
  if (operations.size() < 2) return std::nullopt;
  return Trigger{&file, at, &definition,
                 absl::StrCat(*operations.begin(), " and ", *std::next(operations.begin())), false};
}

}  // namespace

ChangeSize SizeOfChange(const std::vector<AnalysedFile>& files,
                        const std::vector<change::ChangedFile>& changed_files) {
  ChangeSize size;
  for (const change::ChangedFile& file : changed_files) {
    int added = 0;
    for (const change::ChangedHunk& hunk : file.hunks) {
      // Whether the lines of files that rules do not read are known depends on the documents that
      // are wanted.
      if (IsParsed(ReaderOf(file.language))) added += static_cast<int>(hunk.added.size());
    }
    if (paths::IsTestPath(file.path) || file.role == change::FileRole::kTest) {
      size.touches_tests = true;
      if (!IsTestData(file.path)) size.test_lines += added;
    } else if (paths::IsProductSource(file.path)) {
      size.source_lines += added;
    }
  }
  for (const AnalysedFile& file : files) {
    if (!paths::IsProductSource(file.changed->path)) continue;
    std::vector<int> removed;
    for (const change::ChangedHunk& hunk : file.changed->hunks) {
      removed.insert(removed.end(), hunk.removed.begin(), hunk.removed.end());
    }
    size.code_lines += CountCode(file.after, file.lines.added()) + CountCode(file.before, removed);
  }
  return size;
}

std::vector<ChangedDefinition> ChangedDefinitions(const std::vector<AnalysedFile>& files) {
  std::vector<ChangedDefinition> changed;
  for (const AnalysedFile& file : files) {
    if (!IsProduct(file)) continue;
    for (const Definition& definition : file.after->definitions()) {
      if (IsInFunction(*file.after, definition)) continue;
      const bool is_class = definition.kind == Definition::Kind::kClass;
      int lines = is_class ? OwnAddedLines(file, definition)
                           : AddedIn(file, definition.first_line, definition.end_line);
      if (!is_class && file.lines.HasRemoved(definition.first_line, definition.end_line - 1)) {
        ++lines;
      }
      if (lines > 0) changed.push_back({&file, &definition, lines});
    }
  }
  return changed;
}

std::vector<Trigger> NewCollectives(const std::vector<AnalysedFile>& files,
                                    const moves::Moves& moves) {
  std::map<std::string, int> balance;  // After less before, over the whole change.
  std::vector<std::pair<const AnalysedFile*, std::map<std::string, std::vector<Node>>>> calls;
  for (const AnalysedFile& file : files) {
    if (!paths::IsProductSource(file.changed->path)) continue;
    for (const auto& [name, nodes] : CollectivesOf(file.before)) {
      balance[name] -= static_cast<int>(nodes.size());
    }
    if (file.after == nullptr) continue;
    calls.emplace_back(&file, CollectivesOf(file.after));
    for (const auto& [name, nodes] : calls.back().second) {
      balance[name] += static_cast<int>(nodes.size());
    }
  }
  std::vector<Trigger> triggers;
  for (const auto& [file, by_name] : calls) {
    for (const auto& [name, nodes] : by_name) {
      if (balance[name] <= 0) continue;
      for (Node node : nodes) {
        if (!file->lines.Touches(node) || moves.WhereFrom(node)) continue;
        triggers.push_back({file, node, file->after->EnclosingFunction(node), name, false});
      }
    }
  }
  std::stable_sort(triggers.begin(), triggers.end(), [](const Trigger& a, const Trigger& b) {
    return std::make_pair(absl::string_view(a.file->changed->path), a.at.first_byte()) <
           std::make_pair(absl::string_view(b.file->changed->path), b.at.first_byte());
  });
  return triggers;
}

namespace {

std::vector<Trigger> NewCode(const std::vector<AnalysedFile>& files, const moves::Moves& moves,
                             bool any_tensor) {
  std::vector<Trigger> triggers;
  for (const AnalysedFile& file : files) {
    if (!IsProduct(file) || file.lines.added().empty()) continue;
    for (const Definition& definition : file.after->definitions()) {
      if (!IsNewCode(*file.after, definition, moves)) continue;
      if (auto trigger = NumericsOf(file, definition, any_tensor)) {
        triggers.push_back(*std::move(trigger));
      }
    }
  }
  return triggers;
}

}  // namespace

std::vector<Trigger> NewNumerics(const std::vector<AnalysedFile>& files,
                                 const moves::Moves& moves) {
  return NewCode(files, moves, false);
}

std::vector<Trigger> NewTensorCode(const std::vector<AnalysedFile>& files,
                                   const moves::Moves& moves) {
  return NewCode(files, moves, true);
}

bool IsSensitiveToTypes(const Trigger& trigger) {
  return trigger.what == "autograd.Function" || trigger.what == "kernel";
}

}  // namespace allreview::test_plan
