#include "analyzers/rules/shared/patterns.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules::numerics {
namespace {

using python::Binding;
using python::Module;

constexpr int kMaxSteps = 8;
constexpr size_t kMaxText = 80;

absl::string_view WithoutUnderscore(absl::string_view name) {
  if (!absl::StartsWith(name, "_")) absl::ConsumeSuffix(&name, "_");
  return name;
}

// What methods take by position when the object is the operand. A module that is called `softmax`
// takes a tensor instead: `self.ops.softmax(x)`.
bool TakesDimension(absl::string_view name) {
  return IsOneOf(name, {"softmax", "log_softmax", "sum", "mean", "logsumexp", "var", "std", "norm",
                        "amax", "cumsum", "nansum", "nanmean"});
}
bool TakesNothing(absl::string_view name) {
  return IsOneOf(name, {"exp", "log", "log1p", "expm1", "log2", "log10", "sigmoid", "sqrt", "rsqrt",
                        "square", "abs", "logsigmoid", "softplus"});
}

bool LooksLikeDimension(Node argument) {
  argument = python::WithoutParentheses(argument);
  if (LiteralOf(argument)) return true;
  switch (argument.kind()) {
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kNone:
      return true;
    case NodeKind::kIdentifier:
    case NodeKind::kAttribute:
      return NameHasWord(BaseName(argument), {"dim", "dims", "axis", "axes", "i", "j", "d"});
    case NodeKind::kBinaryOperator:
    case NodeKind::kCall:
      return MentionsWord(argument, {"dim", "dims", "axis", "ndim", "range"});
    default:
      return false;
  }
}

bool IsTensorMethod(const Module& module, Node call, absl::string_view name) {
  const Node function = call.child(Field::kFunction);
  const Node object = python::WithoutParentheses(function.child(Field::kObject));
  if (object.Is(NodeKind::kIdentifier) &&
      IsOneOf(object.text(), {"self", "cls", "super", "logger", "math", "np", "tl"})) {
    return false;
  }
  // A name of this file or an imported one is a function, not a method of a value.
  const std::string resolved = module.ResolveAsWritten(function);
  if (!resolved.empty() && resolved[0] != ':') return false;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (TakesNothing(name)) return arguments.positional.empty() && !arguments.has_star;
  if (TakesDimension(name)) {
    return arguments.positional.empty() || LooksLikeDimension(arguments.positional[0]);
  }
  return true;
}

Operation FunctionOf(const Module& module, Node call, Names names) {
  const std::string resolved = module.Resolve(call.child(Field::kFunction));
  for (absl::string_view prefix :
       {"torch.", "torch.nn.functional.", "torch.special.", "torch.linalg.", "torch.Tensor."}) {
    if (!absl::StartsWith(resolved, prefix)) continue;
    const absl::string_view name =
        WithoutUnderscore(absl::string_view(resolved).substr(prefix.size()));
    if (!IsOneOf(name, names)) continue;
    const Node operand = python::Argument(call, 0, "input");
    if (!operand) return {};
    return {std::string(name), call, operand, /*is_method=*/false};
  }
  return {};
}

// The binding subtracts from the name, or makes it a difference.
bool BindsShifted(const Binding& binding) {
  if (binding.kind == Binding::Kind::kAugmented) {
    const Node statement = binding.node.parent();
    const Node op = statement.child(Field::kOperator);
    return op.text() == "-=";
  }
  return binding.value && BinaryOf(WithoutCasts(binding.value)).op == "-";
}

bool IsShiftedName(const Module& module, Node name) {
  if (NameHasWord(BaseName(name), {"shifted", "stable", "centered", "centred", "normalized", "safe",
                                   "clamped", "normed"})) {
    return true;
  }
  if (!name.Is(NodeKind::kIdentifier)) return false;
  const python::Scopes::Meaning meaning = module.scopes().MeaningOf(name, name.text());
  if (meaning.scope < 0) return true;
  for (const Binding& binding : meaning.bindings) {
    if (BindsShifted(binding)) return true;
  }
  return false;
}

// `name` is changed in place by x.sub_(...) or the like in the code around it.
bool IsShiftedInPlace(const Module& module, Node name) {
  return AnyOwnNode(OwnerOf(module, name), NodeKind::kAttribute, [&](Node node) {
    if (node.index() > name.index()) return false;
    const absl::string_view method = node.child(Field::kAttribute).text();
    if (!IsOneOf(method, {"sub_", "clamp_", "clip_"})) return false;
    return IsSame(node.child(Field::kObject), name);
  });
}

}  // namespace

