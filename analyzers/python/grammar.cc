#include "analyzers/python/grammar.h"

#include "analyzers/syntax/grammar.h"
#include "language.h"

extern "C" const TSLanguage* tree_sitter_python(void);

namespace allreview::python {

const TSLanguage* Grammar() {
  static const TSLanguage* const grammar = syntax::WithRowsForAllStates(*tree_sitter_python());
  return grammar;
}

}  // namespace allreview::python
