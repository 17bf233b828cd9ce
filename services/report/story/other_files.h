#ifndef SERVICES_REPORT_STORY_OTHER_FILES_H_
#define SERVICES_REPORT_STORY_OTHER_FILES_H_

// What a change does in files that are not Python: recipes, workflows, scripts, kernels, documents.
// Markdown. Pure.

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// A hunk as the inside of a block of code: "- " what is gone, "+ " what is new, "  " what stays
// between them. At most `max_lines`; "…" stands for the rest.
//
// Where indentation only follows from the blocks around, a line that is indented otherwise stays.
enum class Indents { kMatter, kFollow };
std::string HunkDiff(absl::string_view before, absl::string_view after, size_t max_lines,
                     Indents indents = Indents::kMatter);

// The file with its keys that change, its weightiest hunks in at most `max_lines` lines of code,
// and where it differs from what it is a copy of. Effects of workflows are told with the other
// effects of the change. Paragraphs, ending in LF.
std::string OtherFileMarkdown(Language language, const analysis::v1::ChangeModel& model,
                              const analysis::v1::FileStory& file, size_t max_lines);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_OTHER_FILES_H_
