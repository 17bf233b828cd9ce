#include "tools/debug/file_in_repository.h"

#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/status_macros.h"

namespace allreview::debug {
namespace {

// "pkg/loss.py:40" without its line; 0: none is named.
std::pair<std::string, int> SplitLine(const std::string& path) {
  const size_t colon = path.rfind(':');
  int line = 0;
  const bool has_line =
      colon != std::string::npos && absl::SimpleAtoi(path.substr(colon + 1), &line) && line > 0;
  if (!has_line) return {path, 0};
  return {path.substr(0, colon), line};
}

// The one file, as if it were new.
absl::StatusOr<change::ChangedFile> ReadAsNew(const std::string& path, const std::string& root) {
  change::ChangedFile file;
  ASSIGN_OR_RETURN(file.after, ReadFile(path));
  file.path = root.empty() ? path : PathBelow(root, path);
  file.is_added = true;
  file.language = "python";
  file.after_blob_id = GitBlobId(*file.after);
  return file;
}

}  // namespace

absl::StatusOr<std::unique_ptr<FileInRepository>> FileInRepository::Read(
    const FileQuestion& question) {
  const auto [path, line] = SplitLine(question.path);
  std::error_code error;
  const std::string root = question.root.empty()
                               ? RootAround(path)
                               : std::filesystem::weakly_canonical(question.root, error).string();
  ASSIGN_OR_RETURN(change::ChangedFile file, ReadAsNew(path, root));
  auto read = std::unique_ptr<FileInRepository>(new FileInRepository);
  read->files_.push_back(std::move(file));
  if (!root.empty()) read->tree_ = std::make_unique<TreeOnDisk>(root);
  const int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  read->change_ = std::make_unique<const change::AnalysedChange>(
      change::ParseChange({.files = read->files_,
                           .is_scan = true,
                           .repository = read->tree_.get(),
                           .cache = question.cache,
                           .threads = threads}));
  if (read->change_->files()[0].after == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("'", path, "' cannot be parsed"));
  }
  read->values_ = std::make_unique<values::ValuesOfChange>(*read->change_);
  RETURN_IF_ERROR(read->Select(question.function, line));
  return read;
}

absl::Status FileInRepository::Select(absl::string_view function, int line) {
  if (line > module().tree().line_count()) {
    return absl::InvalidArgumentError(
        absl::StrCat("line ", line, ": the file has ", module().tree().line_count(), " lines"));
  }
  if (line > 0) lines_.push_back({.first = line, .last = line, .with_unknown = true});
  if (!function.empty()) lines_.clear();
  for (const python::Definition& definition : module().definitions()) {
    if (definition.name != function && definition.simple_name != function) continue;
    lines_.push_back({.first = definition.node.first_line(),
                      .last = definition.end_line - 1,
                      .with_unknown = true});
  }
  if (!function.empty() && lines_.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("there is no function '", function, "'"));
  }
  if (lines_.empty()) lines_.push_back({});
  return absl::OkStatus();
}

}  // namespace allreview::debug
