#include "analyzers/rules/cuda/device_code.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/rules/shared/cpp_code.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

using cpp::Kind;
using cpp::Node;

constexpr int kMaxHops = 6;        // From a variable to what it is computed from.
constexpr size_t kMaxNodes = 300;  // Of one expression.
constexpr int64_t kWarp = 32;

bool IsThreadIdx(Node node) {
  return node.Is(Kind::kFieldExpression) && node.child(cpp::Field::kArgument).text() == "threadIdx";
}

// Calls that hand on what they are given; any other one may answer the same to all threads.
bool HandsOn(Node call) {
  const absl::string_view name = cpp::CalleeName(call);
  return name == "min" || name == "max" || name == "static_cast" || name == "int" ||
         name == "size_t" || name == "int64_t" || name == "unsigned";
}

// A whole number of warps: 32, kWarpSize, THREADS_PER_WARP.
bool IsWarpSize(const cpp::Unit& unit, Node node) {
  if (const std::optional<int64_t> value = unit.ConstantOf(node)) {
    return *value > 0 && *value % kWarp == 0;
  }
  return absl::StrContains(absl::AsciiStrToLower(node.text().substr(0, 80)), "warp");
}

// `a / 32` and `a >> 5`: the same for the threads of a warp.
bool GroupsWarps(const cpp::Unit& unit, Node node) {
  const Node right = node.child(cpp::Field::kRight);
  if (IsBinary(node, "/")) return IsWarpSize(unit, right);
  return IsBinary(node, ">>") && unit.ConstantOf(right).value_or(0) >= 5;
}

// `threadIdx.x < 32`: whole warps take one side.
bool SplitsBetweenWarps(const cpp::Unit& unit, Node node) {
  if (!IsBinary(node, "<") && !IsBinary(node, ">=")) return false;
  return IsThreadIndex(unit, node.child(cpp::Field::kLeft)) &&
         IsWarpSize(unit, cpp::WithoutCasts(node.child(cpp::Field::kRight)));
}

const cpp::Variable* LocalOf(const cpp::Unit& unit, Node node) {
  if (!node.Is(Kind::kIdentifier)) return nullptr;
  const cpp::Variable* const variable = unit.DeclarationOf(node);
  if (variable == nullptr || variable->kind != cpp::Variable::Kind::kLocal) return nullptr;
  const bool is_known = variable->initializer && !variable->initializer.Contains(node);
  return is_known && !variable->is_shared && variable->extents.empty() ? variable : nullptr;
}

struct Open {
  Node node;
  Spread most;  // What the operators around it leave of it.
  int hops;
};

// __ldg, expf, fmaxf, static_cast: by their form, as nobody waits in a name of this kind.
bool IsArithmetic(absl::string_view name) {
  if (absl::StartsWith(name, "__") || absl::EndsWith(name, "_cast")) return true;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return absl::ascii_islower(c) || absl::ascii_isdigit(c); });
}

