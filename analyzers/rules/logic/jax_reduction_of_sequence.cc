// jnp.prod(x.shape): reductions of jax.numpy take arrays and numbers, no tuples or lists.

#include <algorithm>
#include <string>

#include "absl/strings/strip.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/understanding/value.h"

namespace allreview::rules {
namespace {

using understanding::Atom;
using understanding::Value;

constexpr Phrase kTuple("sequence-tuple", "tuple", "元组（tuple）");
constexpr Phrase kList("sequence-list", "list", "列表（list）");
constexpr Phrase kPhrases[] = {kTuple, kList};

// They ask for arrays before they do anything (jax.numpy's reductions).
constexpr absl::string_view kReductions[] = {"all",    "amax",    "amin",   "any", "argmax",
                                             "argmin", "cumprod", "cumsum", "max", "mean",
                                             "min",    "prod",    "std",    "sum", "var"};

// `x.shape` and `x.shape[1:]`, which is a tuple of whatever has a shape.
bool IsShape(Node expression) {
  if (expression.Is(NodeKind::kSubscript)) {
    if (!expression.child(Field::kSubscript).Is(NodeKind::kSlice)) return false;
    expression = expression.child(Field::kValue);
  }
  return expression.Is(NodeKind::kAttribute) &&
         expression.child(Field::kAttribute).text() == "shape" &&
         expression.child(Field::kObject).text() != "self";
}

// Null: nobody knows what it is, or an array.
const Phrase* SequenceAt(const FileContext& file, Node argument) {
  const Node value = file.module().Dereference(argument);
  if (!value) return nullptr;
  if (IsShape(value) || value.Is(NodeKind::kTuple)) return &kTuple;
  if (value.Is(NodeKind::kList) || value.Is(NodeKind::kListComprehension)) return &kList;
  const Value known = file.ValueOf(argument);
  if (!known.is_exact()) return nullptr;
  if (known.IsCertainly(Atom::Kind::kTuple)) return &kTuple;
  return known.IsCertainly(Atom::Kind::kList) ? &kList : nullptr;
}

void Check(FileContext& file, Node call) {
  const std::string resolved = file.module().Resolve(call.child(Field::kFunction));
  absl::string_view name = resolved;
  if (!absl::ConsumePrefix(&name, "jax.numpy.")) return;
  if (std::find(std::begin(kReductions), std::end(kReductions), name) == std::end(kReductions)) {
    return;
  }
  const Node argument = python::Argument(call, 0, "a");
  if (!argument || logic::IsExpectedToRaise(call)) return;
  const Phrase* const kind = SequenceAt(file, argument);
  if (kind == nullptr) return;
  file.Report({.at = call,
               .params = {{"call", OneLine(call)},
                          {"argument", OneLine(argument)},
                          {"kind", *kind},
                          {"function", std::string(name)}}});
}

}  // namespace

extern constinit const Rule kJaxReductionOfSequence = {
    .info = {.id = "jax-reduction-of-sequence",
             .title = {"jax.numpy reduction of a tuple or list", "对元组或列表做 jax.numpy 归约"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{argument}` is a {kind}, which `jnp.{function}` refuses",
                         "`{argument}` 是{kind}，`jnp.{function}` 不接受"},
             .consequence = {"It raises TypeError whenever it is evaluated",
                             "每次求值都会抛出 TypeError"},
             .advice = {"Use `math.prod` and Python's own functions for shapes, or convert it with "
                        "`jnp.asarray`",
                        "对 shape 使用 `math.prod` 等 Python 自带函数，或先用 `jnp.asarray` 转换"},
             .phrases = kPhrases,
             .why = "numpy turns lists and tuples into arrays without a word. jax.numpy does not: "
                    "each element would become an operand of its own in a trace, so its functions "
                    "raise TypeError. Under jit the result would be a traced value besides, which "
                    "cannot be a size.",
             .fix = "Compute with shapes in Python: math.prod(x.shape).",
             .bad = R"py(
import jax.numpy as jnp

def count(x):
    return jnp.prod(x.shape[:2])
)py",
             .good = R"py(
import math

def count(x):
    return math.prod(x.shape[:2])
)py",
             .references = {"https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html"}},
    .kinds = {NodeKind::kCall},
    .names = "all amax amin any argmax argmin cumprod cumsum max mean min prod std sum var",
    .file_names = "jax jnp",
    .check = Check};

}  // namespace allreview::rules
