// A binding that names more or fewer arguments than its C++ function has, or whose function the
// change takes away.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/cpp/extension_calls.h"
#include "analyzers/rules/text_observation.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

using extensions::Bound;
using extensions::Extensions;
using extensions::FoundFunction;
using extensions::Match;

constexpr Phrase kNamesOthers("names-other-count",
                              "names {named} arguments, and `{target}` at {place} takes {taken}",
                              "命名了 {named} 个参数，而 {place} 的 `{target}` 接受 {taken} 个");
constexpr Phrase kNamesOfLambda("names-other-than-lambda",
                                "names {named} arguments, and its function takes {taken}",
                                "命名了 {named} 个参数，而它的函数接受 {taken} 个");
constexpr Phrase kFunctionIsGone("bound-function-gone",
                                 "binds `{target}`, which this change removes",
                                 "绑定了 `{target}`，而本次改动删除了它");
constexpr Phrase kPhrases[] = {kNamesOthers, kNamesOfLambda, kFunctionIsGone};

Params ParamsOf(const Bound& bound, Sentence what) {
  const std::string& name = bound.name->name.empty() ? bound.name->holder : bound.name->name;
  return {{"name", name}, {"place", PlaceOf(bound)}, {"what", std::move(what)}};
}

Sentence CountsOf(const Bound& bound) {
  Params params = {{"named", absl::StrCat(bound.name->arguments.size())},
                   {"taken", absl::StrCat(extensions::CountNamed(bound.parameters))}};
  if (bound.functions.empty() || bound.match == Match::kInPlace || bound.name->is_lambda) {
    return Sentence(kNamesOfLambda, std::move(params));
  }
  const FoundFunction& found = bound.functions[0];
  params.emplace_back("target", found.function->name);
  params.emplace_back("place", absl::StrCat(found.file->path, ":", found.function->line));
  return Sentence(kNamesOthers, std::move(params));
}

// The same binding before the change.
const Bound* Before(Extensions& extensions, const Bound& after) {
  for (const Bound& before : extensions.bound(Side::kLeft)) {
    Poll();
    if (before.name->name == after.name->name && before.name->holder == after.name->holder &&
        before.name->target == after.name->target && before.file->path == after.file->path &&
        before.name->arguments.size() == after.name->arguments.size()) {
      return &before;
    }
  }
  return nullptr;
}

void CheckCounts(ChangeContext& change, Extensions& extensions, const Bound& bound) {
  const Bound* const before = Before(extensions, bound);
  if (before != nullptr && before->match == Match::kMisfit) return;
  std::vector<CppSpot> spots = {SpotOf(change, bound, Side::kRight)};
  for (const FoundFunction& found : bound.functions) {
    spots.push_back(SpotOf(change, found, Side::kRight));
  }
  const CppSpot* const spot = Changed(spots);
  if (spot != nullptr) {
    ReportAt(change, *spot, {.at = {}, .params = ParamsOf(bound, CountsOf(bound))});
  }
}

// Declarations that stay without their definition still compile.
void CheckFunction(ChangeContext& change, Extensions& extensions, const Bound& bound) {
  const Bound* const before = Before(extensions, bound);
  if (before == nullptr || before->functions.empty()) return;
  for (const FoundFunction& found : before->functions) {
    const CppSpot spot = SpotOf(change, found, Side::kLeft);
    if (spot.file == nullptr || !spot.node) continue;
    change.ReportCppBefore(
        *spot.file,
        {.at = spot.node,
         .params = ParamsOf(bound, Sentence(kFunctionIsGone, {{"target", bound.name->target}})),
         .cause = CauseOfRemovedLine(*spot.file->changed, spot.node.first_line())});
    return;
  }
}

void CheckBindings(ChangeContext& change) {
  if (change.all_cpp_files().empty()) return;
  const std::shared_ptr<Extensions> extensions = ExtensionsAround(change);
  if (extensions == nullptr) return;
  for (const Bound& bound : extensions->bound(Side::kRight)) {
    if (bound.name->has_error) continue;
    if (bound.match == Match::kMisfit) CheckCounts(change, *extensions, bound);
    if (bound.match == Match::kNotFound && !bound.name->target.empty()) {
      CheckFunction(change, *extensions, bound);
    }
  }
}

}  // namespace

extern constinit const Rule kBindingDoesNotFitFunction = {
    .info = {.id = "binding-does-not-fit-function",
             .title = {"Binding does not fit its C++ function", "绑定与其 C++ 函数不符"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"The binding of `{name}` at {place} {what}",
                         "{place} 处 `{name}` 的绑定{what}"},
             .consequence = {"The extension does not compile", "扩展无法通过编译"},
             .advice = {"Change the function and the binding of `{name}` together",
                        "同时修改 `{name}` 的函数与绑定"},
             .phrases = kPhrases,
             .why = "pybind11 wants either no py::arg or one for each parameter but `self`, "
                    "py::args and py::kwargs. Functions that are not found, and overloads that "
                    "take different numbers of parameters, are passed over.",
             .fix = "Give each parameter its py::arg.",
             .bad = R"py(
# --- csrc/ops.cpp before
at::Tensor scale(at::Tensor x) { return x; }
PYBIND11_MODULE(my_ops, m) { m.def("scale", &scale, py::arg("x")); }
# --- csrc/ops.cpp after
at::Tensor scale(at::Tensor x, double by) { return x; }
PYBIND11_MODULE(my_ops, m) { m.def("scale", &scale, py::arg("x")); }
)py",
             .good = R"py(
# --- csrc/ops.cpp before
at::Tensor scale(at::Tensor x) { return x; }
PYBIND11_MODULE(my_ops, m) { m.def("scale", &scale, py::arg("x")); }
# --- csrc/ops.cpp after
at::Tensor scale(at::Tensor x, double by) { return x; }
PYBIND11_MODULE(my_ops, m) { m.def("scale", &scale, py::arg("x"), py::arg("by")); }
)py"},
    .check_change = CheckBindings};

}  // namespace allreview::rules
