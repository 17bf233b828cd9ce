#include "analyzers/failures/meant_failures.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "analyzers/repository/facts.h"

namespace allreview::failures {
namespace {

// Somebody waits for it to fail.
bool IsExpected(python::Node node) {
  for (; node; node = node.parent()) {
    if (repository::ExpectsFailure(node)) return true;
  }
  return false;
}

// A decorator reads the function as text, and what runs is something else: a configuration, a
// kernel.
bool IsRewritten(const python::Module& module, python::Node node) {
  const python::Definition* const function = module.EnclosingFunction(node);
  if (function == nullptr) return false;
  return std::any_of(
      function->decorators.begin(), function->decorators.end(), [](python::Node decorator) {
        const absl::string_view text = decorator.text();
        for (absl::string_view name : {"autoconvert", "auto_config", "jit", "script"}) {
          if (absl::StrContains(text, name)) return true;
        }
        return false;
      });
}

}  // namespace

bool IsMeant(const python::Module& module, python::Node at) {
  return IsExpected(at) || IsRewritten(module, at);
}

}  // namespace allreview::failures
