#ifndef ANALYZERS_PYTHON_GRAMMAR_H_
#define ANALYZERS_PYTHON_GRAMMAR_H_

// tree-sitter's grammar of Python, with its table of parse states laid out for speed.

struct TSLanguage;

namespace allreview::python {

// The generated table keeps most states as lists of pairs, each of which is searched for a symbol
// at each step of a parse. Here all states are rows of one array: 1.5 MB, filled by the first call,
// and a tenth of the time of a parse is gone. Any thread; lives as long as the process.
const TSLanguage* Grammar();

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_GRAMMAR_H_
