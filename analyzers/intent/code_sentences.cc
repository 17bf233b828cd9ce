#include "analyzers/intent/code_sentences.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/intent/collectors.h"
#include "analyzers/paths/paths.h"

namespace allreview::intent {

using python::Definition;
using python::Module;

void SentenceList::Add(std::vector<PlacedText> texts, const Origin& origin) {
  for (PlacedText& text : texts) {
    if (room() == 0) return;
    Sentence sentence{.text = std::move(text.text),
                      .source = origin.source,
                      .is_todo = text.is_todo,
                      .path = {},
                      .first_line = text.first_line,
                      .last_line = text.last_line,
                      .section = origin.section,
                      .owner = origin.owner,
                      .subject = origin.subject};
    sentence.roles = RolesOf(sentence.text, origin.voice);
    sentences_.push_back(std::move(sentence));
  }
}

void AddTestNames(const Module& module, SentenceList& list) {
  constexpr std::ptrdiff_t kMinWords = 3;
  if (!paths::IsTestPath(module.path())) return;
  for (const Definition& definition : module.definitions()) {
    absl::string_view name = definition.simple_name;
    if (definition.kind == Definition::Kind::kClass || !absl::ConsumePrefix(&name, "test_")) {
      continue;
    }
    const std::vector<absl::string_view> words = absl::StrSplit(name, '_', absl::SkipEmpty());
    if (std::ssize(words) < kMinWords) continue;
    About about = AboutDefinition(definition);
    const int line = definition.node.first_line();
    list.Add({{.text = absl::StrJoin(words, " "), .first_line = line, .last_line = line}},
             {.source = Source::kTestName,
              .owner = std::move(about.owner),
              .subject = std::move(about.subject)});
  }
}

std::vector<Sentence> SentencesOf(const Module& module) {
  SentenceList list;
  AddComments(module, list);
  AddDocstrings(module, list);
  AddTexts(module, list);
  AddTestNames(module, list);
  std::vector<Sentence> sentences = std::move(list).Finish();
  for (Sentence& sentence : sentences) sentence.path = module.path();
  std::stable_sort(sentences.begin(), sentences.end(), [](const Sentence& a, const Sentence& b) {
    return a.first_line < b.first_line;
  });
  return sentences;
}

}  // namespace allreview::intent