Node Operation::Argument(int position, absl::string_view keyword) const {
  return python::Argument(call, is_method ? position : position + 1, keyword);
}

Node Operation::NameNode() const {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  return function.Is(NodeKind::kAttribute) ? function.child(Field::kAttribute) : Node();
}

Operation OperationOf(const Module& module, Node expression, Names names) {
  const Node call = python::WithoutParentheses(expression);
  if (!call.Is(NodeKind::kCall)) return {};
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  if (!function.Is(NodeKind::kAttribute)) {
    return function.Is(NodeKind::kIdentifier) ? FunctionOf(module, call, names) : Operation();
  }
  const absl::string_view name = WithoutUnderscore(function.child(Field::kAttribute).text());
  if (!IsOneOf(name, names)) return {};
  if (Operation operation = FunctionOf(module, call, names)) return operation;
  if (!IsTensorMethod(module, call, name)) return {};
  return {std::string(name), call, function.child(Field::kObject), /*is_method=*/true};
}

Operation ValueOperation(const Module& module, Node expression, Names names) {
  return OperationOf(module, ValueOf(module, expression), names);
}

Node ValueOf(const Module& module, Node expression) {
  Node value = WithoutCasts(expression);
  for (int step = 0; step < kMaxSteps; ++step) {
    const Node next = WithoutCasts(module.Dereference(value));
    if (next == value) break;
    value = next;
  }
  return value;
}

Node WithoutCasts(Node expression) {
  expression = python::WithoutParentheses(expression);
  while (expression.Is(NodeKind::kCall)) {
    const Node function = expression.child(Field::kFunction);
    if (!function.Is(NodeKind::kAttribute)) break;
    if (!IsOneOf(function.child(Field::kAttribute).text(),
                 {"float", "double", "half", "bfloat16", "to", "type", "type_as", "contiguous",
                  "clone", "detach", "cuda"})) {
      break;
    }
    expression = python::WithoutParentheses(function.child(Field::kObject));
  }
  return expression;
}

Floored FindFloored(const Module& module, Node expression, Names names) {
  const Node value = ValueOf(module, expression);
  if (Operation operation = OperationOf(module, value, names)) return {operation, Node()};
  const Binary sum = BinaryOf(value);
  if (sum.op == "+") {
    for (const auto& [side, other] :
         {std::pair(sum.left, sum.right), std::pair(sum.right, sum.left)}) {
      const bool is_small = LiteralOf(other).value_or(1) < 0.1 ||
                            MentionsWord(other, {"eps", "epsilon", "tiny", "finfo", "smooth"});
      if (!is_small) continue;
      if (Operation operation = ValueOperation(module, side, names)) return {operation, value};
    }
  }
  const Operation clamp = OperationOf(module, value, {"clamp", "clamp_min", "clip", "maximum"});
  if (!clamp) return {};
  return {ValueOperation(module, clamp.operand, names), value};
}

Node ConstructorOf(const Module& module, Node call) {
  Node maker = module.Dereference(call.child(Field::kFunction));
  if (maker.Is(NodeKind::kAttribute) && maker.child(Field::kObject).text() == "self") {
    const python::Definition* a_class = module.EnclosingClass(call);
    if (a_class == nullptr) return Node();
    const auto values = module.SelfAttributeValues(*a_class, maker.child(Field::kAttribute).text());
    if (values.size() != 1) return Node();
    maker = values[0];
  }
  return maker.Is(NodeKind::kCall) ? maker : Node();
}

