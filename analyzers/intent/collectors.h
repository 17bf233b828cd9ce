#ifndef ANALYZERS_INTENT_COLLECTORS_H_
#define ANALYZERS_INTENT_COLLECTORS_H_

// What finds the sentences of a file. Internal to code_sentences.cc.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/intent/code_sentences.h"
#include "analyzers/intent/sentences.h"

namespace allreview::intent {

// Where sentences that belong together come from, and what they are about.
struct Origin {
  Source source;
  Voice voice = Voice::kCode;
  std::string section = {};
  std::string owner = {};
  Subject subject = {};
};

class SentenceList {
 public:
  void Add(std::vector<PlacedText> texts, const Origin& origin);
  size_t room() const { return kMaxSentencesOfFile - sentences_.size(); }
  std::vector<Sentence> Finish() && { return std::move(sentences_); }

 private:
  std::vector<Sentence> sentences_;
};

// What a comment or message at a node is about, and the definition around it. `node` is an
// expression, statement, parameter or definition.
struct About {
  std::string owner;
  Subject subject;
};
About AboutOf(const python::Module& module, python::Node node);
About AboutDefinition(const python::Definition& definition);
About AboutModule(const python::Module& module);

void AddComments(const python::Module& module, SentenceList& list);
void AddDocstrings(const python::Module& module, SentenceList& list);
// Help texts, and messages of asserts and raises.
void AddTexts(const python::Module& module, SentenceList& list);
void AddTestNames(const python::Module& module, SentenceList& list);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_COLLECTORS_H_
