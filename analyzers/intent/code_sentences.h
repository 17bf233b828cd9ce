#ifndef ANALYZERS_INTENT_CODE_SENTENCES_H_
#define ANALYZERS_INTENT_CODE_SENTENCES_H_

// The sentences of one Python file: comments, docstrings, help texts, messages, names of tests.
//
//   for (const Sentence& sentence : SentencesOf(module)) Show(sentence.first_line, sentence.text);
//
// Left out: notices of licences, marks for tools, code that was turned into comments, examples.
// In the order of lines; at most kMaxSentencesOfFile. About linear, without recursion; polls. Pure.

#include <cstddef>
#include <vector>

#include "analyzers/intent/sentence.h"
#include "analyzers/python/module.h"

namespace allreview::intent {

inline constexpr size_t kMaxSentencesOfFile = 20'000;

std::vector<Sentence> SentencesOf(const python::Module& module);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_CODE_SENTENCES_H_
