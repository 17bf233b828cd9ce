#ifndef ANALYZERS_INTENT_PLAIN_COMMENTS_H_
#define ANALYZERS_INTENT_PLAIN_COMMENTS_H_

// The comments of one file that is not Python, as sentences.
//
//   for (const Sentence& sentence : SentencesOfComments("ci.yml", "yaml", text)) Show(sentence);
//
// Comments on lines of their own of YAML, TOML, shell scripts, Dockerfiles, Makefiles and Bazel
// ('#'), and of C++, CUDA and their like ("//", "/* */"). Left out: notices of licences, marks for
// tools, code that was turned into comments. The subject is the line below. In the order of lines;
// at most kMaxSentencesOfFile. One pass over the text; polls. Pure.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/intent/sentence.h"

namespace allreview::intent {

// Languages of which comments are not known have none.
std::vector<Sentence> SentencesOfComments(absl::string_view path, absl::string_view language,
                                          absl::string_view text);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_PLAIN_COMMENTS_H_
