// The schema of an operator and the C++ function that implements it disagree.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/cpp/extension_calls.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

using extensions::Bound;
using extensions::Extensions;
using extensions::FoundFunction;
using extensions::Match;
using extensions::Schema;

constexpr Phrase kOtherCount("schema-other-count",
                             "has {declared} arguments, and the function takes {taken}",
                             "有 {declared} 个参数，而该函数接受 {taken} 个");
constexpr Phrase kOtherType("schema-other-type",
                            "says `{declared}` for `{name}`, and the function takes `{taken}`",
                            "中 `{name}` 为 `{declared}`，而该函数接受 `{taken}`");
constexpr Phrase kReturnsNothing("schema-returns-nothing",
                                 "returns `{declared}`, and the function returns nothing",
                                 "返回 `{declared}`，而该函数没有返回值");
constexpr Phrase kReturnsSomething("schema-returns-something",
                                   "returns nothing, and the function returns `{taken}`",
                                   "没有返回值，而该函数返回 `{taken}`");
constexpr Phrase kPhrases[] = {kOtherCount, kOtherType, kReturnsNothing, kReturnsSomething};

std::optional<Sentence> DifferenceInReturns(const Schema& schema,
                                            const extensions::CppFunction& function) {
  const std::string& returned = function.return_type;
  if (returned == "void" && !schema.returns.empty()) {
    return Sentence(kReturnsNothing, {{"declared", schema.returns[0]}});
  }
  // What else there is may be an alias of void.
  const bool is_tensor = absl::EndsWith(returned, "Tensor") && returned.size() <= 13;
  if (schema.returns.empty() && (is_tensor || returned == "int64_t" || returned == "bool")) {
    return Sentence(kReturnsSomething, {{"taken", returned}});
  }
  return std::nullopt;
}

// nullopt: they agree, as far as is known.
std::optional<Sentence> DifferenceOf(const Schema& schema, const Bound& function) {
  if (schema.parameters.size() != function.parameters.size()) {
    return Sentence(kOtherCount, {{"declared", absl::StrCat(schema.parameters.size())},
                                  {"taken", absl::StrCat(function.parameters.size())}});
  }
  for (size_t i = 0; i < schema.parameters.size(); ++i) {
    const extensions::SchemaParameter& declared = schema.parameters[i];
    const std::string& taken = function.parameters[i].type;
    if (extensions::IsOtherType(declared.type, taken, function.name->is_stable)) {
      return Sentence(kOtherType,
                      {{"declared", declared.type}, {"name", declared.name}, {"taken", taken}});
    }
  }
  if (function.functions.empty()) return std::nullopt;
  return DifferenceInReturns(schema, *function.functions[0].function);
}

bool HasFunction(const Bound& bound) {
  return bound.is_operator() && (bound.match == Match::kFunction || bound.match == Match::kInPlace);
}

// Operators that the implementation may stand for: the one that says it, or those of its name.
std::vector<const Bound*> Declarations(const std::vector<Bound>& all, const Bound& function) {
  std::vector<const Bound*> declarations;
  if (function.schema) return {&function};
  for (const Bound& one : all) {
    Poll();
    if (!one.schema || one.name->kind != cpp::Binding::Kind::kOperator) continue;
    const std::string full = absl::StrCat(function.name->module, "::", function.name->name);
    const bool is_same_library =
        one.name->module == function.name->module || one.schema->name == full;
    if (is_same_library && one.name->name == function.name->name) declarations.push_back(&one);
  }
  return declarations;
}

struct Disagreement {
  const Bound* declaration = nullptr;
  Sentence what;
};

// With all that it may stand for.
std::optional<Disagreement> DisagreementOf(const std::vector<Bound>& all, const Bound& function) {
  std::optional<Disagreement> first;
  for (const Bound* declaration : Declarations(all, function)) {
    std::optional<Sentence> what = DifferenceOf(*declaration->schema, function);
    if (!what) return std::nullopt;
    if (!first) first = Disagreement{declaration, *std::move(what)};
  }
  return first;
}

bool WasThere(Extensions& extensions, const Bound& function) {
  const std::vector<Bound>& all = extensions.bound(Side::kLeft);
  for (const Bound& before : all) {
    Poll();
    if (HasFunction(before) && before.name->name == function.name->name &&
        before.name->module == function.name->module &&
        before.name->dispatch_key == function.name->dispatch_key &&
        before.file->path == function.file->path && DisagreementOf(all, before)) {
      return true;
    }
  }
  return false;
}

// `told`: places, each is told of once.
void CheckFunction(ChangeContext& change, Extensions& extensions, const Bound& function,
                   std::set<std::string>& told) {
  std::optional<Disagreement> found = DisagreementOf(extensions.bound(Side::kRight), function);
  if (!found || WasThere(extensions, function)) return;
  std::vector<CppSpot> spots = {SpotOf(change, *found->declaration, Side::kRight),
                                SpotOf(change, function, Side::kRight)};
  for (const FoundFunction& one : function.functions) {
    spots.push_back(SpotOf(change, one, Side::kRight));
  }
  const CppSpot* const spot = Changed(spots);
  if (spot == nullptr) return;
  const std::string& path = spot->file->changed->path;
  if (!told.insert(absl::StrCat(path, ":", spot->node.index())).second) return;
  std::string target = function.name->target.empty() ? PlaceOf(function) : function.name->target;
  ReportAt(change, *spot,
           {.at = {},
            .params = {{"name", function.name->name},
                       {"place", PlaceOf(*found->declaration)},
                       {"target", std::move(target)},
                       {"what", std::move(found->what)}}});
}

void CheckOperators(ChangeContext& change) {
  if (change.all_cpp_files().empty()) return;
  const std::shared_ptr<Extensions> extensions = ExtensionsAround(change);
  if (extensions == nullptr) return;
  std::set<std::string> told;
  for (const Bound& bound : extensions->bound(Side::kRight)) {
    if (HasFunction(bound)) CheckFunction(change, *extensions, bound, told);
  }
}

}  // namespace

extern constinit const Rule kOperatorSchemaDoesNotFit = {
    .info = {.id = "operator-schema-does-not-fit",
             .title = {"Operator schema does not fit its implementation",
                       "算子 schema 与其实现不符"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"The schema of `{name}` at {place} {what} (`{target}`)",
                         "{place} 处 `{name}` 的 schema {what}（`{target}`）"},
             .consequence = {"Loading the library fails when the implementation is registered",
                             "加载该库、注册实现时会失败"},
             .advice = {"Write the schema of `{name}` as the function is, or change the function",
                        "让 `{name}` 的 schema 与函数一致，或修改函数"},
             .phrases = kPhrases,
             .why = "The dispatcher infers a schema from the C++ function and compares it with the "
                    "declared one. `int` is int64_t and `float` is double there. Types that are "
                    "not known are passed over.",
             .fix = "Give both the same arguments.",
             .bad = R"py(
# --- csrc/ops.cpp
at::Tensor scale(const at::Tensor& x, double by) { return x * by; }
TORCH_LIBRARY(my_ops, m) {
  m.def("scale(Tensor x) -> Tensor", &scale);
}
)py",
             .good = R"py(
# --- csrc/ops.cpp
at::Tensor scale(const at::Tensor& x, double by) { return x * by; }
TORCH_LIBRARY(my_ops, m) {
  m.def("scale(Tensor x, float by) -> Tensor", &scale);
}
)py"},
    .check_change = CheckOperators};

}  // namespace allreview::rules
