// A Python call of an extension that its binding refuses, or of a name that it does not bind.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/extensions/print_bindings.h"
#include "analyzers/repository/facts.h"
#include "analyzers/rules/cpp/extension_calls.h"
#include "analyzers/rules/cpp/misfit_phrases.h"

namespace allreview::rules {
namespace {

using extensions::Bound;
using extensions::Extensions;
using extensions::PythonCall;

constexpr Phrase kNotBound("not-bound", "`{file}` binds no such name", "`{file}` 没有绑定这个名称");
constexpr Phrase kItTakes("it-takes", "{place} takes {signature}", "{place} 接受 {signature}");
constexpr Phrase kBindIt("bind-it", "bind `{name}` there, or call what is bound",
                         "在那里绑定 `{name}`，或改为调用已绑定的名称");
constexpr Phrase kPhrases[] = {kTooManyArguments, kTooFewArguments, kMissingArgument,
                               kUnknownArgument,  kArgumentTwice,   kNotBound,
                               kItTakes,          kBindIt};

std::string NameOf(const PythonCall& call) {
  return absl::StrCat(call.module, ".", call.holder, call.holder.empty() ? "" : ".", call.name);
}

Node CallAt(const python::Module& module, const repository::Place& place) {
  for (Node node : module.tree().root().descendants(NodeKind::kCall)) {
    if (node.first_byte() == place.first_byte && node.end_byte() == place.end_byte) return node;
  }
  return Node();
}

// The name is nowhere in the module, neither before the change nor after it.
std::optional<Params> OfUnboundName(Extensions& extensions, const PythonCall& call) {
  if (call.is_operator() || !call.holder.empty() || call.call->is_guarded) return std::nullopt;
  if (!extensions.BoundTo(call, Side::kLeft).empty()) return std::nullopt;
  const auto files = extensions.FilesOf(call);
  if (!files || files->size() != 1 || call.file->HasIdentifier("hasattr")) return std::nullopt;
  const std::string path = (*files)[0]->path;
  return Params{{"name", NameOf(call)},
                {"reason", Sentence(kNotBound, {{"file", path}})},
                {"remedy", Sentence(kBindIt, {{"name", call.name}})}};
}

std::optional<Params> ParamsFor(Extensions& extensions, const PythonCall& call) {
  const std::vector<const Bound*> bound = extensions.BoundTo(call, Side::kRight);
  if (bound.empty()) return OfUnboundName(extensions, call);
  const std::optional<extensions::Misfit> misfit = CertainMisfit(call, bound);
  if (!misfit) return std::nullopt;
  return Params{{"name", NameOf(call)},
                {"reason", ReasonOf(*misfit)},
                {"remedy", Sentence(kItTakes, {{"place", PlaceOf(*bound[0])},
                                               {"signature", Describe(*bound[0]->signature)}})}};
}

void CheckCalls(ChangeContext& change) {
  const std::shared_ptr<Extensions> extensions = ExtensionsAround(change);
  if (extensions == nullptr) return;
  for (const AnalysedFile& file : change.python_files()) {
    repository::IndexedFile* const indexed = change.index().FindModule(file.after->name());
    if (indexed == nullptr || indexed->path() != file.changed->path) continue;
    for (const PythonCall& call : extensions->CallsIn(*indexed)) {
      const repository::Place& place = call.call->place;
      if (!file.lines.HasAdded(place.line, place.end_line - 1)) continue;
      std::optional<Params> params = ParamsFor(*extensions, call);
      const Node node = params ? CallAt(*file.after, place) : Node();
      if (node) change.Report(file, {.at = node, .params = *std::move(params)});
    }
  }
}

}  // namespace

extern constinit const Rule kExtensionCallDoesNotFit = {
    .info = {.id = "extension-call-does-not-fit",
             .title = {"Call does not fit the C++ binding", "调用与 C++ 绑定不符"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{name}` refuses this call: {reason}",
                         "`{name}` 会拒绝这次调用：{reason}"},
             .consequence = {"The call raises an error whenever it runs",
                             "每次执行到这里都会抛出异常"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why = "pybind11 and the dispatcher compare the arguments with the binding at each "
                    "call, so no tool that reads Python alone sees the mismatch. All overloads and "
                    "variants of the name must refuse the call. What is not found in the "
                    "repository is passed over.",
             .fix = "Give the arguments that the binding names, or change the binding with it.",
             .bad = R"py(
# --- csrc/ops.cpp unchanged
at::Tensor scale(at::Tensor x, double by) { return x * by; }
PYBIND11_MODULE(my_ops, m) { m.def("scale", &scale, py::arg("x"), py::arg("by")); }
# --- setup.py unchanged
CUDAExtension(name="my_ops", sources=["csrc/ops.cpp"])
# --- pkg/use.py
import my_ops

def twice(x):
    return my_ops.scale(x, factor=2.0)
)py",
             .good = R"py(
# --- csrc/ops.cpp unchanged
at::Tensor scale(at::Tensor x, double by) { return x * by; }
PYBIND11_MODULE(my_ops, m) { m.def("scale", &scale, py::arg("x"), py::arg("by")); }
# --- setup.py unchanged
CUDAExtension(name="my_ops", sources=["csrc/ops.cpp"])
# --- pkg/use.py
import my_ops

def twice(x):
    return my_ops.scale(x, by=2.0)
)py"},
    .check_change = CheckCalls};

}  // namespace allreview::rules
