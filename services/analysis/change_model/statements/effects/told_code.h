#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_TOLD_CODE_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_TOLD_CODE_H_

// The code of a story as effects ask about it. Pure.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "sentences/sentence.h"

namespace allreview::analysis {

// "f" and "m.g" of "x = f(m.g(y))", in the order of the text, each once; ".sum" of "(a + b).sum()".
// Strings are no code.
std::vector<std::string> CalleesIn(absl::string_view code);

// `word` stands in the code as a name of its own, "x.word" included.
bool Names(absl::string_view code, absl::string_view word);
// What stands in the strings of the code, in order.
std::vector<std::string> LiteralsIn(absl::string_view code);
// The code has it as a string.
bool HasLiteral(absl::string_view code, absl::string_view text);

// "x > 1" of "if x > 1:" and of "elif x > 1:"; empty: it is none.
std::string TestOf(absl::string_view header);

// "`a`, `b` and 3 more".
Words FunctionList(const std::vector<std::string>& names);

// Those of `all` that are not among the others.
std::vector<std::string> Without(const std::vector<std::string>& all,
                                 const std::vector<std::string>& others);

// Where the statements of a side stand.
class Outline {
 public:
  enum class Side { kBefore, kAfter };
  // Borrowed.
  Outline(const v1::FunctionStory& story, Side side);

  const v1::FunctionStory& story() const { return story_; }
  bool IsThere(int step) const;
  // As it is on that side.
  const std::string& CodeOf(int step) const;
  // What must hold for a step to run, the outermost first: "x > 1", "not (x > 1)". Nothing when
  // that is not known: it stands in a function inside, a handler, a case, or the rest of a chain.
  std::optional<std::vector<std::string>> ConditionsOf(int step) const;
  // The innermost of them that a reader can take in. Nothing when not even one is short, or where
  // they are not known.
  std::optional<std::vector<std::string>> NearConditionsOf(int step) const;
  // Steps of that side below a header.
  std::vector<int> BodyOf(int header) const;
  // The `else` or `elif` behind a header; -1: none.
  int NextClauseOf(int header) const;

 private:
  // The `if` and `elif` before an `else`, the first of them first.
  std::vector<int> ClausesBefore(int clause) const;

  const v1::FunctionStory& story_;
  const Side side_;
};

// What a function calls at its end: "close", "_shutdown_server", "delete_model".
bool IsCleanUp(absl::string_view function);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_TOLD_CODE_H_
