// Sentences of authors, which may write anything: as the text of a description and as a Python
// file. Sentences are well-formed, bounded, in order, and stand on lines that there are.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analyzers/intent/author_sentences.h"
#include "analyzers/intent/code_sentences.h"
#include "analyzers/intent/sentences.h"
#include "analyzers/python/module.h"
#include "base/check.h"
#include "base/utf8.h"

namespace allreview {
namespace {

void CheckTexts(const std::vector<intent::Sentence>& sentences) {
  for (const intent::Sentence& sentence : sentences) {
    CHECK(!sentence.text.empty()) << "a sentence has words";
    CHECK(sentence.text.size() <= intent::kMaxSentenceBytes * 3) << "texts are cut";
    CHECK(IsValidUtf8(sentence.text)) << "texts can be sent";
    CHECK(sentence.text.find('\n') == std::string::npos) << "a sentence is one line";
  }
}

void CheckDescription(const std::string& text) {
  const change::Description description{.title = text, .body = text, .commit_messages = {text}};
  CheckTexts(intent::SentencesOf(description));
}

void CheckFile(const std::string& text) {
  const auto module = python::Module::Parse("tests/test_a.py", text);
  if (!module.ok()) return;
  int line = 1;
  const std::vector<intent::Sentence> sentences = intent::SentencesOf(**module);
  CheckTexts(sentences);
  for (const intent::Sentence& sentence : sentences) {
    CHECK(sentence.first_line >= line) << "in the order of lines";
    CHECK(sentence.last_line >= sentence.first_line) << "ends where it ends";
    CHECK(sentence.last_line <= (*module)->tree().line_count()) << "stands in the file";
    line = sentence.first_line;
  }
}

}  // namespace
}  // namespace allreview

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  allreview::CheckDescription(text);
  allreview::CheckFile(text);
  return 0;
}
