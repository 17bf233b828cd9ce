#ifndef ANALYZERS_UNDERSTANDING_OPERANDS_H_
#define ANALYZERS_UNDERSTANDING_OPERANDS_H_

// What operators ask of their operands. Private to this folder.

#include "analyzers/ir/code.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

inline bool IsWhole(const Atom& atom) {
  return atom.kind == AtomKind::kInteger || atom.kind == AtomKind::kBool;
}
inline bool IsNumber(const Atom& atom) { return IsWhole(atom) || atom.kind == AtomKind::kReal; }
// Of a constant.
inline double RealOf(const Atom& atom) {
  return atom.kind == AtomKind::kReal ? atom.real : static_cast<double>(atom.integer);
}
// Its class may define operators.
bool IsCustom(const Atom& atom);
// It is that only if an annotation holds, or what `self` promises. So is a tensor of which nothing
// else is known, although nothing else is made of that doubt.
bool IsPromise(const Atom& atom);
// A builtin value that it certainly is.
bool IsPlain(const Atom& atom);
// The operator certainly raises TypeError: both are plain.
bool Refuses(ir::Operator op, const Atom& a, const Atom& b);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_OPERANDS_H_
