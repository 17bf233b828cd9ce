#ifndef SERVICES_ANALYSIS_FILE_READERS_H_
#define SERVICES_ANALYSIS_FILE_READERS_H_

// Who reads a file of the diff. Pure.

#include <optional>

#include "absl/strings/string_view.h"
#include "analyzers/diff/classify.h"
#include "analyzers/python/source_text.h"
#include "proto/change/v1/change.pb.h"
#include "proto/diff/v1/diff.pb.h"

namespace allreview::analysis {

// The code that the interpreter finds under the name stands elsewhere.
bool IsLink(const change::v1::FileEntry& entry);

// Program text that rules read; of other files the hunks' text is not kept, which may be large.
bool IsForRules(const diff::v1::DiffFile& file);

// Text that documents quote: the beginning of each file is enough for them.
bool IsForReaders(const diff::v1::DiffFile& file);

// Shell scripts and YAML: rules that look at the whole change read them from the repository, and
// the engine says which they could read.
bool IsRecipe(const diff::v1::DiffFile& file);

bool IsProgramText(const diff::Classification& kind);

// What keeps its language's interpreter from reading a text. Compilers of C++ read any bytes.
std::optional<python::SourceProblem> ProblemOf(absl::string_view language, absl::string_view text);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_FILE_READERS_H_
