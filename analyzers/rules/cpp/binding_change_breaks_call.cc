// The change removes, renames or alters a binding, and Python calls it as before.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/extensions/print_bindings.h"
#include "analyzers/repository/facts.h"
#include "analyzers/rules/cpp/extension_calls.h"
#include "analyzers/rules/cpp/misfit_phrases.h"
#include "analyzers/rules/text_observation.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

using extensions::Bound;
using extensions::Extensions;
using extensions::PythonCall;

constexpr Phrase kIsRemoved("binding-removed", "is no longer bound", "不再绑定");
constexpr Phrase kIsRenamed("binding-renamed", "is now bound as `{name}`", "现在绑定为 `{name}`");
constexpr Phrase kNowTakes("binding-takes", "now takes {signature}", "现在接受 {signature}");
constexpr Phrase kOneBroken("one-broken-call", "{place} still calls it as before",
                            "{place} 仍按原来的方式调用");
constexpr Phrase kManyBroken("many-broken-calls",
                             "{count} calls are as before, for example {place}",
                             "仍有 {count} 处按原来的方式调用，例如 {place}");
constexpr Phrase kBrokenCall("broken-extension-call", "Calls it as before", "仍按原来的方式调用");
constexpr Phrase kPhrases[] = {kIsRemoved, kIsRenamed,  kNowTakes,
                               kOneBroken, kManyBroken, kBrokenCall};

constexpr size_t kMaxRelated = 50;

// Calls that were right and are not any more, of code that the change leaves alone.
std::vector<PythonCall> BrokenCalls(ChangeContext& change, Extensions& extensions,
                                    const Bound& before) {
  std::vector<PythonCall> broken;
  for (PythonCall& call : extensions.CallsOf(before)) {
    if (call.call->is_guarded || CertainMisfit(call, extensions.BoundTo(call, Side::kLeft))) {
      continue;
    }
    const std::vector<const Bound*> after = extensions.BoundTo(call, Side::kRight);
    const bool is_gone = after.empty() && !extensions.IsDefinedInPython(call);
    const repository::Place& place = call.call->place;
    bool is_new = false;  // Then the call itself is told of.
    for (const AnalysedFile& file : change.files()) {
      is_new = is_new || (file.after != nullptr && file.changed->path == call.file->path() &&
                          file.lines.HasAdded(place.line, place.end_line - 1));
    }
    if (is_gone || (!is_new && !after.empty() && CertainMisfit(call, after))) {
      broken.push_back(std::move(call));
    }
  }
  return broken;
}

// Another binding of the same function in the same file, which was not there before.
const Bound* RenamedTo(Extensions& extensions, const Bound& before) {
  const auto is_like = [&](const Bound& one) {
    return !before.name->target.empty() && one.name->target == before.name->target &&
           one.name->holder == before.name->holder && one.file->path == before.file->path;
  };
  const Bound* renamed = nullptr;
  for (const Bound& one : extensions.bound(Side::kRight)) {
    if (!is_like(one)) continue;
    bool was_there = false;
    for (const Bound& old : extensions.bound(Side::kLeft)) {
      was_there = was_there || (is_like(old) && old.name->name == one.name->name);
    }
    if (!was_there) renamed = &one;
  }
  return renamed;
}

CppObservation ObservationOf(const Bound& before, Sentence what,
                             const std::vector<PythonCall>& broken) {
  const std::string first = PlaceOf(broken[0]);
  CppObservation observation{
      .at = {},
      .params = {{"name", before.name->name.empty() ? before.name->holder : before.name->name},
                 {"what", std::move(what)},
                 {"calls", broken.size() == 1
                               ? Sentence(kOneBroken, {{"place", first}})
                               : Sentence(kManyBroken, {{"count", absl::StrCat(broken.size())},
                                                        {"place", first}})}}};
  for (const PythonCall& call : broken) {
    if (observation.related.size() < kMaxRelated) {
      observation.related.push_back({kBrokenCall, RangeOf(call)});
    }
  }
  return observation;
}

// Nothing that Python may see of it is different.
bool IsSame(Extensions& extensions, const Bound& before) {
  for (const Bound& after : extensions.bound(Side::kRight)) {
    Poll();
    if (after.name->name == before.name->name && after.name->holder == before.name->holder &&
        after.file->path == before.file->path && after.name->kind == before.name->kind &&
        after.signature == before.signature) {
      return true;
    }
  }
  return false;
}

