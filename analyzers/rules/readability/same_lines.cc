#include "analyzers/rules/readability/same_lines.h"

#include <map>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace allreview::rules {
namespace {

using repository::SignificantLine;

// Texts that differ in names alone are equal when each name always stands for the same other one.
class Renaming {
 public:
  bool Agrees(const SignificantLine& a, const SignificantLine& b) {
    if (a.shape != b.shape) return false;
    const std::vector<absl::string_view> ours = absl::StrSplit(a.text, repository::kTokenSeparator);
    const std::vector<absl::string_view> theirs =
        absl::StrSplit(b.text, repository::kTokenSeparator);
    const std::vector<absl::string_view> shape =
        absl::StrSplit(a.shape, repository::kTokenSeparator);
    if (ours.size() != theirs.size() || ours.size() != shape.size()) return false;
    for (size_t i = 0; i < ours.size(); ++i) {
      if (shape[i] != absl::string_view(&repository::kAnyName, 1)) continue;
      if (there_.emplace(ours[i], theirs[i]).first->second != theirs[i]) return false;
      if (back_.emplace(theirs[i], ours[i]).first->second != ours[i]) return false;
    }
    return true;
  }

 private:
  std::map<std::string, std::string> there_, back_;
};

}  // namespace

size_t EqualLines(const LinePair& pair, size_t count, bool is_exact) {
  Renaming renaming;
  size_t equal = 0;
  while (equal < count && pair.at + equal < pair.ours.size() &&
         pair.their_at + equal < pair.theirs.size()) {
    const SignificantLine& a = pair.ours[pair.at + equal];
    const SignificantLine& b = pair.theirs[pair.their_at + equal];
    if (is_exact ? a.text != b.text : !renaming.Agrees(a, b)) break;
    ++equal;
  }
  return equal;
}

bool IsHandedOn(const SignificantLine& line) {
  if (!absl::EndsWith(line.text, ",\x1f") || line.tokens > 9) return false;
  return !absl::StrContains(line.text, "\x1f(\x1f");
}

bool DeclaresOption(const SignificantLine& line) {
  return absl::StrContains(line.text, "add_argument\x1f");
}

}  // namespace allreview::rules
