// A value that is guarded against 0 in one place divides without the guard in another.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/python/guards.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/numerics/denominators.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using numerics::Division;
using numerics::Operation;
using python::Module;

constexpr Phrase kGuardOnce("guard-once", "Guard it once and use that value everywhere",
                            "只保护一次，之后都使用该值");
constexpr Phrase kDivideBy("divide-by", "Divide by `{value}`", "除以 `{value}`");
constexpr Phrase kGuardedHere("guarded-here", "guarded here", "这里有保护");
constexpr Phrase kPhrases[] = {kGuardOnce, kDivideBy, kGuardedHere};

bool IsName(Node expression) {
  return expression.Is(NodeKind::kIdentifier) || expression.Is(NodeKind::kAttribute);
}

// A place where the function keeps `value` above 0.
struct Protection {
  Node value;
  Node at;
};

// clamp(x, min=1), x.clamp_min(1), max(x, 1), torch.maximum(x, one).
Protection ClampAt(const Module& module, Node call) {
  const Operation clamp =
      numerics::OperationOf(module, call, {"clamp", "clip", "clamp_min", "maximum"});
  if (clamp) {
    const bool has_floor =
        clamp.name == "clamp_min" || clamp.name == "maximum" || clamp.Argument(0, "min");
    return has_floor ? Protection{numerics::WithoutCasts(clamp.operand), call} : Protection{};
  }
  if (!module.Calls(call, "builtins.max")) return {};
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.size() != 2) return {};
  if (numerics::LiteralOf(arguments.positional[1])) return {arguments.positional[0], call};
  if (numerics::LiteralOf(arguments.positional[0])) return {arguments.positional[1], call};
  return {};
}

// a / (x + eps), and a / x where a test around it or an early exit speaks of x.
Protection GuardedDenominator(const Module& module, const Division& division) {
  const numerics::Binary sum = numerics::BinaryOf(division.denominator);
  const Node value = numerics::WithoutCasts(sum.op == "+" ? sum.left : division.denominator);
  if (!IsName(value)) return {};
  const python::ZeroGuard guard = python::FindZeroGuard(module, division.denominator);
  const bool is_local = guard.kind == python::ZeroGuard::Kind::kEpsilon ||
                        (guard.kind == python::ZeroGuard::Kind::kCondition &&
                         guard.node.parent().Contains(division.at));
  // `n / x >= 1` divides by x, it does not ask whether x is 0.
  for (Node node : guard.node.descendants()) {
    const Division inside = numerics::DivisionOf(node);
    if (inside && sum.op != "+" && numerics::IsSame(inside.denominator, value)) return {};
    // So does `n % x == 0`, which raises for 0.
    const numerics::Binary rest = numerics::BinaryOf(node);
    if ((rest.op == "%" || rest.op == "//") && numerics::IsSame(rest.right, value)) return {};
  }
  // A guard in the definition of x itself holds everywhere.
  if (!is_local || (sum.op == "+" && !division.at.Contains(guard.node))) return {};
  return {value, division.at};
}

bool IsSameValue(const Module& module, Node value, Node other) {
  if (!numerics::IsSame(value, other)) return false;
  if (value.Is(NodeKind::kAttribute)) return true;
  const bool is_before = value.index() < other.index();
  return numerics::CanRepeat(module, value, is_before ? value : other, is_before ? other : value);
}

// The name that the protected value got where it reaches the division: `safe = clamp(n, min=1)`.
std::string SafeNameFor(const Protection& protection, const Division& division) {
  const Node assignment = protection.at.parent();
  if (!assignment.Is(NodeKind::kAssignment) || assignment.child(Field::kRight) != protection.at ||
      !assignment.child(Field::kLeft).Is(NodeKind::kIdentifier)) {
    return "";
  }
  const Node statement = python::StatementOf(assignment);
  if (!statement.parent().Contains(division.at) || statement.index() > division.at.index()) {
    return "";
  }
  return std::string(assignment.child(Field::kLeft).text());
}

void Report(FileContext& file, const Division& division, const Protection& protection) {
  const Module& module = file.module();
  const std::string safe = SafeNameFor(protection, division);
  Observation observation{
      .at = division.at,
      .params = {{"x", numerics::Text(division.denominator)},
                 {"line", absl::StrCat(protection.at.first_line())},
                 {"remedy", safe.empty() ? kGuardOnce : Sentence(kDivideBy, {{"value", safe}})}},
      .related = {{kGuardedHere, RangeOf(module, protection.at)}}};
  if (!safe.empty() && IsName(division.denominator)) {
    observation.edits = {Replace(module, division.denominator, safe)};
  }
  file.Report(std::move(observation));
}

// Most functions do not divide, and a look at their operators costs less than all that follows.
bool Divides(Node owner) {
  for (NodeKind kind : {NodeKind::kBinaryOperator, NodeKind::kAugmentedAssignment}) {
    for (Node node : owner.descendants(kind)) {
      const absl::string_view op = node.child(Field::kOperator).text();
      if (op == "/" || op == "/=") return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node owner) {
  if (!Divides(owner)) return;
  const Module& module = file.module();
  std::vector<Protection> protections;
  std::vector<Division> raw;
  numerics::ForEachOwnNode(owner, [&](Node node) {
    if (node.Is(NodeKind::kCall)) {
      const Protection clamp = ClampAt(module, node);
      if (clamp.at && IsName(clamp.value)) protections.push_back(clamp);
      return;
    }
    const Division division = numerics::DivisionOf(node);
    if (!division) return;
    if (python::FindZeroGuard(module, division.denominator)) {
      const Protection guarded = GuardedDenominator(module, division);
      if (guarded.at) protections.push_back(guarded);
      return;
    }
    const Node value = numerics::WithoutCasts(division.denominator);
    if (IsName(value) && !numerics::IsNamedLikeSize(value)) raw.push_back(division);
  });
  std::vector<Node> reported;
  for (const Division& division : raw) {
    const Node value = numerics::WithoutCasts(division.denominator);
    for (const Protection& protection : protections) {
      if (!IsSameValue(module, protection.value, value)) continue;
      bool is_known = false;
      for (Node other : reported) is_known = is_known || numerics::IsSame(other, value);
      if (!is_known) Report(file, division, protection);
      reported.push_back(value);
      break;
    }
  }
}

}  // namespace

extern constinit const Rule kInconsistentZeroGuard = {
    .info = {.id = "inconsistent-zero-guard",
             .title = {"Denominator guarded in one place but not in another",
                       "分母在一处有保护，在另一处没有"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"The division by `{x}` lacks the guard that line {line} has",
                         "这里直接除以 `{x}`，没有第 {line} 行那样的保护"},
             .consequence = {"If it is 0, for example for a micro-batch without valid tokens, this "
                             "quotient is NaN or inf although the other one is not",
                             "当它为 0 时（例如没有有效 token 的 "
                             "micro-batch），另一处没有问题，而这个商会是 NaN 或 inf"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why =
                 "The guard says that the value can be 0. Every division by it then needs the "
                 "guard; often one is forgotten, for example the one that computes a logged value.",
             .fix =
                 "Compute the guarded value once (n = n.clamp(min=1)) and divide by it everywhere.",
             .bad = R"py(
import torch

def average(total, n_valid):
    safe = torch.clamp(n_valid, min=1)
    loss = total / safe
    return loss, total.detach() / n_valid
)py",
             .good = R"py(
import torch

def average(total, n_valid):
    safe = torch.clamp(n_valid, min=1)
    loss = total / safe
    return loss, total.detach() / safe
)py",
             .version = 2},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
