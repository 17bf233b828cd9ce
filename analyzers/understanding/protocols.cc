// The part of Knowledge that knows what objects of the program give to loops and subscripts.

#include <algorithm>
#include <utility>

#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/operations.h"

namespace allreview::understanding {

using Kind = Atom::Kind;

namespace {

// Foreign bases whose objects no loop goes through, but for what subclasses add.
bool IsNotIterable(absl::string_view base) {
  return base == "torch.utils.data.Dataset" || base == "torch.nn.Module" || base == "abc.ABC" ||
         base == "builtins.object" || base == "typing.Generic" || base == "typing.Protocol";
}

}  // namespace

// What a special method gives. Python looks it up in the class. Impossible: there is none, or
// nobody knows which one runs.
Value Knowledge::ResultOfSpecial(const Value& object, absl::string_view method,
                                 const Arguments& arguments, Place place) {
  const Atom* const only = object.only();
  if (only == nullptr || only->kind != Kind::kInstance || !only->code) return Value();
  const Atom* const function = ClassAttribute(only->code, method).only();
  if (function == nullptr || function->kind != Kind::kFunction) return Value();
  const Value bound = Attribute(object, method, place);
  return bound.IsCertainly(Kind::kMethod) ? Call(bound, arguments, place) : Value();
}

Value Knowledge::Iterated(const Value& object, Place place) {
  const Atom* const only = object.only();
  if (only == nullptr || only->kind != Kind::kInstance || !only->code) return object;
  const Value iterator = ResultOfSpecial(object, "__iter__", {}, place);
  if (!iterator.is_impossible()) return iterator;
  // Without an __iter__ a loop asks for item after item.
  const ClassInfo& info = ClassOf(only->code);
  const bool has_no_iter = !info.is_dynamic &&
                           ClassAttribute(only->code, "__iter__").is_impossible() &&
                           std::all_of(info.external.begin(), info.external.end(), IsNotIterable);
  if (!has_no_iter) return object;
  Value item = ResultOfSpecial(object, "__getitem__",
                               {{.value = Value::Some(Kind::kInteger, place)}}, place);
  return item.is_impossible() ? object : Value::Collection(Kind::kIterator, std::move(item), place);
}

Value Knowledge::NextOf(const Value& iterator, Place place) {
  const Value next = ResultOfSpecial(iterator, "__next__", {}, place);
  return next.is_impossible() ? ElementOf(iterator) : next;
}

Value Knowledge::ItemOfObject(const Value& object, const Value& index, Place place) {
  const Value item = ResultOfSpecial(object, "__getitem__", {{.value = index}}, place);
  return item.is_impossible() ? ItemOf(object, index, place) : item;
}

}  // namespace allreview::understanding
