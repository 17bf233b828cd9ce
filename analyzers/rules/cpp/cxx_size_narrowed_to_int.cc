#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/shared/cpp_code.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

using cpp::Node;

constexpr int kMaxHops = 4;         // From a variable to what it is computed from.
constexpr size_t kMaxNodes = 300;   // Of one expression.
constexpr int kMaxMembers = 1'000;  // Of all classes of a file.

constexpr Phrase kInitialises("initialises", "stored in `{name}`, which is `{type}`",
                              "存入 `{type}` 类型的 `{name}`");
constexpr Phrase kIsReturned("is-returned", "returned as `{type}` by `{name}`",
                             "由 `{name}` 以 `{type}` 返回");
constexpr Phrase kIsPassed("is-passed", "passed to `{name}`, which takes and returns `{type}`",
                           "传给以 `{type}` 接收并返回的 `{name}`");
constexpr Phrase kPhrases[] = {kInitialises, kIsReturned, kIsPassed};

// Number of elements or bytes of a whole tensor. One dimension alone is small.
bool CountsElements(Node call) {
  if (!call.Is(cpp::Kind::kCallExpression)) return false;
  const absl::string_view name = cpp::CalleeName(call);
  return (name == "numel" || name == "nbytes" || name == "storage_bytes") &&
         cpp::ArgumentsOf(call).size() <= 1;
}

// What keeps a value small, or makes it another one.
bool MayShrink(Node node) {
  if (IsBinary(node, "/") || IsBinary(node, "%") || IsBinary(node, ">>") || IsBinary(node, "&")) {
    return true;
  }
  if (!node.Is(cpp::Kind::kCallExpression)) return false;
  const absl::string_view name = cpp::CalleeName(node);
  return !CountsElements(node) && name != "size" && name != "max";
}

class ElementCounts {
 public:
  explicit ElementCounts(const cpp::Unit& unit) : unit_(unit) {}

  // The call of numel() whose value the expression has, up to sums and products. Null: none.
  Node In(Node expression) {
    Node at = expression;
    for (int hop = 0; hop < kMaxHops && at; ++hop) {
      at = cpp::WithoutParentheses(at);
      if (const Node call = Directly(at)) return call;
      at = InitializerOf(at);
    }
    return Node();
  }

 private:
  Node Directly(Node expression) const {
    if (CountsElements(expression)) return expression;
    if (!expression.Is(cpp::Kind::kBinaryExpression) || MayShrink(expression)) return Node();
    Node found;
    size_t seen = 0;
    for (Node inner : expression.descendants()) {
      if (++seen > kMaxNodes) return Node();
      if (MayShrink(inner) || inner.Is(cpp::Kind::kConditionalExpression)) return Node();
      if (inner.Is(cpp::Kind::kCastExpression)) return Node();
      if (!found && CountsElements(inner)) found = inner;
    }
    return found;
  }

  // Of a wide local that never changes.
  Node InitializerOf(Node name) const {
    if (!name.Is(cpp::Kind::kIdentifier)) return Node();
    const cpp::Variable* const variable = unit_.DeclarationOf(name);
    const bool is_kept = variable != nullptr && variable->kind == cpp::Variable::Kind::kLocal &&
                         variable->is_constant;
    return is_kept && !variable->type.IsNarrowInteger() ? variable->initializer : Node();
  }

  const cpp::Unit& unit_;
};

// Of `x.sizes` or `x.sizes[i]` where nobody knows what `x` is: the type of the members of that name
// in this file, when they agree.
cpp::Type TypeOfMember(const cpp::Unit& unit, Node left) {
  const bool is_element = left.Is(cpp::Kind::kSubscriptExpression);
  const Node access = is_element ? left.child(cpp::Field::kArgument) : left;
  if (!access.Is(cpp::Kind::kFieldExpression)) return {};
  const absl::string_view name = access.child(cpp::Field::kField).text();
  std::optional<cpp::Type> found;
  int seen = 0;
  for (const cpp::Class& type : unit.classes()) {
    for (const cpp::Member& member : type.members) {
      Poll();
      if (++seen > kMaxMembers) return {};
      if (member.name != name || member.type.kind == cpp::TypeKind::kUnknown) continue;
      const cpp::Type& other = member.type;
      if (found && (found->kind != other.kind || found->bits != other.bits)) return {};
      found = other;
    }
  }
  if (!found || found->pointers != is_element) return {};
  found->pointers = 0;
  return *found;
}

// `x` of `n = x`, `int n = x`, `int n(x)`, and what it is stored in.
struct Store {
  Node value, target;
};

Store StoreOf(Node node) {
  if (node.Is(cpp::Kind::kInitDeclarator)) {
    return {node.child(cpp::Field::kValue), node.child(cpp::Field::kDeclarator)};
  }
  const bool is_plain =
      node.Is(cpp::Kind::kAssignmentExpression) && node.child(cpp::Field::kOperator).text() == "=";
  if (!is_plain) return {};
  return {node.child(cpp::Field::kRight), node.child(cpp::Field::kLeft)};
}

cpp::Type TypeOfTarget(const cpp::Unit& unit, Node target) {
  if (const cpp::Variable* const variable = unit.DeclarationOf(target)) {
    return variable->type.is_auto ? cpp::Type() : variable->type;
  }
  const cpp::Type type = unit.TypeOf(target);
  return type.kind == cpp::TypeKind::kUnknown ? TypeOfMember(unit, target) : type;
}

void Say(CppContext& file, Node at, Node count, Words how, const std::string& type) {
  file.Report({.at = at,
               .params = {{"value", OneLine(at)},
                          {"count", OneLine(count)},
                          {"how", std::move(how)},
                          {"type", type}}});
}

