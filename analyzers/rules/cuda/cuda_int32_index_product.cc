#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

using cpp::Node;

constexpr Phrase kComputed("computed", "computed in 32 bits", "以 32 位计算");
constexpr Phrase kKept("kept", "kept in `{name}`, which is `{type}`,",
                       "存入类型为 `{type}` 的 `{name}`");
constexpr Phrase kPhrases[] = {kComputed, kKept};

constexpr int kMaxHops = 8;         // From a variable to what it is computed from.
constexpr int kMaxClimb = 12;       // From a product to what it indexes.
constexpr size_t kMaxUses = 64;     // Of the variable that holds the product.
constexpr int kMaxNodes = 200;      // Looked at in one initializer.
constexpr size_t kMaxSources = 16;  // Initializers of one hop.

// blockIdx.x and the like: how far the grid reaches is decided by the size of the data.
bool IsBlockIndex(Node node) {
  return node.Is(cpp::Kind::kFieldExpression) &&
         node.child(cpp::Field::kArgument).text() == "blockIdx";
}

// Where it was computed from the index of the block or read from an array of indices: it grows
// with the data.
class DataSized {
 public:
  explicit DataSized(const cpp::Unit& unit) : unit_(unit) {}

  bool Is(Node expression) {
    std::vector<Node> open = {expression};
    for (int hop = 0; hop < kMaxHops && !open.empty(); ++hop) {
      std::vector<Node> next;
      for (Node node : open) {
        if (Holds(node, next)) return true;
      }
      open = std::move(next);
    }
    return false;
  }

 private:
  // Something in the expression grows with the data. Adds what its variables come from.
  bool Holds(Node expression, std::vector<Node>& next) const {
    if (IsBlockIndex(expression)) return true;
    AddSource(expression, next);
    int seen = 0;
    for (Node inner : expression.descendants()) {
      if (++seen > kMaxNodes) return false;
      if (IsBlockIndex(inner)) return true;
      AddSource(inner, next);
    }
    return false;
  }

  void AddSource(Node node, std::vector<Node>& next) const {
    if (!node.Is(cpp::Kind::kIdentifier) || next.size() >= kMaxSources) return;
    const cpp::Variable* const variable = unit_.DeclarationOf(node);
    if (variable == nullptr || variable->kind != cpp::Variable::Kind::kLocal) return;
    if (!variable->initializer || variable->initializer.Contains(node)) return;
    next.push_back(variable->initializer);
  }

  const cpp::Unit& unit_;
};

bool IsOfTile(absl::string_view text) {
  const std::string name = absl::AsciiStrToLower(text);
  for (absl::string_view word :
       {"tile", "warp", "lane", "block", "thread", "vec", "unroll", "stage", "chunk", "iter", "buf",
        "shmem", "smem", "shared", "align"}) {
    if (absl::StrContains(name, word)) return true;
  }
  return false;
}

// A width or stride that is known only at run time: a parameter of the kernel, or what it holds.
bool IsRunTimeWidth(const cpp::Unit& unit, Node factor) {
  const Node node = cpp::WithoutParentheses(factor);
  if (unit.ConstantOf(node)) return false;
  if (node.Is(cpp::Kind::kFieldExpression)) {
    const absl::string_view object = node.child(cpp::Field::kArgument).text();
    for (absl::string_view builtin : {"blockIdx", "blockDim", "threadIdx", "gridDim"}) {
      if (object == builtin) return false;
    }
    return !IsOfTile(node.child(cpp::Field::kField).text());
  }
  if (!node.Is(cpp::Kind::kIdentifier)) return false;
  const cpp::Variable* const variable = unit.DeclarationOf(node);
  if (variable == nullptr || variable->is_constexpr || IsOfTile(variable->name)) return false;
  if (variable->kind == cpp::Variable::Kind::kParameter) return true;
  if (variable->kind != cpp::Variable::Kind::kLocal) return false;
  const Node source = cpp::WithoutCasts(variable->initializer);
  // `const int row_length = args.row_length_list[tensor];`
  return source.Is(cpp::Kind::kFieldExpression) || source.Is(cpp::Kind::kSubscriptExpression)
             ? !absl::StrContains(source.text(), "Idx") && !absl::StrContains(source.text(), "Dim")
             : false;
}

