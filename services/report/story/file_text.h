#ifndef SERVICES_REPORT_STORY_FILE_TEXT_H_
#define SERVICES_REPORT_STORY_FILE_TEXT_H_

// What a change did to one file, in words. Pure.
//
//   FileText(Language::kEnglish, file, index)
//   // "adds `route` for `Layer.forward`; changes `pick`"

#include <string>

#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"
#include "services/report/story/model_index.h"

namespace allreview::report {

// A clause without subject and period, in Markdown; never empty.
std::string FileText(Language language, const review::v1::FileSummary& file,
                     const ModelIndex& index);

// "3 source files"; the noun of a class of files.
std::string CountFiles(Language language, int64_t count, change::v1::FileClass file_class);

// Path after the change; before it when the file is gone.
const std::string& PathOf(const review::v1::FileSummary& file);

// Markdown of ours without its marks, for blocks in which nothing is Markdown.
std::string WithoutMarks(absl::string_view markdown);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_FILE_TEXT_H_
