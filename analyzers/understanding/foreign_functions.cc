#include "analyzers/understanding/foreign_functions.h"

#include "analyzers/torch/class_attributes.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

bool IsAutogradFunction(absl::string_view name) {
  return name == "torch.autograd.Function" || name == "torch.autograd.function.Function";
}

}  // namespace

absl::string_view InitThatTakesNothing(const std::vector<std::string>& bases) {
  absl::string_view init = "object.__init__";
  for (const std::string& base : bases) {
    // https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html
    if (torch::IsModule(base)) {
      init = "torch.nn.Module.__init__";
    } else if (base != "abc.ABC" && base != "builtins.object" && base != "typing.Generic") {
      return "";
    }
  }
  return init;
}

// setup_context() would get the context in its place.
// https://docs.pytorch.org/docs/stable/notes/extending.html
CodeRef ForwardBehindApply(Knowledge& knowledge, CodeRef a_class) {
  const ClassInfo& info = knowledge.ClassOf(a_class);
  if (info.is_dynamic || info.external.size() != 1 || !IsAutogradFunction(info.external[0])) {
    return {};
  }
  const Value forward = knowledge.ClassAttribute(a_class, "forward");
  const Atom* only = forward.only();
  const bool is_static = only != nullptr && only->kind == Kind::kInstance &&
                         only->text == "builtins.staticmethod" && !only->parts.empty();
  if (is_static) only = only->parts[0].only();
  const bool is_known = only != nullptr && only->kind == Kind::kFunction &&
                        knowledge.ClassAttribute(a_class, "setup_context").is_impossible();
  if (!is_known) return {};
  const Program& program = knowledge.program();
  const absl::string_view full = program.name(a_class.file, program.code(a_class).name);
  const absl::string_view simple = full.substr(full.rfind('.') + 1);
  if (program.IsStoredBeside("forward", simple) || program.IsStoredBeside("apply", simple)) {
    return {};
  }
  return only->code;
}

}  // namespace allreview::understanding
