// Which names the code gives to dimensions.

#include "absl/strings/str_cat.h"
#include "analyzers/scaling/size_reader.h"

namespace allreview::scaling {
namespace {

using python::Field;
using python::Kind;
using python::Node;

// `x` of `x.shape` and `x.size()`; null: the value is neither.
Node ShapeOwner(Node value) {
  if (value.Is(Kind::kAttribute) && value.child(Field::kAttribute).text() == "shape") {
    return value.child(Field::kObject);
  }
  if (!value.Is(Kind::kCall)) return Node();
  const Node function = value.child(Field::kFunction);
  const bool is_size = function.Is(Kind::kAttribute) &&
                       function.child(Field::kAttribute).text() == "size" &&
                       python::ArgumentsOf(value).positional.empty();
  return is_size ? function.child(Field::kObject) : Node();
}

bool IsNameable(Node tensor) {
  return tensor.Is(Kind::kIdentifier) ||
         (tensor.Is(Kind::kAttribute) && tensor.child(Field::kObject).Is(Kind::kIdentifier));
}

std::vector<Node> NamedChildren(Node node) {
  std::vector<Node> children;
  for (Node child : node.named_children()) children.push_back(child);
  return children;
}

bool IsTuple(Node node) {
  return node.Is(Kind::kPatternList) || node.Is(Kind::kTuplePattern) ||
         node.Is(Kind::kExpressionList) || node.Is(Kind::kTuple);
}

}  // namespace

void SizeReader::CollectNames() {
  for (Node node : function_.body.descendants(Kind::kAssignment)) {
    if (!node.child(Field::kRight)) continue;
    if (module_.EnclosingFunction(node) != &function_) continue;
    NameAll(node.child(Field::kLeft), python::WithoutParentheses(node.child(Field::kRight)));
  }
}

void SizeReader::NameAll(Node target, Node value) {
  if (!IsTuple(target)) return NameOne(target, value);
  const std::vector<Node> targets = NamedChildren(target);
  if (!IsTuple(value)) return NameUnpacked(targets, value);
  const std::vector<Node> values = NamedChildren(value);
  if (values.size() != targets.size()) return;
  for (size_t i = 0; i < targets.size(); ++i) NameOne(targets[i], values[i]);
}

void SizeReader::NameUnpacked(const std::vector<Node>& targets, Node value) {
  bool is_all = true;      // Of the shape.
  bool is_behind = false;  // The names are the last dimensions.
  if (value.Is(Kind::kSubscript)) {
    const Node slice = value.child(Field::kSubscript);
    if (!slice.Is(Kind::kSlice)) return;
    is_all = false;
    const std::string text(slice.text());
    if (text.empty() || (text.front() != ':' && text.front() != '-')) return;
    is_behind = text.front() == '-';
    value = value.child(Field::kValue);
  }
  const Node tensor = ShapeOwner(value);
  if (!IsNameable(tensor)) return;
  const std::string id = IdOf(tensor);
  const int count = static_cast<int>(targets.size());
  std::vector<Size> dims;
  for (int i = 0; i < count; ++i) {
    const Node target = targets[i];
    if (target.Is(Kind::kListSplatPattern)) {  // B, *rest, C
      is_all = false;
      is_behind = true;
      continue;
    }
    if (!target.Is(Kind::kIdentifier)) return;
    const int index = is_behind ? i - count : i;
    const std::string key = absl::StrCat(id, ".size(", index, ")");
    if (target.text() != "_") names_.emplace(key, target.text());
    dims.push_back(Named(key));
  }
  if (!is_all) return;
  for (int i = 0; i < count; ++i) {
    const absl::string_view name = targets[i].text();
    names_.emplace(absl::StrCat(id, ".size(", i - count, ")"),
                   name == "_" ? dims[i].Lead().front().dimension : std::string(name));
  }
  ranks_.emplace(id, std::move(dims));
}

void SizeReader::NameOne(Node target, Node value) {
  if (!target.Is(Kind::kIdentifier)) return;
  Node tensor;
  std::optional<int> index;
  if (value.Is(Kind::kSubscript)) {
    tensor = ShapeOwner(value.child(Field::kValue));
    index = IntegerOf(value.child(Field::kSubscript));
  } else if (value.Is(Kind::kCall)) {
    const Node function = value.child(Field::kFunction);
    const Node argument = python::Argument(value, 0, "dim");
    if (function.text() == "len" && IsNameable(argument)) {
      names_.emplace(absl::StrCat("len(", IdOf(argument), ")"), target.text());
      return;
    }
    if (function.Is(Kind::kAttribute) && function.child(Field::kAttribute).text() == "size") {
      tensor = function.child(Field::kObject);
      index = IntegerOf(argument);
    }
  }
  if (!index || !IsNameable(tensor)) return;
  names_.emplace(absl::StrCat(IdOf(tensor), ".size(", *index, ")"), target.text());
}

}  // namespace allreview::scaling
