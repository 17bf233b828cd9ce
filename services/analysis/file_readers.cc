#include "services/analysis/file_readers.h"

#include "analyzers/policy/ledger.h"
#include "base/languages.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {

using policy::FileClass;

bool IsLink(const change::v1::FileEntry& entry) {
  return entry.new_mode() == diff::kModeSymlink &&
         entry.status() != change::v1::FILE_STATUS_DELETED;
}

bool IsForRules(const diff::v1::DiffFile& file) {
  return IsParsed(ReaderOf(file.language())) && !file.is_binary() && !IsLink(file.entry()) &&
         policy::StateByClass(FromProto(file.file_class())) == policy::CoverageState::kUnknown;
}

bool IsForReaders(const diff::v1::DiffFile& file) {
  return file.file_class() == change::v1::FILE_CLASS_DOCUMENTATION ||
         file.file_class() == change::v1::FILE_CLASS_CONFIGURATION ||
         file.file_class() == change::v1::FILE_CLASS_SOURCE ||
         file.file_class() == change::v1::FILE_CLASS_TEST;
}

bool IsRecipe(const diff::v1::DiffFile& file) {
  const change::v1::FileEntry& entry = file.entry();
  const bool is_gone = entry.status() == change::v1::FILE_STATUS_DELETED;
  const diff::Classification by_name =
      diff::Classify({.path = is_gone ? entry.old_path() : entry.new_path()});
  const FileClass file_class = FromProto(file.file_class());
  const bool is_written =
      file_class == FileClass::kConfiguration || policy::MustBeReviewed(file_class);
  return ReaderOf(by_name.language) == Reader::kText && is_written && !file.is_binary() &&
         !IsLink(entry);
}

bool IsProgramText(const diff::Classification& kind) {
  return kind.file_class == diff::FileClass::kSource || kind.file_class == diff::FileClass::kTest;
}

std::optional<python::SourceProblem> ProblemOf(absl::string_view language, absl::string_view text) {
  if (ReaderOf(language) != Reader::kPython) return std::nullopt;
  return python::FindSourceProblem(text);
}

}  // namespace allreview::analysis
