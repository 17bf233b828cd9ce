#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_CODE_PARTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_CODE_PARTS_H_

// Parts of a statement's text. Brackets and strings hold together. Pure, linear.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::analysis {

// Of a name, as Python has it: letters of other scripts, too.
bool IsNameByte(char c);
// "f(a, b)" of "f(\n    a,\n    b,\n)".
std::string Flat(absl::string_view code);

// "a" and "f(b, c)" of "a, f(b, c)" at ",": outside of brackets and strings.
std::vector<std::string> SplitAt(absl::string_view code, absl::string_view separator);

// "x = value"; annotations go. Nothing: it is no plain assignment.
struct AssignmentText {
  std::string target, value;
  friend bool operator==(const AssignmentText&, const AssignmentText&) = default;
};
std::optional<AssignmentText> ParseAssignment(absl::string_view code);

// "f(a, b)", all of it.
struct CallText {
  std::string callee;
  std::vector<std::string> arguments;
  friend bool operator==(const CallText&, const CallText&) = default;
};
std::optional<CallText> ParseCall(absl::string_view code);

// Names and chains of them, as "self.x", in order. Strings and numbers are left out.
std::vector<std::string> ChainsIn(absl::string_view code);

// One name stands for another, and nothing else differs: "self" and "cls" of "self.x + self.y" and
// "cls.x + cls.y"; then `members` are "x" and "y".
struct Renaming {
  std::string before, after;
  std::vector<std::string> members;  // Sorted.
};
std::optional<Renaming> RenamingOf(absl::string_view before, absl::string_view after);

// It prints, logs, warns or counts, and does nothing else.
bool IsLogCall(absl::string_view callee);
// Ranks exchange something in it: "dist.all_reduce", "self._dp_allreduce", "x.full_tensor".
bool IsCollectiveCall(absl::string_view callee);
// Or works on lists, strings and attributes, as code of every kind does.
bool IsPlumbing(absl::string_view callee);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_CODE_PARTS_H_
