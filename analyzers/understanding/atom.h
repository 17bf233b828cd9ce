#ifndef ANALYZERS_UNDERSTANDING_ATOM_H_
#define ANALYZERS_UNDERSTANDING_ATOM_H_

// How alternatives are told apart and merged. Private to this folder.

#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// One atom can stand for both. Constants are told apart, and tuples of different lengths, because
// that decides whether they can be unpacked.
bool IsMergeable(const Atom& a, const Atom& b);
// A list, set or dictionary that nobody else has. Where it was made tells it from others: of two
// that are merged, and that were made in different places, the place is forgotten.
inline bool IsTrackedContainer(const Atom& atom) {
  const bool is_mutable =
      atom.kind == AtomKind::kList || atom.kind == AtomKind::kSet || atom.kind == AtomKind::kDict;
  return is_mutable && (atom.is_sized || !atom.keys.empty() || atom.parts.size() != 1 ||
                        !atom.parts[0].is_unknown() || atom.parts[0] != Value::Unknown());
}
// A list of constant texts alone, or an empty one.
bool IsTextList(const Atom& atom);
// Of two that are mergeable, or both lists; the first place stays.
Atom Merge(const Atom& a, const Atom& b);
bool SortsBefore(const Atom& a, const Atom& b);
// An object of a class of the library that has neither __bool__ nor __len__.
bool IsAlwaysTrue(const Atom& atom);
// What another project's module or object has may be None; its modules, and what is called like a
// class, are not.
bool MayBeNone(const Atom& atom);
// It holds numbers that are named: they are the same only within one question.
bool HasNames(const Atom& atom);
// What a name is given to: parameter, attribute (by its name in the file of the class) or
// instruction of a code, by number.
enum class PlaceKind { kParameter, kAttribute, kInstruction };
// Different ones for all of them, with room for the sizes of a tensor behind each; 0: there is none
// left.
uint64_t IdOfPlace(CodeRef code, PlaceKind kind, uint32_t number);
// The very object whose method is asked about.
inline bool IsOwnSelf(const Atom& atom) {
  return atom.kind == Atom::Kind::kInstance && atom.integer != 0;
}

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_ATOM_H_
