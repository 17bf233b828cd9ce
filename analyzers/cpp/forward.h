#ifndef ANALYZERS_CPP_FORWARD_H_
#define ANALYZERS_CPP_FORWARD_H_

// Names for those who hand code of C++ on without looking into it: they are not compiled anew when
// unit.h changes.

#include <cstdint>

namespace allreview::syntax {
template <typename Language>
class Node;  // analyzers/syntax/syntax_tree.h
}  // namespace allreview::syntax

namespace allreview::cpp {

class Unit;                 // unit.h
enum class Kind : uint8_t;  // kinds.h
struct Language;            // syntax.h
using Node = syntax::Node<Language>;

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_FORWARD_H_
