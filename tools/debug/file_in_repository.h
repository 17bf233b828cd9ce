#ifndef TOOLS_DEBUG_FILE_IN_REPOSITORY_H_
#define TOOLS_DEBUG_FILE_IN_REPOSITORY_H_

// A Python file, and the repository around it as that lies on the disk, for phases that look at
// one file.
//
//   ASSIGN_OR_RETURN(const auto file, FileInRepository::Read({.path = "pkg/loss.py:40"}));
//   file->values().Of(file->module(), node);
//
// The rest of the repository is read when somebody asks for values or reach. For one thread.

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/python/module.h"
#include "analyzers/values/print_values.h"
#include "analyzers/values/values_of_change.h"
#include "tools/debug/tree_on_disk.h"

namespace allreview::debug {

struct FileQuestion {
  std::string path;      // "pkg/loss.py", or "pkg/loss.py:40" for one line.
  std::string function;  // Only functions and classes of that name: "f", "Router.forward".
  std::string root;      // The folder of the repository; empty: RootAround() the file.
  change::FactsCache* cache = nullptr;  // Outlives the file; null: nothing is remembered.
};

class FileInRepository {
 public:
  // kInvalidArgument: it has no such function or line.
  static absl::StatusOr<std::unique_ptr<FileInRepository>> Read(const FileQuestion& question);

  const python::Module& module() const { return *change_->files()[0].after; }
  const change::AnalysedChange& change() const { return *change_; }
  values::ValuesOfChange& values() { return *values_; }
  // What is asked about; all lines when nothing is named.
  const std::vector<values::AskedLines>& lines() const { return lines_; }

 private:
  FileInRepository() = default;
  absl::Status Select(absl::string_view function, int line);

  std::vector<change::ChangedFile> files_;
  std::unique_ptr<TreeOnDisk> tree_;  // Null: the file stands alone.
  std::unique_ptr<const change::AnalysedChange> change_;
  std::unique_ptr<values::ValuesOfChange> values_;
  std::vector<values::AskedLines> lines_;
};

}  // namespace allreview::debug

#endif  // TOOLS_DEBUG_FILE_IN_REPOSITORY_H_
