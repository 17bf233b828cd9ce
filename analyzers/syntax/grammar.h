#ifndef ANALYZERS_SYNTAX_GRAMMAR_H_
#define ANALYZERS_SYNTAX_GRAMMAR_H_

struct TSLanguage;

namespace allreview::syntax {

// A grammar with its table of parse states laid out for speed: the generated one keeps most states
// as lists of pairs, each of which is searched for a symbol at each step of a parse. Here all
// states are rows of one array. Call it once for each grammar; the result lives as long as the
// process.
const TSLanguage* WithRowsForAllStates(const TSLanguage& generated);

}  // namespace allreview::syntax

#endif  // ANALYZERS_SYNTAX_GRAMMAR_H_
