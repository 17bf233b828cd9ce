#include "analyzers/intent/author_sentences.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "analyzers/intent/author_text.h"
#include "base/poll.h"
#include "base/utf8.h"

namespace allreview::intent {
namespace {

class Reader {
 public:
  void AddLine(absl::string_view line, Source source, int commit) {
    const std::string text = ToDisplayText(
        absl::StrJoin(absl::StrSplit(line.substr(0, kMaxTitleBytes), absl::ByAnyChar(" \t\r\n\f\v"),
                                     absl::SkipEmpty()),
                      " "));
    if (text.empty() || absl::StartsWith(text, "Merge ")) return;
    Add({.text = text, .section = {}, .roles = RolesOf(text, Voice::kChange), .line = 1}, source,
        commit, 0);
  }

  // `lines_above` stand before it in the message.
  void AddBody(absl::string_view body, Source source, int commit, int lines_above) {
    PollBytes(body.size());
    for (AuthorSentence& sentence : ReadAuthorText(body).sentences) {
      Add(std::move(sentence), source, commit, lines_above);
    }
  }

  std::vector<Sentence> Finish() && { return std::move(sentences_); }

 private:
  static constexpr size_t kMaxTitleBytes = 1'000;

  void Add(AuthorSentence from, Source source, int commit, int lines_above) {
    if (sentences_.size() >= kMaxAuthorSentences || !seen_.insert(from.text).second) return;
    sentences_.push_back({.text = std::move(from.text),
                          .source = source,
                          .roles = from.roles,
                          .path = {},
                          .first_line = from.line + lines_above,
                          .last_line = from.line + lines_above,
                          .commit = commit,
                          .section = std::move(from.section),
                          .owner = {},
                          .subject = {},
                          .is_touched = true});
  }

  std::set<std::string> seen_;
  std::vector<Sentence> sentences_;
};

}  // namespace

std::vector<Sentence> SentencesOf(const change::Description& description) {
  Reader reader;
  reader.AddLine(description.title, Source::kTitle, -1);
  reader.AddBody(description.body, Source::kDescription, -1, 0);
  int commit = 0;
  for (absl::string_view message : description.commit_messages) {
    const size_t end = std::min(message.find('\n'), message.size());
    reader.AddLine(message.substr(0, end), Source::kCommit, commit);
    // Its line end stands for one of the lines.
    reader.AddBody(message.substr(end), Source::kCommit, commit, 0);
    ++commit;
  }
  return std::move(reader).Finish();
}

}  // namespace allreview::intent
