#ifndef ANALYZERS_DIFF_RANDOM_EDIT_H_
#define ANALYZERS_DIFF_RANDOM_EDIT_H_

// Random files and edits for tests: lines that look like parts of a patch, carriage returns,
// invalid UTF-8, NUL, missing last newlines.
//
//   const RandomEdit edit(seed);
//   edit.Before(), edit.After(), edit.Hunks(3)

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace allreview::diff {

// A random edit of a random file: steps from its old to its new version.
class RandomEdit {
 public:
  explicit RandomEdit(uint32_t seed) : random_(seed) {
    for (int lines = Below(30); lines > 0; --lines) {
      const int choice = Below(8);
      if (choice != 7) steps_.push_back({choice < 5 ? ' ' : '-', Line()});
      if (choice >= 6) steps_.push_back({'+', Line()});
    }
    if (Below(3) == 0) TakeLastNewlineOfOld();
    if (Below(3) == 0) TakeLastNewlineOfNew();
  }

  std::string Before() const { return Without('+'); }
  std::string After() const { return Without('-'); }

  // With `context` steps around each change.
  std::string Hunks(int context) const {
    std::string text;
    Place place;
    for (int i = 0; i < Size();) {
      if (!IsNearChange(i, context)) {
        place.Pass(steps_[i++]);
        continue;
      }
      const Place start = place;
      std::string body;
      for (; i < Size() && IsNearChange(i, context); ++i) {
        place.Pass(steps_[i]);
        absl::StrAppend(&body, std::string(1, steps_[i].kind), steps_[i].line);
        if (body.back() != '\n') absl::StrAppend(&body, "\n\\ No newline at end of file\n");
      }
      const int old_lines = place.old_line - start.old_line;
      const int new_lines = place.new_line - start.new_line;
      absl::StrAppend(&text, "@@ -", start.old_line - (old_lines == 0), ",", old_lines, " +",
                      start.new_line - (new_lines == 0), ",", new_lines, " @@\n", body);
    }
    return text;
  }

 private:
  struct Step {
    char kind;         // ' ', '-' or '+'.
    std::string line;  // With its line end, if it has one.
  };

  struct Place {
    int old_line = 1, new_line = 1;
    void Pass(const Step& step) {
      old_line += step.kind != '+';
      new_line += step.kind != '-';
    }
  };

  int Size() const { return static_cast<int>(steps_.size()); }
  int Below(int end) { return static_cast<int>(random_() % static_cast<uint32_t>(end)); }

  std::string Line() {
    static const std::string kLines[] = {"",
                                         "a",
                                         "b",
                                         "\r",
                                         "a\r",
                                         "\\ No newline at end of file",
                                         "-",
                                         "-- a/f",
                                         "++ b/f",
                                         "\t x",
                                         "\xff\xfe \1",
                                         "@@ -1 +1 @@",
                                         std::string("n\0l", 3)};
    return kLines[Below(std::size(kLines))] + "\n";
  }

  // The last step that has a line of the version which lacks `absent_kind`; or -1.
  int LastWithout(char absent_kind) const {
    int i = Size() - 1;
    while (i >= 0 && steps_[i].kind == absent_kind) --i;
    return i;
  }

  void TakeLastNewlineOfOld() {
    const int last = LastWithout('+');
    if (last < 0 || steps_[last].line.size() == 1) return;
    const bool is_last_of_both = steps_[last].kind == ' ' && last == LastWithout('-');
    const std::string line = steps_[last].line;
    if (steps_[last].kind == ' ' && (!is_last_of_both || Below(2) == 0)) {
      steps_[last].kind = '-';
      steps_.insert(steps_.begin() + last + 1, {'+', line});
    }
    steps_[last].line.pop_back();
  }

  void TakeLastNewlineOfNew() {
    const int last = LastWithout('-');
    if (last >= 0 && steps_[last].kind == '+' && steps_[last].line.size() > 1) {
      steps_[last].line.pop_back();
    }
  }

  std::string Without(char absent_kind) const {
    std::string text;
    for (const Step& step : steps_) {
      if (step.kind != absent_kind) text += step.line;
    }
    return text;
  }

  bool IsNearChange(int at, int context) const {
    const int end = std::min(Size(), at + context + 1);
    for (int i = std::max(0, at - context); i < end; ++i) {
      if (steps_[i].kind != ' ') return true;
    }
    return false;
  }

  std::mt19937 random_;
  std::vector<Step> steps_;
};

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_RANDOM_EDIT_H_