// Tables of indices and counts have a row for each sequence or page, not for each element.
bool IsTable(const cpp::Type& type) {
  return type.kind == cpp::TypeKind::kInteger && type.bits > 8;
}

// The memory is not known to be small: a pointer that is no shared or local array.
bool IsGlobalPointer(const cpp::Unit& unit, Node pointer) {
  const Node node = cpp::WithoutCasts(pointer);
  if (node.Is(cpp::Kind::kIdentifier)) {
    const cpp::Variable* const variable = unit.DeclarationOf(node);
    if (variable == nullptr || variable->is_shared || !variable->extents.empty()) return false;
    if (IsOfTile(variable->name)) return false;
    // A local that points into shared memory.
    const Node source = cpp::WithoutCasts(variable->initializer);
    if (source.Is(cpp::Kind::kIdentifier)) {
      const cpp::Variable* const of = unit.DeclarationOf(source);
      if (of == nullptr || of->is_shared || !of->extents.empty()) return false;
    } else if (source) {
      const std::string text = absl::AsciiStrToLower(source.text());
      for (absl::string_view word : {"shared", "smem", "shmem"}) {
        if (absl::StrContains(text, word)) return false;
      }
    }
    return variable->type.is_pointer() && !IsTable(variable->type);
  }
  if (!node.Is(cpp::Kind::kFieldExpression)) return false;
  const cpp::Type type = unit.TypeOf(node);
  return type.is_pointer() && !IsTable(type);
}

// What hands its value on, up to its width.
bool IsArithmetic(Node node) {
  return IsBinary(node, "+") || IsBinary(node, "-") ||
         node.Is(cpp::Kind::kParenthesizedExpression) || node.Is(cpp::Kind::kCastExpression) ||
         node.Is(cpp::Kind::kSubscriptArgumentList);
}

// The pointer that the value of the expression is an offset of. Null: none.
Node PointerOf(const cpp::Unit& unit, Node expression) {
  Node below = expression;
  for (int i = 0; i < kMaxClimb; ++i) {
    const Node parent = below.parent();
    if (parent.Is(cpp::Kind::kSubscriptExpression)) {
      const Node array = parent.child(cpp::Field::kArgument);
      return array == below || !IsGlobalPointer(unit, array) ? Node() : array;
    }
    if (parent.Is(cpp::Kind::kAssignmentExpression)) {
      const Node left = parent.child(cpp::Field::kLeft);
      const bool is_moved = parent.child(cpp::Field::kOperator).text() == "+=" && left != below;
      return is_moved && IsGlobalPointer(unit, left) ? left : Node();
    }
    if (IsBinary(parent, "+")) {
      const Node left = parent.child(cpp::Field::kLeft);
      const Node other = left == below ? parent.child(cpp::Field::kRight) : left;
      if (IsGlobalPointer(unit, other)) return other;
    }
    if (!IsArithmetic(parent)) return Node();
    below = parent;
  }
  return Node();
}

// The variable that is declared with the value of the expression.
const cpp::Variable* VariableOf(const cpp::Unit& unit, Node expression) {
  Node below = expression;
  for (int i = 0; i < kMaxClimb; ++i) {
    const Node parent = below.parent();
    if (parent.Is(cpp::Kind::kInitDeclarator)) {
      const Node name = parent.child(cpp::Field::kDeclarator);
      return name.Is(cpp::Kind::kIdentifier) ? unit.DeclarationOf(name) : nullptr;
    }
    if (!IsArithmetic(parent)) return nullptr;
    below = parent;
  }
  return nullptr;
}

// Directly, or by one local.
Node IndexedBy(const cpp::Unit& unit, Node product) {
  if (const Node pointer = PointerOf(unit, product)) return pointer;
  const cpp::Variable* const offset = VariableOf(unit, product);
  if (offset == nullptr || offset->kind != cpp::Variable::Kind::kLocal) return Node();
  size_t seen = 0;
  for (Node use : unit.UsesOf(*offset)) {
    if (++seen > kMaxUses) break;
    if (const Node pointer = PointerOf(unit, use)) return pointer;
  }
  return Node();
}

