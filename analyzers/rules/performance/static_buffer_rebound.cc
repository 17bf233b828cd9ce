// An attribute that a CUDA graph reads is given a new tensor, instead of new contents.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/text_search.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kAllocatedHere("allocated-here", "allocated here", "在这里分配");
constexpr Phrase kCapturedHere("captured-here", "captured here", "在这里捕获");
constexpr Phrase kPhrases[] = {kAllocatedHere, kCapturedHere};

// "buffer" of `self.buffer`; "" for other expressions.
absl::string_view SelfAttribute(Node expression) {
  const Node object = expression.child(Field::kObject);
  const bool is_own = expression.Is(NodeKind::kAttribute) && object.text() == "self";
  return is_own ? expression.child(Field::kAttribute).text() : "";
}

// A tensor of its own: a result of torch or of arithmetic; no view, no name.
bool IsNewTensor(const FileContext& file, Node value) {
  value = python::WithoutParentheses(value);
  if (!file.values().IsTensor(value)) return false;
  if (value.Is(NodeKind::kBinaryOperator)) return true;
  if (!value.Is(NodeKind::kCall)) return false;
  const std::string function = file.module().Resolve(value.child(Field::kFunction));
  if (!absl::StartsWith(function, "torch.")) return CalleeName(value) == "clone";
  for (absl::string_view view :
       {"as_tensor", "from_numpy", "reshape", "squeeze", "unsqueeze", "transpose", "permute",
        "split", "chunk", "unbind", "as_strided"}) {
    if (absl::EndsWith(function, absl::StrCat(".", view))) return false;
  }
  return true;
}

// Makes buffers, or everything anew.
bool IsAllocating(const Definition& method) {
  if (repository::IsColdName(method.simple_name)) return true;
  for (absl::string_view word : {"alloc", "reset", "resize", "grow", "clear", "prepare", "capture",
                                 "_apply", "warm", "restore", "resume", "offload", "suspend"}) {
    if (absl::StrContains(method.simple_name, word)) return true;
  }
  const absl::string_view text = method.body.text();
  return absl::StrContains(text, "CUDAGraph") || absl::StrContains(text, "cuda.graph(") ||
         absl::StrContains(text, "capture");
}

// What stands under a condition is made at first use, when a size has changed, or by an option;
// and a graph may be captured anew then.
bool IsConditional(Node node) {
  for (Node around = node.parent(); !around.Is(NodeKind::kFunctionDefinition);
       around = around.parent()) {
    if (around.Is(NodeKind::kIfStatement) || around.Is(NodeKind::kExceptClause)) return true;
  }
  return false;
}

struct Buffer {
  Node allocation;            // In __init__.
  std::vector<Node> rebound;  // Assignments in other methods.
};
using Buffers = std::map<absl::string_view, Buffer>;

std::vector<const Definition*> MethodsOf(const Module& module, const Definition& a_class) {
  std::vector<const Definition*> methods;
  for (const Definition& definition : module.definitions()) {
    if (definition.parent >= 0 && &module.definitions()[definition.parent] == &a_class &&
        definition.kind == Definition::Kind::kMethod) {
      methods.push_back(&definition);
    }
  }
  return methods;
}

// `self.x = torch.zeros(n)` and self.register_buffer("x", torch.zeros(n)).
void AddAllocation(const FileContext& file, Node node, Buffers& buffers) {
  absl::string_view name;
  Node value;
  if (node.Is(NodeKind::kAssignment)) {
    name = SelfAttribute(node.child(Field::kLeft));
    value = node.child(Field::kRight);
  } else if (node.Is(NodeKind::kCall) && CalleeName(node) == "register_buffer") {
    name = Module::StringContent(python::Argument(node, 0, "name"));
    value = python::Argument(node, 1, "tensor");
  }
  if (name.empty() || !value.Is(NodeKind::kCall) || !IsNewTensor(file, value)) return;
  buffers[name].allocation = node;
}

Buffers ReboundBuffers(const FileContext& file, const std::vector<const Definition*>& methods) {
  Buffers buffers;
  for (const Definition* method : methods) {
    if (method->simple_name != "__init__") continue;
    ForEachOwnNode(method->body, [&](Node node) { AddAllocation(file, node, buffers); });
  }
  for (const Definition* method : methods) {
    if (buffers.empty() || IsAllocating(*method)) continue;
    ForEachOwnNode(method->body, NodeKind::kAssignment, [&](Node node) {
      const auto buffer = buffers.find(SelfAttribute(node.child(Field::kLeft)));
      if (buffer == buffers.end() || !IsNewTensor(file, node.child(Field::kRight))) return;
      if (!IsConditional(node)) buffer->second.rebound.push_back(node);
    });
  }
  std::erase_if(buffers, [](const auto& buffer) { return buffer.second.rebound.empty(); });
  return buffers;
}