void CheckBinding(ChangeContext& change, Extensions& extensions, const Bound& before) {
  if (!before.signature || before.name->kind == cpp::Binding::Kind::kImplementation ||
      IsSame(extensions, before)) {
    return;
  }
  const std::vector<PythonCall> broken = BrokenCalls(change, extensions, before);
  if (broken.empty()) return;
  const std::vector<const Bound*> after = extensions.BoundTo(broken[0], Side::kRight);
  if (after.empty()) {
    const CppSpot spot = SpotOf(change, before, Side::kLeft);
    if (spot.file == nullptr || !spot.node) return;
    const Bound* const renamed = RenamedTo(extensions, before);
    CppObservation observation =
        ObservationOf(before,
                      renamed == nullptr ? Sentence(kIsRemoved)
                                         : Sentence(kIsRenamed, {{"name", renamed->name->name}}),
                      broken);
    observation.at = spot.node;
    observation.cause = CauseOfRemovedLine(*spot.file->changed, spot.node.first_line());
    change.ReportCppBefore(*spot.file, std::move(observation));
    return;
  }
  std::vector<CppSpot> spots;
  for (const Bound* one : after) {
    spots.push_back(SpotOf(change, *one, Side::kRight));
    for (const extensions::FoundFunction& found : one->functions) {
      spots.push_back(SpotOf(change, found, Side::kRight));
    }
  }
  const CppSpot* const spot = Changed(spots);
  if (spot == nullptr) return;
  ReportAt(
      change, *spot,
      ObservationOf(before, Sentence(kNowTakes, {{"signature", Describe(*after[0]->signature)}}),
                    broken));
}

void CheckBindings(ChangeContext& change) {
  if (change.all_cpp_files().empty()) return;
  const std::shared_ptr<Extensions> extensions = ExtensionsAround(change);
  if (extensions == nullptr) return;
  for (const Bound& before : extensions->bound(Side::kLeft)) {
    CheckBinding(change, *extensions, before);
  }
}

}  // namespace

extern constinit const Rule kBindingChangeBreaksCall = {
    .info = {.id = "binding-change-breaks-call",
             .title = {"Python still calls the binding as it was", "Python 仍按旧的绑定调用"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{name}` {what}, and {calls}", "`{name}` {what}，而 {calls}"},
             .consequence = {"These calls raise an error when they run",
                             "这些调用在执行时会抛出异常"},
             .advice = {"Change the calls of `{name}` with the binding, or keep what they use",
                        "随绑定一起修改对 `{name}` 的调用，或保留它们用到的部分"},
             .phrases = kPhrases,
             .why = "The C++ side compiles and the Python side imports; only the call itself "
                    "fails. Calls that expect a failure are passed over, and names that Python "
                    "registers, too.",
             .fix = "Change the Python calls in the same change.",
             .bad = R"py(
# --- csrc/ops.cpp before
at::Tensor scale(at::Tensor x) { return x; }
PYBIND11_MODULE(my_ops, m) {
  m.def("scale", &scale);
}
# --- csrc/ops.cpp after
at::Tensor scale(at::Tensor x) { return x; }
PYBIND11_MODULE(my_ops, m) {
  m.def("rescale", &scale);
}
# --- setup.py unchanged
CUDAExtension(name="my_ops", sources=["csrc/ops.cpp"])
# --- pkg/use.py unchanged
import my_ops

def use(x):
    return my_ops.scale(x)
)py",
             .good = R"py(
# --- csrc/ops.cpp before
at::Tensor scale(at::Tensor x) { return x; }
PYBIND11_MODULE(my_ops, m) {
  m.def("scale", &scale);
}
# --- csrc/ops.cpp after
at::Tensor scale(at::Tensor x) { return x; }
PYBIND11_MODULE(my_ops, m) {
  m.def("scale", &scale);
  m.def("rescale", &scale);
}
# --- setup.py unchanged
CUDAExtension(name="my_ops", sources=["csrc/ops.cpp"])
# --- pkg/use.py unchanged
import my_ops

def use(x):
    return my_ops.scale(x)
)py"},
    .check_change = CheckBindings};

}  // namespace allreview::rules