Node UpcastOf(const Module& module, Node expression) {
  for (int step = 0; step < kMaxSteps; ++step) {
    expression = module.Dereference(expression);
    if (expression.Is(NodeKind::kSubscript)) {
      expression = expression.child(Field::kValue);
      continue;
    }
    if (!expression.Is(NodeKind::kCall)) return Node();
    const Node function = expression.child(Field::kFunction);
    if (!function.Is(NodeKind::kAttribute)) return Node();
    const absl::string_view method = function.child(Field::kAttribute).text();
    std::vector<Node> arguments = python::ArgumentsOf(expression).positional;
    if (method == "float" || method == "double") return arguments.empty() ? expression : Node();
    if (method != "to" && method != "type") return Node();
    if (Node dtype = python::KeywordArgument(expression, "dtype")) arguments.push_back(dtype);
    for (Node argument : arguments) {
      if (IsOneOf(module.Resolve(argument),
                  {"torch.float32", "torch.float", "torch.float64", "torch.double"})) {
        return expression;
      }
    }
    return Node();
  }
  return Node();
}

Node SquaredOperand(const Module& module, Node expression) {
  const Binary binary = BinaryOf(expression);
  if (binary.op == "**") return LiteralOf(binary.right) == 2 ? binary.left : Node();
  if (binary.op == "*") return IsSame(binary.left, binary.right) ? binary.left : Node();
  const Operation operation = OperationOf(module, expression, {"pow", "square"});
  if (operation.name == "square") return operation.operand;
  if (operation.name != "pow") return Node();
  const Node exponent = operation.Argument(0, "exponent");
  return LiteralOf(exponent) == 2 ? operation.operand : Node();
}

Binary BinaryOf(Node expression) {
  expression = python::WithoutParentheses(expression);
  if (!expression.Is(NodeKind::kBinaryOperator)) return {};
  return {python::WithoutParentheses(expression.child(Field::kLeft)),
          python::WithoutParentheses(expression.child(Field::kRight)),
          expression.child(Field::kOperator).text()};
}