void CheckStore(CppContext& file, Node node) {
  const Store store = StoreOf(node);
  const Node count = ElementCounts(file.unit()).In(store.value);
  if (!count) return;
  const cpp::Type type = TypeOfTarget(file.unit(), store.target);
  if (!type.IsNarrowInteger() || type.bits < 32 || IsBoundTo32Bits(file.unit(), node)) return;
  Say(file, store.value, count,
      Sentence(kInitialises, {{"name", OneLine(store.target)}, {"type", type.text}}), type.text);
}

// A wide local that the sizes are multiplied into: `acc` of `for (auto dim : shape) acc *= dim;`.
bool IsProductOfSizes(const cpp::Unit& unit, Node value) {
  if (!value.Is(cpp::Kind::kIdentifier)) return false;
  const cpp::Variable* const variable = unit.DeclarationOf(value);
  if (variable == nullptr || variable->kind != cpp::Variable::Kind::kLocal) return false;
  if (!variable->type.IsWideInteger()) return false;
  for (Node use : unit.UsesOf(*variable)) {
    const Node outer = use.parent();
    if (outer.Is(cpp::Kind::kAssignmentExpression) && outer.child(cpp::Field::kLeft) == use &&
        outer.child(cpp::Field::kOperator).text() == "*=") {
      return true;
    }
  }
  return false;
}

void CheckReturn(CppContext& file, Node node) {
  const cpp::Function* const function = file.unit().EnclosingFunction(node);
  if (function == nullptr || !function->return_type.IsNarrowInteger()) return;
  for (Node around = node.parent(); around && around != function->node; around = around.parent()) {
    if (around.Is(cpp::Kind::kLambdaExpression)) return;
  }
  const Node value = node.named_child(0);
  Node count = ElementCounts(file.unit()).In(value);
  if (!count && IsProductOfSizes(file.unit(), value)) count = value;
  if (!count || IsBoundTo32Bits(file.unit(), node)) return;
  const std::string type = function->return_type.text;
  Say(file, value, count,
      Sentence(kIsReturned, {{"name", std::string(function->simple_name)}, {"type", type}}), type);
}

// The result goes back into 64 bits, so that somebody thinks that it may be so large.
bool GoesIntoWide(const cpp::Unit& unit, Node call) {
  const Store store = StoreOf(call.parent());
  return store.value == call && TypeOfTarget(unit, store.target).IsWideInteger();
}

void CheckCall(CppContext& file, Node call) {
  const cpp::Unit& unit = file.unit();
  const cpp::Function* const function = unit.FindFunction(cpp::CalleeName(call));
  if (function == nullptr || !function->return_type.IsNarrowInteger()) return;
  if (!GoesIntoWide(unit, call)) return;
  const std::vector<Node> arguments = cpp::ArgumentsOf(call);
  for (size_t i = 0; i < arguments.size() && i < function->parameters.size(); ++i) {
    const cpp::Type& type = function->parameters[i].type;
    if (!type.IsNarrowInteger() || type.bits < 32 || unit.ConstantOf(arguments[i])) continue;
    if (!unit.TypeOf(arguments[i]).IsWideInteger()) continue;
    if (IsBoundTo32Bits(unit, call)) return;
    Say(file, arguments[i], arguments[i],
        Sentence(kIsPassed, {{"name", std::string(function->simple_name)}, {"type", type.text}}),
        type.text);
    return;
  }
}

void Check(CppContext& file, Node node) {
  if (node.HasError()) return;
  if (node.Is(cpp::Kind::kReturnStatement)) return CheckReturn(file, node);
  if (node.Is(cpp::Kind::kCallExpression)) return CheckCall(file, node);
  CheckStore(file, node);
}

}  // namespace

extern constinit const Rule kCxxSizeNarrowedToInt = {
    .info =
        {.id = "cxx-size-narrowed-to-int",
         .title = {"64-bit size narrowed to int", "64 位大小被截断为 int"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{value}` has 64 bits and is {how}", "`{value}` 有 64 位，却被{how}"},
         .consequence = {"Above 2147483647 the value is truncated: part of the data is skipped, or "
                         "memory beyond it is touched",
                         "超过 2147483647 时数值会被截断：部分数据被跳过，或访问越界内存"},
         .advice = {"Keep it in `int64_t` or `size_t`, or check that it fits into `{type}`",
                    "使用 `int64_t` 或 `size_t` 保存，或检查它能放进 `{type}`"},
         .phrases = kPhrases,
         .why = "Tensors of more than 2^31 elements fit into the memory of one GPU. The compiler "
                "converts a 64-bit count to int without a word.",
         .fix = "Use a 64-bit type from the tensor to the kernel.",
         .bad = R"cpp(
#include <torch/extension.h>

           void scale(at::Tensor x, float *out) {
             int n = x.numel();
             for (int i = 0; i < n; ++i) out[i] = 0;
           }
         )cpp",
         .good = R"cpp(
#include <torch/extension.h>

           void scale(at::Tensor x, float *out) {
             int64_t n = x.numel();
             for (int64_t i = 0; i < n; ++i) out[i] = 0;
           }
         )cpp",
         .references = {"https://clang.llvm.org/extra/clang-tidy/checks/bugprone/"
                        "narrowing-conversions.html"},
         .checks = {AuditCheck::kScaling}},
    .cpp_kinds = {cpp::Kind::kInitDeclarator, cpp::Kind::kAssignmentExpression,
                  cpp::Kind::kReturnStatement, cpp::Kind::kCallExpression},
    .check_cpp = Check};

}  // namespace allreview::rules
