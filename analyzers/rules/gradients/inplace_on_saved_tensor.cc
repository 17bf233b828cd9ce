// forward changes a tensor in place after it was saved for backward.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/autograd_function.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kSaves("saves", "saves `{name}`", "保存了 `{name}`");
constexpr Phrase kAlsoModifies("also-modifies", "also modifies `{name}`", "这里也修改了 `{name}`");
constexpr Phrase kPhrases[] = {kSaves, kAlsoModifies};

// Block or module whose statement holds the node.
Node BlockOf(Node node) { return python::StatementOf(node).parent(); }

struct Saving {
  Node call;
  std::vector<Node> changes = {};
};

// By the name of the saved tensor.
using Savings = std::map<absl::string_view, Saving>;

void Remember(Node call, Savings* savings) {
  for (Node argument : python::ArgumentsOf(call).positional) {
    if (argument.Is(NodeKind::kIdentifier))
      savings->insert_or_assign(argument.text(), Saving{call});
  }
}

// Calls of save_for_backward in the method; none when autograd knows what changes.
std::vector<Node> SavesOf(const Definition& method, const std::vector<ContextUse>& uses) {
  std::vector<Node> saves;
  for (const ContextUse& use : uses) {
    if (use.method != &method) continue;
    if (use.attribute == "mark_dirty") return {};
    if (use.attribute == "save_for_backward" && use.call) saves.push_back(use.call);
  }
  return saves;
}

// Saved tensors that are modified, by name. One walk: a saved name is watched from its
// save_for_backward to where it gets another tensor.
std::vector<std::pair<absl::string_view, Saving>> FindChanged(const Definition& method,
                                                              const std::vector<Node>& saves) {
  if (saves.empty()) return {};
  Savings watched;
  std::vector<std::pair<absl::string_view, Saving>> found;
  const auto finish = [&](Savings::iterator it) {
    if (!it->second.changes.empty()) found.push_back(*it);
    return watched.erase(it);
  };
  for (Node node : OwnNodes(method.body)) {
    if (std::find(saves.begin(), saves.end(), node) != saves.end()) Remember(node, &watched);
    if (node.Is(NodeKind::kIdentifier) && IsRebound(node)) {
      if (const auto it = watched.find(node.text()); it != watched.end()) finish(it);
      continue;
    }
    const Node target = watched.empty() ? Node() : InplaceTarget(node);
    if (!target) continue;
    const auto it = watched.find(target.text());
    // In another branch than the save it may never follow it.
    if (it != watched.end() && BlockOf(it->second.call).Contains(node)) {
      it->second.changes.push_back(node);
    }
  }
  for (auto it = watched.begin(); it != watched.end();) it = finish(it);
  return found;
}

void Report(FileContext& file, const AutogradFunction& function, absl::string_view name,
            const Saving& saving) {
  const Node change = saving.changes.front();
  Observation observation{
      .at = change,
      .params = {{"tensor", std::string(name)},
                 {"class", std::string(function.definition->simple_name)},
                 {"line", absl::StrCat(saving.call.first_line())}},
      .because = FirstChanged(file, {change, saving.call}),
      .related = {{Sentence(kSaves, {{"name", name}}), RangeOf(file.module(), saving.call)}}};
  for (size_t i = 1; i < saving.changes.size(); ++i) {
    observation.related.push_back(
        {Sentence(kAlsoModifies, {{"name", name}}), RangeOf(file.module(), saving.changes[i])});
  }
  file.Report(std::move(observation));
}

void Check(FileContext& file, Node class_definition) {
  const auto function = FindAutogradFunction(file.module(), class_definition);
  if (!function) return;
  const std::vector<ContextUse> uses = function->UsesOfContext();
  for (const Definition* method : {function->forward, function->setup_context}) {
    if (method == nullptr) continue;
    for (const auto& [name, saving] : FindChanged(*method, SavesOf(*method, uses))) {
      Report(file, *function, name, saving);
    }
  }
}

}  // namespace

extern constinit const Rule kInplaceOnSavedTensor = {
    .info =
        {.id = "inplace-on-saved-tensor",
         .title = {"Tensor modified in place after it was saved for backward",
                   "tensor 在为反向保存之后被原地修改"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{tensor}` is modified in place after line {line} saved it for the backward "
                     "of `{class}`",
                     "第 {line} 行把 `{tensor}` 保存给 `{class}` 的反向之后，它又被原地修改"},
         .consequence =
             {"Backward computes gradients from the modified values, or autograd raises an error "
              "because the version of the tensor changed",
              "反向会用修改后的值计算梯度，或者 autograd 因为该 tensor 的版本号变化而抛出异常"},
         .advice = {"Compute into a new tensor, save `{tensor}` after the change if backward needs "
                    "the result, or, for an input, declare it with `mark_dirty`",
                    "把结果算到新的 tensor 中；如果反向需要的是修改后的结果，就在修改之后再保存 "
                    "`{tensor}`；如果它是输入，则用 `mark_dirty` 声明它"},
         .phrases = kPhrases,
         .why = "save_for_backward keeps a reference, not a copy: backward sees whatever the "
                "tensor holds by then.",
         .fix = "Use the out-of-place form of the operation after save_for_backward.",
         .bad = R"py(
import torch

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.mul_(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad
)py",
         .good = R"py(
import torch

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/extending.html"}},
    .kinds = {NodeKind::kClassDefinition},
    .names = kAutogradFunctionNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