std::optional<double> LiteralOf(Node expression) {
  expression = python::WithoutParentheses(expression);
  if (expression.Is(NodeKind::kUnaryOperator)) {
    const absl::string_view op = expression.child(Field::kOperator).text();
    const std::optional<double> value = LiteralOf(expression.child(Field::kArgument));
    if (!value || (op != "-" && op != "+")) return std::nullopt;
    return op == "-" ? -*value : *value;
  }
  if (!expression.Is(NodeKind::kInteger) && !expression.Is(NodeKind::kFloat)) return std::nullopt;
  double value = 0;
  if (!absl::SimpleAtod(absl::StrReplaceAll(expression.text(), {{"_", ""}}), &value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<double> NumberOf(const python::Values& values, Node expression) {
  if (!expression) return std::nullopt;
  if (const std::optional<double> literal = LiteralOf(expression)) return literal;
  return values.Of(expression).number;
}

bool IsSame(Node a, Node b) {
  a = python::WithoutParentheses(a);
  b = python::WithoutParentheses(b);
  if (!a || !b || a.kind() != b.kind()) return false;
  if (a.text() == b.text()) return true;
  const auto tokens = [](Node node) {
    std::vector<absl::string_view> texts;
    if (node.subtree_end() == node.index() + 1) texts.push_back(node.text());
    for (Node inner : node.descendants()) {
      if (inner.subtree_end() == inner.index() + 1 && !inner.Is(NodeKind::kComment)) {
        texts.push_back(inner.text());
      }
    }
    return texts;
  };
  return tokens(a) == tokens(b);
}

bool HasSameValue(const Module& module, Node a, Node b) {
  a = WithoutCasts(a);
  b = WithoutCasts(b);
  if (IsSame(a, b)) return true;
  const Node value_a = ValueOf(module, a), value_b = ValueOf(module, b);
  return value_a == value_b || IsSame(value_a, value_b);
}

bool NameHasWord(absl::string_view name, Names words) {
  for (absl::string_view part : absl::StrSplit(name, '_')) {
    for (absl::string_view word : words) {
      if (absl::EqualsIgnoreCase(part, word)) return true;
    }
  }
  return false;
}

bool MentionsWord(Node expression, Names words) {
  if (expression.Is(NodeKind::kIdentifier) && NameHasWord(expression.text(), words)) return true;
  for (Node node : expression.descendants()) {
    if (node.Is(NodeKind::kIdentifier) && NameHasWord(node.text(), words)) return true;
  }
  return false;
}

absl::string_view BaseName(Node expression) {
  for (int step = 0; step < kMaxSteps; ++step) {
    expression = WithoutCasts(expression);
    if (expression.Is(NodeKind::kSubscript)) {
      expression = expression.child(Field::kValue);
    } else if (expression.Is(NodeKind::kCall)) {
      const Node function = expression.child(Field::kFunction);
      if (!function.Is(NodeKind::kAttribute)) return "";
      expression = function.child(Field::kObject);
    } else {
      break;
    }
  }
  if (expression.Is(NodeKind::kAttribute)) expression = expression.child(Field::kAttribute);
  return expression.Is(NodeKind::kIdentifier) ? expression.text() : "";
}

bool IsShiftedOrUnknown(const Module& module, Node exponent) {
  const Node written = WithoutCasts(exponent);
  if (written.Is(NodeKind::kIdentifier) || written.Is(NodeKind::kAttribute)) {
    if (IsShiftedName(module, written) || IsShiftedInPlace(module, written)) return true;
  }
  const Node value = ValueOf(module, exponent);
  if (BinaryOf(value).op == "-") return true;
  if (OperationOf(module, value,
                  {"clamp", "clip", "clamp_max", "minimum", "log_softmax", "logsigmoid", "sub",
                   "tanh", "sigmoid", "softmax", "normalize", "cosine_similarity", "where"})) {
    return true;
  }
  if (!value.Is(NodeKind::kCall)) return false;
  // An unknown function may well subtract the maximum; a network's head does not.
  const std::string function = module.Resolve(value.child(Field::kFunction));
  if (absl::StartsWith(function, "torch.")) return false;
  return !NameHasWord(BaseName(written), {"logits", "logit", "scores", "score", "energy"});
}

bool CanRepeat(const Module& module, Node expression, Node from, Node to) {
  if (from == to) return true;
  std::vector<Node> nodes = {expression};
  for (Node node : expression.descendants()) nodes.push_back(node);
  for (Node node : nodes) {
    if (node.Is(NodeKind::kCall) || node.Is(NodeKind::kAttribute) || node.Is(NodeKind::kAwait)) {
      return false;
    }
    if (!node.Is(NodeKind::kIdentifier)) continue;
    for (const Binding& binding : module.scopes().MeaningOf(node, node.text()).bindings) {
      if (binding.node.index() > from.index() && binding.node.index() < to.index()) return false;
    }
  }
  return true;
}

std::string Negated(Node expression) {
  expression = python::WithoutParentheses(expression);
  switch (expression.kind()) {
    case NodeKind::kIdentifier:
    case NodeKind::kAttribute:
    case NodeKind::kCall:
    case NodeKind::kSubscript:
      return absl::StrCat("-", expression.text());
    default:
      return absl::StrCat("-(", expression.text(), ")");
  }
}

Node OwnerOf(const Module& module, Node node) {
  const python::Definition* function = module.EnclosingFunction(node);
  return function == nullptr ? module.tree().root() : function->node;
}

std::string SpellingOf(const Module& module, Node at, absl::string_view dotted_name) {
  std::string best;
  size_t best_size = 0;
  for (const Binding& binding : module.scopes().bindings()) {
    if (binding.scope != 0) break;  // Sorted by scope.
    if (binding.kind != Binding::Kind::kImport || binding.imported.size() <= best_size) continue;
    const bool is_whole = binding.imported == dotted_name;
    if (!is_whole && !absl::StartsWith(dotted_name, absl::StrCat(binding.imported, "."))) continue;
    if (module.scopes().LookUp(at, binding.name) != 0) continue;
    best_size = binding.imported.size();
    best = absl::StrCat(binding.name, dotted_name.substr(binding.imported.size()));
  }
  return best;
}

std::string Text(Node node) {
  std::string text(node.text());
  absl::RemoveExtraAsciiWhitespace(&text);
  if (text.size() <= kMaxText) return text;
  size_t size = kMaxText;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return absl::StrCat(text.substr(0, size), "...");
}

Evidence FlowOf(const Module& module, std::initializer_list<std::pair<Words, Node>> steps) {
  DataFlowEvidence flow;
  for (const auto& [description, node] : steps) {
    if (node) flow.steps.push_back({description, RangeOf(module, node)});
  }
  return flow;
}

}  // namespace allreview::rules::numerics
