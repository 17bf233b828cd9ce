// How many items a loop runs over.

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/scaling/size_reader.h"

namespace allreview::scaling {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr int kMaxDepth = 8;

template <size_t N>
bool IsOneOf(absl::string_view name, const absl::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// As many items as their first argument, or as the object of the method.
constexpr absl::string_view kSameCount[] = {"enumerate", "reversed", "sorted",    "list",   "tuple",
                                            "set",       "iter",     "map",       "filter", "tqdm",
                                            "track",     "cycle",    "accumulate"};
constexpr absl::string_view kSameAsObject[] = {"items", "keys",  "values", "copy",      "tolist",
                                               "cpu",   "numpy", "detach", "contiguous"};

}  // namespace

Size SizeReader::Count(Node iterable, int depth) const {
  iterable = python::WithoutParentheses(iterable);
  if (depth > kMaxDepth) return Opaque(iterable);
  switch (iterable.kind()) {
    case Kind::kCall:
      return CountOfCall(iterable, depth);
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kSet:
    case Kind::kDictionary:
    case Kind::kExpressionList: {
      Size count = Size::Constant(iterable.named_child_count());
      for (Node item : iterable.named_children()) {
        if (item.Is(Kind::kListSplat)) count = count + Count(item.named_child(0), depth + 1);
      }
      return count;
    }
    case Kind::kString:
    case Kind::kConcatenatedString:
      return Size::Constant(1);
    case Kind::kListComprehension:
    case Kind::kGeneratorExpression:
    case Kind::kSetComprehension:
    case Kind::kDictionaryComprehension: {
      Size count = Size::Constant(1);
      for (Node child : iterable.children()) {
        if (child.Is(Kind::kForInClause)) {
          count = count * Count(child.child(Field::kRight), depth + 1);
        }
      }
      return count;
    }
    case Kind::kSubscript: {
      const Node slice = iterable.child(Field::kSubscript);
      if (slice.Is(Kind::kSlice) && absl::StartsWith(slice.text(), ":") &&
          slice.named_child_count() == 1) {
        return Read(slice.named_child(0), depth + 1);
      }
      return slice.Is(Kind::kSlice) ? Count(iterable.child(Field::kValue), depth + 1)
                                    : CountOfObject(iterable);
    }
    case Kind::kIdentifier: {
      const Node value = module_.Dereference(iterable);
      switch (value.kind()) {
        case Kind::kCall:
        case Kind::kList:
        case Kind::kTuple:
        case Kind::kSet:
        case Kind::kDictionary:
        case Kind::kListComprehension:
        case Kind::kGeneratorExpression:
        case Kind::kSetComprehension:
        case Kind::kDictionaryComprehension:
          break;
        default:
          return CountOfObject(iterable);
      }
      // An empty literal grows; a call that is not understood has the name.
      const Size count = Count(value, depth + 1);
      const bool is_named =
          count.IsConstant() ? count.constant() <= 0 : count == CountOfObject(value);
      return is_named ? CountOfObject(iterable) : count;
    }
    case Kind::kAttribute:
      if (iterable.child(Field::kAttribute).text() == "shape") return Size::Constant(1);
      return CountOfObject(iterable);
    default:
      return CountOfObject(iterable);
  }
}

// Items of something that has a name or is not understood.
Size SizeReader::CountOfObject(Node object) const {
  object = python::WithoutParentheses(object);
  const python::Value value = values_.Of(object);
  if (value.type == python::ValueType::kTensor) {
    if (const std::optional<Size> size = DimensionOf(ShapeOf(object), 0)) return *size;
  }
  if (object.Is(Kind::kIdentifier)) return Named(absl::StrCat("len(", IdOf(object), ")"));
  const Size name = Opaque(object);
  return Size::Symbol(absl::StrCat("len(", name.Lead().front().dimension, ")"));
}

Size SizeReader::CountOfCall(Node call, int depth) const {
  const Callee callee = CalleeOf(call);
  const std::vector<Node>& arguments = callee.arguments;
  const auto argument = [&](size_t i) { return i < arguments.size() ? arguments[i] : Node(); };
  if (callee.name == "range" || callee.name == "static_range")
    return CountOfRange(arguments, depth);
  if (callee.name == "trange") return Read(argument(0), depth + 1);
  if (IsOneOf(callee.name, kSameCount) && !arguments.empty()) {
    const bool is_second = callee.name == "map" || callee.name == "filter";
    return Count(argument(is_second ? 1 : 0), depth + 1);
  }
  if (callee.name == "zip" && !arguments.empty()) {
    Size best = Count(arguments[0], depth + 1);
    for (Node other : arguments) {
      const Size count = Count(other, depth + 1);
      if (count.IsConstant() && count.constant() > 0) best = count;
    }
    return best;
  }
  if (callee.full == "itertools.product") {
    Size count = Size::Constant(1);
    for (Node each : arguments) count = count * Count(each, depth + 1);
    return count;
  }
  if ((callee.name == "combinations" || callee.name == "permutations") && !arguments.empty()) {
    const Size items = Count(arguments[0], depth + 1);
    Size count = items;
    const int chosen = std::min(IntegerOf(argument(1)).value_or(2), 4);
    for (int i = 1; i < chosen; ++i) count = count * items;
    return count;
  }
  if (callee.full == "torch.arange" || callee.full == "numpy.arange") {
    return CountOfRange(arguments, depth);
  }
  if (callee.name == "chunk") {
    return Read(argument(callee.self ? 0 : 1), depth + 1);
  }
  if (callee.name == "split" || callee.name == "unbind") {
    const Node tensor = callee.self ? callee.self : argument(0);
    const Node piece = argument(callee.self ? 0 : 1);
    if (values_.Of(tensor).type == python::ValueType::kTensor) {
      const Node dimension = python::KeywordArgument(call, "dim");
      const int index =
          IntegerOf(dimension).value_or(callee.name == "unbind" ? IntegerOf(piece).value_or(0) : 0);
      const std::optional<Size> size = DimensionOf(ShapeOf(tensor), index);
      if (size && callee.name == "unbind") return *size;
      if (size && piece) return *size / Read(piece, depth + 1);
    }
  }
  if (callee.self && arguments.empty() && IsOneOf(callee.name, kSameAsObject)) {
    return Count(callee.self, depth + 1);
  }
  return CountOfObject(call);
}

// The arguments of a min or max, also in `min(a, b) - 1`; else the expression itself.
std::vector<Size> SizeReader::Alternatives(Node expression, absl::string_view function,
                                           int depth) const {
  const Node value = module_.Dereference(expression);
  std::vector<Size> sizes;
  if (depth < kMaxDepth && value.Is(Kind::kCall)) {
    const Callee callee = CalleeOf(value);
    if (callee.name == function && callee.arguments.size() > 1) {
      for (Node argument : callee.arguments) sizes.push_back(Read(argument, depth + 1));
      return sizes;
    }
  }
  const absl::string_view op =
      value.Is(Kind::kBinaryOperator) ? value.child(Field::kOperator).text() : "";
  if (depth < kMaxDepth && (op == "+" || op == "-")) {
    const Size right = Read(value.child(Field::kRight), depth + 1);
    for (const Size& left : Alternatives(value.child(Field::kLeft), function, depth + 1)) {
      sizes.push_back(op == "+" ? left + right : left - right);
    }
    return sizes;
  }
  return {Read(expression, depth + 1)};
}

// `range(max(0, t - K), t + 1)` has K items, whatever t is: of several bounds the one counts that
// does not depend on an outer loop.
Size SizeReader::CountOfRange(const std::vector<Node>& arguments, int depth) const {
  if (arguments.empty()) return Size::Constant(1);
  Node first, last = arguments[0];
  if (arguments.size() > 1) {
    first = arguments[0];
    last = arguments[1];
  }
  Size step = arguments.size() > 2 ? Read(arguments[2], depth + 1) : Size::Constant(1);
  const bool is_down = step.IsConstant() && step.constant() < 0;
  if (is_down) {
    std::swap(first, last);
    step = Size() - step;
  }
  std::optional<Size> best;
  for (const Size& high : Alternatives(last, "min", depth)) {
    for (const Size& low : first ? Alternatives(first, "max", depth) : std::vector<Size>{Size()}) {
      const Size count = high - low;
      if (!best || (HasLoopVariable(*best) && !HasLoopVariable(count))) best = count;
    }
  }
  return *best / step;
}

Size SizeReader::LastOf(Node iterable) const {
  const Callee callee = CalleeOf(iterable);
  if (callee.name == "trange" && !callee.arguments.empty()) return Read(callee.arguments[0], 1);
  if (callee.name != "range" && callee.name != "static_range") return Count(iterable, 1);
  const std::vector<Node>& arguments = callee.arguments;
  if (arguments.empty()) return Size::Constant(1);
  const bool is_down = arguments.size() > 2 && IntegerOf(arguments[2]).value_or(1) < 0;
  return Read(arguments.size() > 1 && !is_down ? arguments[1] : arguments[0], 1);
}

}  // namespace allreview::scaling
