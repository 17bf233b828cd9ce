// def __post__init__(self): looks like a special method, but Python never calls it.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace {

using python::Definition;

// Without the underscores. Python's own, and hooks of dataclasses, copy, pickle, numpy, torch.
const std::vector<std::string>& SpecialNames() {
  // clang-format off
  static const auto* const names = new std::vector<std::string>{
      "abs", "add", "aenter", "aexit", "aiter", "and", "anext", "annotations", "array",
      "array_finalize", "array_function", "array_interface", "array_prepare",
      "array_priority", "array_ufunc", "array_wrap", "attrs_init", "attrs_post_init",
      "attrs_pre_init", "await", "bool", "buffer", "bytes", "call", "ceil", "class_getitem",
      "clear_cache", "complex", "contains", "copy", "cuda_array_interface", "deepcopy", "del",
      "delattr", "delete", "delitem", "dir", "div", "divmod", "dlpack", "dlpack_device",
      "enter", "eq", "exit", "float", "floor", "floordiv", "format", "fspath", "ge", "get",
      "get_pydantic_core_schema", "getattr", "getattribute", "getinitargs", "getitem", "getitems",
      "getnewargs", "getnewargs_ex", "getstate", "gt", "hash", "html", "iadd", "iand", "idiv",
      "ifloordiv", "ilshift", "imatmul", "imod", "imul", "index", "init", "init_subclass",
      "instancecheck", "int", "invert", "ior", "ipow", "irshift", "isub", "iter", "itruediv",
      "ixor", "jax_array", "le", "len", "length_hint", "lshift", "lt", "matmul", "missing",
      "mod", "mro_entries", "mul", "name", "ne", "neg", "new", "next", "nonzero", "or", "pos",
      "post_init", "pow", "prepare", "radd", "rand", "rdiv", "rdivmod", "reduce", "reduce_ex",
      "release_buffer", "repr", "reversed", "rfloordiv", "rlshift", "rmatmul", "rmod", "rmul",
      "ror", "round", "rpow", "rrshift", "rshift", "rsub", "rtruediv", "rxor", "set",
      "set_name", "setattr", "setitem", "setstate", "sizeof", "str", "sub", "subclasscheck",
      "subclasses", "subclasshook", "tensor_flatten", "tensor_unflatten", "torch_dispatch",
      "torch_function", "truediv", "trunc", "unicode", "xor", "replace", "rich_repr",
      "signature", "cmp", "coerce", "long", "oct", "hex", "getslice", "setslice", "delslice",
      "exit_stack", "doc", "dict", "module", "class", "slots", "version", "match_args",
      "wrapped", "weakref", "objclass", "text_signature"};
  // clang-format on
  return *names;
}

bool IsSpecial(absl::string_view bare) {
  const std::vector<std::string>& names = SpecialNames();
  return std::find(names.begin(), names.end(), bare) != names.end();
}

std::string Bare(absl::string_view name) {
  while (absl::StartsWith(name, "_")) name.remove_prefix(1);
  while (absl::EndsWith(name, "_")) name.remove_suffix(1);
  return absl::AsciiStrToLower(absl::StrReplaceAll(name, {{"__", "_"}}));
}

// The special method that the name should be; empty: it is none, or spelled rightly. Names with one
// underscore on each side, `_init_`, must match but for the underscores: `_get_` is a name of its
// own.
std::string IntendedBy(absl::string_view name) {
  const bool is_dunder = absl::StartsWith(name, "__") && absl::EndsWith(name, "__");
  std::string bare = Bare(name);
  if (bare.size() < 3) return "";
  if (!is_dunder) {
    const bool is_framed = absl::StartsWith(name, "_") && absl::EndsWith(name, "_");
    const bool is_telling = bare == "init" || bare == "post_init" || bare == "repr" ||
                            bare == "getitem" || bare == "setitem" || bare == "len" ||
                            bare == "enter" || bare == "exit" || bare == "call";
    return is_framed && is_telling ? bare : "";
  }
  if (IsSpecial(name.substr(2, name.size() - 4))) return "";
  if (IsSpecial(bare)) return bare;  // __post__init__, __Init__
  const std::string nearest = Nearest(bare, SpecialNames());
  // Short names are near to each other by chance.
  const int allowed = bare.size() >= 6 ? 2 : 1;
  const bool is_near = !nearest.empty() && bare.size() >= 4 && nearest.size() >= 4 &&
                       EditDistance(bare, nearest) <= allowed;
  return is_near ? nearest : "";
}

// `def __int__(self, size)`: a number has no arguments; an __init__ is missing.
bool IsInitAsInt(const python::Module& module, const Definition& method) {
  if (method.simple_name != "__int__" || method.parameters.size() < 2) return false;
  for (const python::Parameter& parameter : method.parameters) {
    if (parameter.default_value) return false;
  }
  return method.parent >= 0 &&
         module.FindDefinition(
             absl::StrCat(module.definitions()[method.parent].name, ".__init__")) == nullptr;
}

void Check(FileContext& file, Node node) {
  const absl::string_view name = node.child(Field::kName).text();
  if (!absl::StartsWith(name, "_") || !absl::EndsWith(name, "_")) return;
  const python::Module& module = file.module();
  const Definition* method = module.EnclosingDefinition(node);
  if (method == nullptr || method->node != node || method->kind != Definition::Kind::kMethod) {
    return;
  }
  std::string intended = IsInitAsInt(module, *method) ? "init" : IntendedBy(name);
  if (intended.empty() || IsWaived(node.child(Field::kName), {"PLW3201", "C3201"})) {
    return;
  }
  // Called by its name, it is a method like others.
  for (Node use : module.tree().root().descendants()) {
    if (use.Is(NodeKind::kIdentifier) && use.field() == Field::kAttribute && use.text() == name) {
      return;
    }
  }
  intended = absl::StrCat("__", intended, "__");
  // Which other one was intended nobody knows.
  const std::string& a_class = module.definitions()[static_cast<size_t>(method->parent)].name;
  if (module.FindDefinition(absl::StrCat(a_class, ".", intended)) != nullptr) return;
  file.Report({.at = node.child(Field::kName),
               .params = {{"name", std::string(name)}, {"intended", intended}},
               .edits = {Replace(module, node.child(Field::kName), intended)}});
}

}  // namespace

extern constinit const Rule kMisspelledSpecialMethod = {
    .info = {.id = "misspelled-special-method",
             .title = {"Special method with a misspelled name", "特殊方法名拼写错误"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{name}` is not a special method, so nothing calls it; `{intended}` was "
                         "probably intended",
                         "`{name}` 不是特殊方法，没有代码会调用它；本意应是 `{intended}`"},
             .consequence =
                 {"The method never runs, so attributes are not set or values are not checked",
                  "该方法的代码永远不会执行，属性不会被设置，取值也不会被检查"},
             .advice = {"Rename it to `{intended}`", "重命名为 `{intended}`"},
             .why = "Python and dataclasses call special methods by their exact names and ignore "
                    "others. A validation in `__post__init__` simply does not happen.",
             .fix = "Use the exact name.",
             .bad = R"py(
class Config:
    def __post__init__(self):
        assert self.heads > 0
)py",
             .good = R"py(
class Config:
    def __post_init__(self):
        assert self.heads > 0
)py",
             .references = {"https://docs.astral.sh/ruff/rules/bad-dunder-method-name/"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check};

}  // namespace allreview::rules