// Where a captured graph takes the buffer's address; null: nowhere, as far as anyone can tell.
Node CapturedUse(const FileContext& file, const std::vector<const Definition*>& methods,
                 absl::string_view name) {
  for (const Definition* method : methods) {
    if (method->simple_name == "__init__") continue;
    Node use;
    ForEachOwnNode(method->body, NodeKind::kAttribute, [&](Node node) {
      if (use || SelfAttribute(node) != name) return;
      const bool is_written = node.field() == Field::kLeft;
      if (!is_written && IsCaptured(file, node)) use = node;
    });
    if (use) return use;
  }
  return {};
}

void Check(FileContext& file, Node definition) {
  const Module& module = file.module();
  if (IsColdFile(module.path())) return;
  // A graph is spoken of somewhere, or nobody here knows of one.
  if (!LongTextHolds(module.source(), "raph")) return;
  const Definition* a_class = DefinitionOf(module, definition);
  if (a_class == nullptr) return;
  const std::vector<const Definition*> methods = MethodsOf(module, *a_class);
  for (const auto& [name, buffer] : ReboundBuffers(file, methods)) {
    const Node use = CapturedUse(file, methods, name);
    if (!use) continue;
    for (Node assignment : buffer.rebound) {
      const bool is_changed = file.IsChanged(assignment);
      // What a graph computes lives where the graph put it.
      if ((!is_changed && !file.IsChanged(use)) || IsCaptured(file, assignment)) continue;
      file.Report({.at = assignment,
                   .params = {{"buffer", absl::StrCat("self.", name)},
                              {"function", std::string(module.EnclosingFunction(use)->simple_name)},
                              {"line", absl::StrCat(use.first_line())}},
                   .because = is_changed ? assignment : use,
                   .related = {{kAllocatedHere, RangeOf(module, buffer.allocation)},
                               {kCapturedHere, RangeOf(module, use)}}});
    }
  }
}

}  // namespace

extern constinit const Rule kStaticBufferRebound = {
    .info =
        {.id = "static-buffer-rebound",
         .title = {"Buffer of a CUDA graph replaced by another tensor",
                   "CUDA graph 的 buffer 被换成了另一个 tensor"},
         .confidence = Confidence::kMedium,
         .message = {"`{buffer}` gets a new tensor here, while the CUDA graph that captured "
                     "`{function}` keeps using the memory of the old one (line {line})",
                     "`{buffer}` 在这里被换成新的 tensor，而捕获了 `{function}` 的 CUDA graph "
                     "仍使用旧 tensor 的内存（第 {line} 行）"},
         .consequence = {"Each replay reads the old content of the buffer, or memory that has been "
                         "reused for something else",
                         "每次重放读到的都是 buffer 以前的内容，或者已被挪作他用的内存"},
         .advice =
             {"Write into the buffer with `{buffer}.copy_(...)` or `out={buffer}`, or capture the "
              "graph again",
              "用 `{buffer}.copy_(...)` 或 `out={buffer}` 写入该 buffer，或者重新捕获 CUDA graph"},
         .phrases = kPhrases,
         .why = "A CUDA graph stores memory addresses. It does not see a later assignment to the "
                "attribute.",
         .fix = "Allocate the buffer once, then fill it in place.",
         .bad = R"py(
import torch

class Decoder:
    def __init__(self, model, n):
        self.model = model
        self.tokens = torch.zeros(n, dtype=torch.long, device="cuda")

    def capture(self):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.logits = self.model(self.tokens)

    def step(self, logits: torch.Tensor):
        self.tokens = torch.argmax(logits, -1)
        self.graph.replay()
)py",
         .good = R"py(
import torch

class Decoder:
    def __init__(self, model, n):
        self.model = model
        self.tokens = torch.zeros(n, dtype=torch.long, device="cuda")

    def capture(self):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.logits = self.model(self.tokens)

    def step(self, logits: torch.Tensor):
        torch.argmax(logits, -1, out=self.tokens)
        self.graph.replay()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html"},
         .tier = Tier::kHint,
         .checks = {AuditCheck::kMemory, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kClassDefinition},
    .names = "__init__",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
