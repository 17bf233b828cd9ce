#ifndef ANALYZERS_UNDERSTANDING_SIZE_SYMBOLS_H_
#define ANALYZERS_UNDERSTANDING_SIZE_SYMBOLS_H_

// What a formula is made of. Private to Size.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/understanding/size.h"

namespace allreview::understanding {

// A named number, or (with id 0) a quotient that has no formula of its own, or (with a name, too)
// the attribute of that name in `quotient->first`.
struct Size::Symbol {
  uint64_t id = 0;
  std::shared_ptr<const std::string> name = {};
  std::shared_ptr<const std::pair<Size, Size>> quotient = {};
};

struct Size::Term {
  int64_t coefficient = 0;
  std::vector<Symbol> factors = {};  // Sorted; a power stands several times.
};

// More factors first, so that the constant is the last.
struct Size::Terms {
  std::vector<Term> list = {};
  size_t hash = 0;
  int quotients = 0;
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_SIZE_SYMBOLS_H_
