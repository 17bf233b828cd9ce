#ifndef ANALYZERS_IR_NODE_KINDS_H_
#define ANALYZERS_IR_NODE_KINDS_H_

// Questions about syntax that lowering asks in several places. Private to this folder.

#include "analyzers/python/syntax.h"

namespace allreview::ir {

inline bool IsComprehension(python::Kind kind) {
  return kind == python::Kind::kListComprehension || kind == python::Kind::kSetComprehension ||
         kind == python::Kind::kDictionaryComprehension ||
         kind == python::Kind::kGeneratorExpression;
}

// `*a` among arguments or elements.
inline bool IsStar(python::Kind kind) {
  return kind == python::Kind::kListSplat || kind == python::Kind::kParenthesizedListSplat;
}

// The grammar reads the first element of `*a.b, c` as an attribute `b` of `*a`.
inline bool BeginsWithStar(python::Node element) {
  while (element.Is(python::Kind::kAttribute) || element.Is(python::Kind::kSubscript) ||
         element.Is(python::Kind::kCall)) {
    element = element.named_child(0);
  }
  return IsStar(element.kind());
}

// What an argument or an element of a display evaluates.
inline python::Node ValueOfElement(python::Node element) {
  switch (element.kind()) {
    case python::Kind::kKeywordArgument:
      return element.child(python::Field::kValue);
    case python::Kind::kListSplat:
    case python::Kind::kDictionarySplat:
      return element.named_child(0);
    case python::Kind::kParenthesizedListSplat: {
      const python::Node inner = element.named_child(0);
      return inner.Is(python::Kind::kListSplat) ? inner.named_child(0) : inner;
    }
    default:
      return element;
  }
}

}  // namespace allreview::ir

#endif  // ANALYZERS_IR_NODE_KINDS_H_
