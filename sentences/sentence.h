#ifndef SENTENCES_SENTENCE_H_
#define SENTENCES_SENTENCE_H_

// A sentence as a value: a phrase and what stands in its placeholders. Who makes it decides what is
// said; who shows it decides in which language.
//
//   Words reason = Sentence(phrases::kNoRules, {{"language", file.language}});
//   English(reason)                        // "no rules for cuda"
//   In(Language::kChinese, reason)         // "没有针对 cuda 的规则"
//
// Words are one of three things, and where Words are wanted each may be given as it is:
// - text that is the same in all languages (a name, a number, code, what an author wrote): a
// string;
// - a sentence, or a part of one: a Phrase or a Sentence;
// - items with what joins them: a WordList.
//
// Nothing here reads a finished sentence. Pure; values are copied freely between threads.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "sentences/phrase.h"

namespace allreview {

class Words;

using Params = std::vector<std::pair<std::string, Words>>;  // By name.

struct Sentence {
  Sentence(const Phrase& phrase);  // NOLINT: a phrase without placeholders is a sentence.
  Sentence(const Phrase& phrase, Params params);

  Phrase phrase;
  Params params;
};

// What stands between items. In Chinese names are joined in another way than clauses are; items of
// which none has a phrase are names.
enum class Joint {
  kComma,
  kAnd,  // "a, b and c"
  kOr,
  kSemicolon
};

struct WordList {
  Joint joint = Joint::kComma;
  std::vector<Words> items;
};

class Words {
 public:
  using Kind = std::variant<std::string, Sentence, WordList>;

  // Conversions are meant: Words stand where a string stood.
  Words() = default;
  Words(std::string verbatim) : kind_(std::move(verbatim)) {}
  Words(absl::string_view verbatim) : kind_(std::string(verbatim)) {}
  Words(const char* verbatim) : kind_(std::string(verbatim)) {}
  Words(Sentence sentence) : kind_(std::move(sentence)) {}
  Words(const Phrase& phrase) : kind_(Sentence(phrase)) {}
  Words(WordList list) : kind_(std::move(list)) {}

  const Kind& kind() const { return kind_; }
  bool is_verbatim() const { return std::holds_alternative<std::string>(kind_); }
  bool is_empty() const { return is_verbatim() && std::get<std::string>(kind_).empty(); }

  // By what they say in English.
  friend bool operator==(const Words& a, const Words& b);

  // The same with each verbatim text in it as `change` makes it, for example cut.
  Words Mapped(const std::function<std::string(const std::string&)>& change) const;

 private:
  Kind kind_;
};

std::string In(Language language, const Words& words);
std::string English(const Words& words);

// "1 file", "3 files": the phrase for the number, which stands for {count}.
Sentence Counted(int64_t count, const Phrase& one, const Phrase& many, Params more = {});

// A template with `params` for its placeholders; the last of a name counts. Within a code span
// words stand in English, as code does. Nothing: `params` lacks one.
std::optional<std::string> Fill(Language language, absl::string_view text, const Params& params);

// Names of the placeholders of a template, in order of appearance. A name is lower case letters and
// underscores, so that code in a template is no placeholder.
std::vector<absl::string_view> PlaceholdersOf(absl::string_view text);

}  // namespace allreview

#endif  // SENTENCES_SENTENCE_H_
