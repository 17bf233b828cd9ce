#include "gateway/cli/documents.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::cli {
namespace {

absl::Status CannotWrite(const std::string& name) {
  return absl::FailedPreconditionError(
      absl::StrCat("cannot write \"", name, "\": ", strerror(errno)));
}

}  // namespace

NewFolders::~NewFolders() {
  for (const std::string& path : paths_) rmdir(path.c_str());  // Refused when it is in use.
}

absl::Status NewFolders::Make(const std::string& path) {
  std::error_code error;
  std::vector<std::string> missing;
  for (std::filesystem::path folder = path;
       !folder.empty() && !std::filesystem::exists(folder, error); folder = folder.parent_path()) {
    if (folder.has_filename()) missing.push_back(folder.string());
  }
  std::filesystem::create_directories(path, error);
  if (error) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot make the folder \"", path, "\": ", error.message()));
  }
  paths_.insert(paths_.begin(), missing.begin(), missing.end());
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Documents>> Documents::Open(const std::vector<std::string>& names,
                                                           Output& standard_output) {
  std::unique_ptr<Documents> documents(new Documents());
  documents->targets_.reserve(names.size());
  for (const std::string& name : names) {
    Target& target = documents->targets_.emplace_back();
    target.name = name;
    if (name == "-") {
      target.output = &standard_output;
    } else {
      RETURN_IF_ERROR(OpenFile(target));
    }
  }
  return documents;
}

absl::Status Documents::OpenFile(Target& target) {
  struct stat status;
  const bool exists = stat(target.name.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) {
    target.fd = open(target.name.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    // Beside the file behind a symbolic link, so that the link survives.
    char* real = exists ? realpath(target.name.c_str(), nullptr) : nullptr;
    if (real != nullptr) target.name = real;
    free(real);
    const std::string temporary = absl::StrCat(target.name, ".", getpid(), ".tmp");
    target.fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                     exists ? status.st_mode & 0777 : 0666);
    if (target.fd >= 0) target.temporary = temporary;
  }
  if (target.fd < 0) return CannotWrite(target.name);
  target.file = std::make_unique<Output>(target.fd, absl::StrCat("\"", target.name, "\""));
  target.output = target.file.get();
  return absl::OkStatus();
}

Documents::~Documents() {
  for (Target& target : targets_) {
    target.file = nullptr;
    if (target.fd >= 0) close(target.fd);
    if (!target.temporary.empty()) unlink(target.temporary.c_str());
  }
}

std::vector<std::string> Documents::Unfinished() const {
  std::vector<std::string> names;
  for (const Target& target : targets_) {
    if (!target.temporary.empty()) names.push_back(target.temporary);
  }
  return names;
}

void Documents::Convert(size_t index, Conversion convert) {
  targets_[index].convert = std::move(convert);
}

absl::Status Documents::Write(const report::v1::DocumentChunk& chunk) {
  if (chunk.index() < 0 || chunk.index() >= static_cast<int>(targets_.size())) {
    return absl::InternalError(
        absl::StrCat("the gateway sent document ", chunk.index(), " of ", targets_.size()));
  }
  Target& target = targets_[chunk.index()];
  if (target.convert) {
    absl::StrAppend(&target.text, chunk.content());
  } else {
    target.output->Write(chunk.content());
  }
  target.is_complete |= chunk.is_last();
  return target.output->status();
}

absl::Status Documents::Finish() {
  for (Target& target : targets_) {
    if (!target.is_complete) {
      return absl::DataLossError(
          absl::StrCat("the gateway sent no end of the document for ",
                       target.name == "-" ? "standard output" : target.name));
    }
    if (target.convert) {
      ASSIGN_OR_RETURN(const std::string text, target.convert(target.text));
      target.output->Write(text);
    }
    RETURN_IF_ERROR(target.output->Flush());
    if (target.temporary.empty()) continue;
    if (rename(target.temporary.c_str(), target.name.c_str()) != 0) return CannotWrite(target.name);
    target.temporary.clear();
  }
  return absl::OkStatus();
}

}  // namespace allreview::cli
