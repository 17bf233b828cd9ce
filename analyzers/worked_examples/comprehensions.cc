#include <algorithm>
#include <utility>

#include "analyzers/worked_examples/interpreter.h"
#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr size_t kMaxItems = 1000;

}  // namespace

std::optional<Value::Items> ItemsOf(const Value& value) {
  if (value.IsSequence()) return *value.items;
  Value::Items items;
  if (value.Is(Type::kDict)) {
    for (const auto& [key, held] : *value.entries) items.push_back(key);
    return items;
  }
  if (!value.Is(Type::kTensor) || value.tensor->rank() == 0) return std::nullopt;
  for (int64_t i = 0; i < value.tensor->shape[0]; ++i) {
    items.push_back(Value::Of(Select(*value.tensor, 0, i)));
  }
  return items;
}

Value Lazy(Value::Items items) {
  static const auto& none = *new std::vector<std::string>();
  Value value = Value::Tuple(std::move(items));
  value.parts = &none;
  return value;
}

bool HoldsMutable(const Value& value) {
  switch (value.type) {
    case Type::kList:
    case Type::kDict:
    case Type::kTensor:
    case Type::kObject:
      return true;
    case Type::kTuple:
      return std::any_of(value.items->begin(), value.items->end(), [](const Value& item) {
        return item.type >= Type::kList && !item.Is(Type::kName) && !item.Is(Type::kFunction);
      });
    default:
      return false;
  }
}

std::optional<Value::Items> Interpreter::Iterate(const Value& value) {
  std::optional<Value::Items> items = ItemsOf(value);
  if (!items || items->size() > kMaxItems) {
    GiveUp("a sequence that is not known");
    return std::nullopt;
  }
  return items;
}

bool Interpreter::RunClauses(const std::vector<Node>& clauses, size_t first,
                             const std::function<void()>& visit) {
  if (!Spend() || clauses.size() > 4) {
    GiveUp("a comprehension of many parts");
    return false;
  }
  if (first == clauses.size()) {
    visit();
    return !stops();
  }
  const Node clause = clauses[first];
  if (clause.Is(Kind::kIfClause)) {
    return !IsTrue(clause.named_child(0)) || RunClauses(clauses, first + 1, visit);
  }
  const std::optional<Value::Items> items = Iterate(Evaluate(clause.child(Field::kRight)));
  if (!items) return false;
  for (const Value& item : *items) {
    Assign(clause.child(Field::kLeft), item);
    if (stops() || !RunClauses(clauses, first + 1, visit)) return !stops();
  }
  return true;
}

// A generator counts as the list of what it gives: it is used up at once where it stands.
Value Interpreter::OfComprehension(Node expression) {
  std::vector<Node> clauses;
  for (Node child : expression.named_children()) {
    if (child.Is(Kind::kForInClause) || child.Is(Kind::kIfClause)) clauses.push_back(child);
  }
  const Node body = expression.child(Field::kBody);
  const std::map<std::string, Value, std::less<>> locals = frame().locals;
  Value::Items items;
  Value::Entries entries;
  RunClauses(clauses, 0, [&] {
    if (items.size() + entries.size() >= kMaxItems) {
      GiveUp("a list that is too long");
    } else if (body.Is(Kind::kPair)) {
      entries.emplace_back(Evaluate(body.child(Field::kKey)), Evaluate(body.child(Field::kValue)));
    } else {
      items.push_back(Evaluate(body));
    }
  });
  frame().locals = locals;  // Its names are its own.
  if (stops()) return {};
  if (expression.Is(Kind::kGeneratorExpression)) return Lazy(std::move(items));
  if (!expression.Is(Kind::kDictionaryComprehension)) return Value::List(std::move(items));
  const Value result = Value::Dict({});
  for (auto& [key, value] : entries) {
    const auto same = std::find_if(
        result.entries->begin(), result.entries->end(),
        [&, wanted = &key](const auto& entry) { return AreEqual(entry.first, *wanted) == true; });
    if (same != result.entries->end()) {
      same->second = value;
    } else {
      result.entries->emplace_back(key, value);
    }
  }
  return result;
}

}  // namespace allreview::worked_examples
