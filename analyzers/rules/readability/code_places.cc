#include "analyzers/rules/readability/code_places.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/last_answer.h"
#include "base/text_search.h"

namespace allreview::rules {

using python::Definition;
using python::Module;

bool IsKernelPath(absl::string_view path) {
  thread_local LastAnswer<bool> last;
  return last.To(path, [&] { return HasFolder(path, {"ops", "kernels", "triton_kernels"}); });
}

bool IsForeignPath(absl::string_view path) {
  return HasFolder(path, {"docs", "doc", "third_party", "vendor", "vendored", "external",
                          "generated", "_vendor", "scripts"}) ||
         absl::EndsWith(path, "_pb2.py") || absl::EndsWith(path, "_pb2_grpc.py");
}

bool IsKernel(const Module& module, const Definition& function) {
  if (python::TraitsOf(module, function).is_triton) return true;
  for (Node decorator : function.decorators) {
    const absl::string_view text = decorator.text();
    if (absl::StrContains(text, "prim_func") || absl::StrContains(text, "tilelang") ||
        absl::StrContains(text, "cuda.jit") || absl::StrContains(text, "cute.")) {
      return true;
    }
  }
  return false;
}

bool BuildsArguments(const Definition& function) {
  if (absl::StrContains(function.simple_name, "add_") &&
      (absl::EndsWith(function.simple_name, "_args") ||
       absl::EndsWith(function.simple_name, "_arguments"))) {
    return true;
  }
  int options = 0;
  ForEachOwnNode(function.body, NodeKind::kCall,
                 [&](Node call) { options += CalleeName(call) == "add_argument"; });
  return options >= 5;
}

bool IsAutogradMethod(const Module& module, const Definition& function) {
  if (function.parent < 0) return false;
  for (Node base : module.definitions()[function.parent].bases) {
    if (absl::EndsWith(base.text(), "Function")) return true;
  }
  return false;
}

}  // namespace allreview::rules