// The words of a name: a part of a function that waits is called so.
bool SoundsLikeWaiting(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  for (absl::string_view word : {"sync", "barrier", "wait", "arrive", "reduce", "scan", "fence"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

}  // namespace

const cpp::Function* DeviceFunctionAt(const cpp::Unit& unit, Node node) {
  const cpp::Function* const function = unit.EnclosingFunction(node);
  return function != nullptr && (function->is_kernel || function->is_device) ? function : nullptr;
}

Spread SpreadOf(const cpp::Unit& unit, Node expression) {
  std::vector<Open> open = {{expression, Spread::kOfThread, 0}};
  Spread spread = Spread::kUniform;
  for (size_t i = 0; i < open.size() && i < kMaxNodes; ++i) {
    Poll();
    const auto [node, most, hops] = open[i];
    if (IsThreadIdx(node)) {
      spread = std::max(spread, most);
      continue;
    }
    if (const cpp::Variable* const local = hops < kMaxHops ? LocalOf(unit, node) : nullptr) {
      open.push_back({local->initializer, most, hops + 1});
      continue;
    }
    // An object that knows its thread knows other things, too.
    if (node.Is(Kind::kFieldExpression) || node.Is(Kind::kLambdaExpression)) continue;
    if (node.Is(Kind::kCallExpression) && !HandsOn(node)) continue;
    const bool is_of_warp = GroupsWarps(unit, node) || SplitsBetweenWarps(unit, node);
    for (Node child : node.named_children()) {
      open.push_back({child, is_of_warp ? std::min(most, Spread::kOfWarp) : most, hops});
    }
  }
  return spread;
}

bool IsThreadIndex(const cpp::Unit& unit, Node expression) {
  Node node = cpp::WithoutCasts(expression);
  for (int hop = 0; hop < kMaxHops; ++hop) {
    if (IsThreadIdx(node)) return true;
    const cpp::Variable* const local = LocalOf(unit, node);
    if (local == nullptr) return false;
    node = cpp::WithoutCasts(local->initializer);
  }
  return false;
}

std::string Meaning(const cpp::Unit& unit, Node expression) {
  Node node = cpp::WithoutCasts(expression);
  for (int hop = 0; hop < kMaxHops; ++hop) {
    const cpp::Variable* const local = LocalOf(unit, node);
    if (local == nullptr) break;
    const Node source = cpp::WithoutCasts(local->initializer);
    if (!source.Is(Kind::kIdentifier) && !IsThreadIdx(source)) break;
    node = source;
  }
  return OneLine(node);
}

bool ChoosesOneThread(const cpp::Unit& unit, Node condition) {
  const Node node = cpp::WithoutParentheses(condition);
  if (IsBinary(node, "&&")) {
    return ChoosesOneThread(unit, node.child(cpp::Field::kLeft)) ||
           ChoosesOneThread(unit, node.child(cpp::Field::kRight));
  }
  const bool is_one = IsBinary(node, "==") || (node.Is(Kind::kUnaryExpression) &&
                                               node.child(cpp::Field::kOperator).text() == "!");
  return is_one && SpreadOf(unit, node) == Spread::kOfThread;
}

bool LeavesWarpsOut(const cpp::Unit& unit, Node condition) {
  if (SpreadOf(unit, condition) == Spread::kOfWarp) return true;
  if (!IsBinary(condition, "<") || !IsThreadIndex(unit, condition.child(cpp::Field::kLeft))) {
    return false;
  }
  const std::optional<int64_t> bound = unit.ConstantOf(condition.child(cpp::Field::kRight));
  return bound && *bound <= kWarp;
}

bool IsBlockBarrier(const cpp::Unit& unit, Node call) {
  const absl::string_view name = cpp::CalleeName(call);
  if (name == "__syncthreads") return true;
  if (name != "sync") return false;
  const Node object = cpp::ObjectOf(call);
  if (!object.Is(Kind::kIdentifier)) return false;
  const cpp::Variable* const variable = unit.DeclarationOf(object);
  if (variable == nullptr) return false;
  // Not tiled_partition<32>(this_thread_block()).
  return absl::EndsWith(variable->type.text, "thread_block") ||
         cpp::CalleeName(cpp::WithoutCasts(variable->initializer)) == "this_thread_block";
}

bool MayWait(const cpp::Unit& unit, Node call) {
  const absl::string_view name = cpp::CalleeName(call);
  if (name.empty() || SoundsLikeWaiting(name)) return true;
  const cpp::Function* const function = unit.FindFunction(name);
  if (function == nullptr || !function->body) return !IsArithmetic(name);
  for (Node inner : function->body.descendants(Kind::kCallExpression)) {
    if (SoundsLikeWaiting(cpp::CalleeName(inner))) return true;
  }
  return absl::StrContains(function->body.text().substr(0, 4'000), "asm");
}

}  // namespace allreview::rules
