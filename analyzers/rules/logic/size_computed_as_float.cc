// nn.Linear(hidden, head_dim * expand) with expand = 2.0: a size that is a float.

#include <string>
#include <vector>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/understanding/value.h"

namespace allreview::rules {
namespace {

// Functions whose first arguments are sizes, and how many.
struct Sized {
  absl::string_view function;
  uint32_t arguments;
};
constexpr Sized kSized[] = {
    {"torch.nn.Linear", 2},   {"torch.nn.Embedding", 2}, {"torch.nn.Conv1d", 2},
    {"torch.nn.Conv2d", 2},   {"torch.nn.Conv3d", 2},    {"torch.nn.LayerNorm", 1},
    {"torch.nn.RMSNorm", 1},  {"torch.empty", 8},        {"torch.zeros", 8},
    {"torch.ones", 8},        {"torch.randn", 8},        {"torch.rand", 8},
    {"torch.nn.Bilinear", 3},
};

uint32_t SizesOf(absl::string_view function) {
  for (const Sized& sized : kSized) {
    if (sized.function == function) return sized.arguments;
  }
  return 0;
}

// Methods of tensors and arrays that take nothing but sizes.
bool TakesSizes(absl::string_view method) {
  return IsOneOf(method, {"view", "reshape", "expand", "new_empty", "new_zeros", "new_ones"});
}

bool IsDeclaredFloat(const python::Parameter& parameter) {
  return (parameter.annotation && parameter.annotation.text() == "float") ||
         (parameter.default_value && parameter.default_value.Is(NodeKind::kFloat));
}

// What stands behind a name or `self.name`, when that is certain; null: nobody knows.
Node Behind(const python::Module& module, Node name) {
  if (name.Is(NodeKind::kIdentifier)) return module.ReachingValue(name);
  const python::Definition* const a_class = module.EnclosingClass(name);
  if (a_class == nullptr || name.child(Field::kObject).text() != "self") return {};
  const std::vector<Node> values =
      module.SelfAttributeValues(*a_class, name.child(Field::kAttribute).text());
  return values.size() == 1 ? values[0] : Node();
}

// Arithmetic with a parameter that is declared as a float. Calls may make whole numbers of it.
bool IsOfFloatParameter(const python::Module& module, Node size) {
  constexpr size_t kMost = 16;
  std::vector<Node> parts = {size};
  for (size_t i = 0; i < parts.size() && parts.size() < kMost; ++i) {
    const Node part = python::WithoutParentheses(parts[i]);
    if (part.Is(NodeKind::kBinaryOperator)) {
      parts.push_back(part.child(Field::kLeft));
      parts.push_back(part.child(Field::kRight));
      continue;
    }
    const python::Definition* const function = module.EnclosingFunction(part);
    const python::Parameter* const parameter =
        function == nullptr ? nullptr : FindParameter(*function, part.text());
    if (parameter != nullptr && IsDeclaredFloat(*parameter)) return true;
    const bool is_name = part.Is(NodeKind::kIdentifier) || part.Is(NodeKind::kAttribute);
    if (const Node value = is_name ? Behind(module, part) : Node()) parts.push_back(value);
  }
  return false;
}

// Certainly, or when the caller hands over what the function declares.
bool IsFloat(FileContext& file, Node size) {
  // A literal is seen by whoever reads it; what is computed is not.
  size = python::WithoutParentheses(size);
  if (size.Is(NodeKind::kFloat) || size.Is(NodeKind::kString)) return false;
  const understanding::Value value = file.ValueOf(size);
  if (value.is_open() || !value.CanBe(understanding::AtomKind::kReal)) return false;
  return value.IsCertainly(understanding::AtomKind::kReal) ||
         IsOfFloatParameter(file.module(), size);
}

void Check(FileContext& file, Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.empty()) return;
  const Node callee = call.child(Field::kFunction);
  uint32_t sizes = SizesOf(file.module().Resolve(callee));
  if (sizes == 0 && callee.Is(NodeKind::kAttribute) &&
      TakesSizes(callee.child(Field::kAttribute).text())) {
    sizes = static_cast<uint32_t>(arguments.positional.size());
  }
  for (uint32_t i = 0; i < sizes && i < arguments.positional.size(); ++i) {
    const Node size = arguments.positional[i];
    if (!IsFloat(file, size)) continue;
    file.Report({.at = size,
                 .params = {{"size", OneLine(size)}, {"callee", std::string(CalleeName(call))}},
                 .because = FirstChanged(file, {size, call})});
    return;
  }
}

}  // namespace

extern constinit const Rule kSizeComputedAsFloat = {
    .info = {.id = "size-computed-as-float",
             .title = {"Size computed as a float", "尺寸被算成了浮点数"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{size}` is computed with a float, and `{callee}` takes whole numbers as "
                         "sizes",
                         "`{size}` 由浮点数算出，而 `{callee}` 的尺寸参数只接受整数"},
             .consequence = {"It raises TypeError, even when the result is whole, such as 256.0",
                             "会抛出 TypeError，即使结果恰好是整数（例如 256.0）"},
             .advice = {"Write `int({size})`, or use `//`", "写成 `int({size})`，或使用 `//`"},
             .why = "A product with a float, and every `/`, is a float in Python; sizes of tensors "
                    "and layers must be whole numbers.",
             .fix = "Make it a whole number where it is computed.",
             .bad = R"py(
from torch import nn

def value_projection(hidden_size: int, head_dim: int, expand: float = 2.0):
    return nn.Linear(hidden_size, head_dim * expand)
)py",
             .good = R"py(
from torch import nn

def value_projection(hidden_size: int, head_dim: int, expand: float = 2.0):
    return nn.Linear(hidden_size, int(head_dim * expand))
)py"},
    .kinds = {NodeKind::kCall},
    .names =
        "Linear Embedding Conv1d Conv2d Conv3d LayerNorm RMSNorm Bilinear empty zeros ones "
        "randn rand view reshape expand new_empty new_zeros new_ones",
    .check = Check};

}  // namespace allreview::rules
