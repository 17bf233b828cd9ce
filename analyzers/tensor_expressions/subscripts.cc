// x[..., None] and its like.

#include "analyzers/python/module.h"
#include "analyzers/tensor_expressions/evaluator.h"

namespace allreview::tensor_expressions {
namespace {

using python::Field;
using python::Kind;
using python::Node;

// `:` alone.
bool IsWholeSlice(Node node) { return node.Is(Kind::kSlice) && node.named_child_count() == 0; }

std::vector<Node> IndicesOf(Node subscript) {
  std::vector<Node> indices;
  for (const Node child : subscript.children()) {
    if (child.field() == Field::kSubscript) indices.push_back(child);
  }
  // x[(None, ...)].
  if (indices.size() != 1 || !indices[0].Is(Kind::kTuple)) return indices;
  std::vector<Node> items;
  for (Node child : indices[0].named_children()) {
    items.push_back(child);
  }
  return items;
}

}  // namespace

// x.shape[-1]; nothing for other subscripts.
std::optional<Value> Evaluator::ReadShape(Node node, const std::vector<Node>& indices) {
  const Node value = node.child(Field::kValue);
  if (!value.Is(Kind::kAttribute) || value.child(Field::kAttribute).text() != "shape") {
    return std::nullopt;
  }
  const Value tensor = Evaluate(value.child(Field::kObject));
  const TermRef* of = tensor.As<TermRef>();
  const std::optional<double> dim =
      indices.size() == 1 ? Evaluate(indices[0]).AsNumber() : std::nullopt;
  const std::optional<double> size = of != nullptr && dim.has_value()
                                         ? environment_.SizeOf(of->term, static_cast<int>(*dim))
                                         : std::nullopt;
  if (size.has_value()) return Value{*size};
  return Value{Unknown{Refusal::kShape, std::string(node.text()), node}};
}

Value Evaluator::ReadSubscript(Node node) {
  const std::vector<Node> indices = IndicesOf(node);
  if (std::optional<Value> shape = ReadShape(node, indices)) return *std::move(shape);
  const Value object = Evaluate(node.child(Field::kValue));
  if (const Tuple* tuple = object.As<Tuple>(); tuple != nullptr && indices.size() == 1) {
    const std::optional<double> index = Evaluate(indices[0]).AsNumber();
    const int count = static_cast<int>(tuple->items.size());
    const int at = index.has_value() ? static_cast<int>(*index) : count;
    if (at < count && at >= -count) return tuple->items[at < 0 ? at + count : at];
  }
  const TermRef* ref = object.As<TermRef>();
  if (ref != nullptr) return Subscript(ref->term, indices, node);
  if (const Unknown* unknown = object.As<Unknown>()) return {*unknown};
  return {Unknown{Refusal::kIndexing, std::string(node.text()), node}};
}

Value Evaluator::Subscript(int term, const std::vector<Node>& indices, Node node) {
  bool has_new_axis = false;
  for (const Node index : indices) {
    has_new_axis = has_new_axis || index.Is(Kind::kNone);
    if (!index.Is(Kind::kNone) && !index.Is(Kind::kEllipsis) && !IsWholeSlice(index)) {
      return {Unknown{Refusal::kIndexing, std::string(node.text()), node}};
    }
  }
  if (!has_new_axis) return {TermRef{term}};
  // The last axis: beside the elements that a reduction went over.
  if (indices.back().Is(Kind::kNone)) {
    return CallTorch("unsqueeze", {.positional = {Value{TermRef{term}}, Value{-1.0}}}, node);
  }
  return View(term, "unsqueeze(0)", node);
}

}  // namespace allreview::tensor_expressions