// The value has at most 32 bits: as it is computed, or in the local that keeps it.
std::optional<Sentence> Narrowed(const cpp::Unit& unit, Node product) {
  const cpp::Type type = unit.TypeOf(product);
  if (type.IsNarrowInteger()) return Sentence(kComputed);
  if (!type.IsWideInteger()) return std::nullopt;
  const cpp::Variable* const kept = VariableOf(unit, product);
  const bool is_narrow = kept != nullptr && kept->type.IsNarrowInteger() && kept->type.bits == 32;
  if (!is_narrow) return std::nullopt;
  return Sentence(kKept, {{"name", std::string(kept->name)}, {"type", kept->type.text}});
}

void Check(CppContext& file, Node product) {
  if (!IsBinary(product, "*") || product.HasError()) return;
  if (IsBinary(product.parent(), "*")) return;  // A part of it.
  const cpp::Unit& unit = file.unit();
  const cpp::Function* const function = unit.EnclosingFunction(product);
  if (function == nullptr || !(function->is_kernel || function->is_device)) return;
  const std::optional<Sentence> how = Narrowed(unit, product);
  if (!how) return;
  Node row, width;
  DataSized data(unit);
  for (Node factor : FactorsOf(product)) {
    if (!width && IsRunTimeWidth(unit, factor)) {
      width = factor;
    } else if (!row && data.Is(factor)) {
      row = factor;
    }
  }
  if (!row || !width) return;
  const Node pointer = IndexedBy(unit, product);
  if (!pointer || IsBoundTo32Bits(unit, product)) return;
  file.Report({.at = product,
               .params = {{"product", OneLine(product)},
                          {"how", *how},
                          {"pointer", OneLine(pointer)},
                          {"row", OneLine(row)},
                          {"width", OneLine(width)}}});
}

}  // namespace

extern constinit const Rule kCudaInt32IndexProduct = {
    .info = {.id = "cuda-int32-index-product",
             .title = {"Index of a large tensor computed in 32 bits", "大张量的下标以 32 位计算"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{product}` is {how} and then used as an offset into `{pointer}`",
                         "`{product}` {how}，随后作为 `{pointer}` 的偏移"},
             .consequence = {"From 2^31 elements on the product wraps, and the kernel reads and "
                             "writes other memory",
                             "元素数达到 2^31 后乘积会回绕，kernel 会读写其他内存"},
             .advice =
                 {"Widen one factor first, and keep the result in 64 bits: "
                  "`static_cast<size_t>({row}) * {width}`",
                  "先扩展其中一个因子，并以 64 位保存结果：`static_cast<size_t>({row}) * {width}`"},
             .phrases = kPhrases,
             .why =
                 "A product of two ints is an int, whatever it is added to or assigned to. A row "
                 "that the grid chooses times a width that is known only at run time reaches 2^31 "
                 "for tensors that fit into the memory of one GPU.",
             .fix = "Cast one factor to a 64-bit type before the multiplication.",
             .bad = R"cu(
__global__ void scale(const float *input, float *output, int row_length) {
  const int row = blockIdx.x;
  for (int col = threadIdx.x; col < row_length; col += blockDim.x) {
    output[row * row_length + col] = 2 * input[row * row_length + col];
  }
}
)cu",
             .good = R"cu(
__global__ void scale(const float *input, float *output, int row_length) {
  const size_t row_start = static_cast<size_t>(blockIdx.x) * row_length;
  for (int col = threadIdx.x; col < row_length; col += blockDim.x) {
    output[row_start + col] = 2 * input[row_start + col];
  }
}
)cu",
             .references = {"https://docs.nvidia.com/cuda/cuda-c-programming-guide/"},
             .checks = {AuditCheck::kScaling}},
    .file_names = "blockIdx",
    .cpp_kinds = {cpp::Kind::kBinaryExpression},
    .check_cpp = Check};

}  // namespace allreview::rules
