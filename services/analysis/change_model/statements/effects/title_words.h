#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_TITLE_WORDS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_TITLE_WORDS_H_

// Words of a change's title that stand in a text: its author names the point there.
//
//   TitleWords words("Drop examples that are fully truncated (#12)");
//   words.In("`prepare` now calls `dataset.drop_truncated`")   // 2: drop, truncated
//
// Names are read as words: "drop_truncated", "DropTruncated". Words of every title do not count.

#include <set>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::analysis {

class TitleWords {
 public:
  explicit TitleWords(absl::string_view title);

  int In(absl::string_view text) const;

 private:
  std::set<std::string> words_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_TITLE_WORDS_H_
