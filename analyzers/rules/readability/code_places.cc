#include "analyzers/rules/readability/code_places.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using python::Node;

bool HasFolder(absl::string_view path, absl::string_view folder) {
  return absl::StrContains(absl::StrCat("/", path), absl::StrCat("/", folder, "/"));
}

}  // namespace

bool IsKernelPath(absl::string_view path) {
  return HasFolder(path, "ops") || HasFolder(path, "kernels") || HasFolder(path, "triton_kernels");
}

bool IsForeignPath(absl::string_view path) {
  for (absl::string_view folder : {"docs", "doc", "third_party", "vendor", "vendored", "external",
                                   "generated", "_vendor", "scripts"}) {
    if (HasFolder(path, folder)) return true;
  }
  return absl::EndsWith(path, "_pb2.py") || absl::EndsWith(path, "_pb2_grpc.py");
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
  ForEachOwnNode(function.body, [&](Node node) {
    options += node.Is(NodeKind::kCall) && CalleeName(node) == "add_argument";
  });
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
