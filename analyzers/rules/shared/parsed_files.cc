#include "analyzers/rules/shared/parsed_files.h"

#include <utility>

#include "absl/status/statusor.h"
#include "analyzers/change/repository_texts.h"

namespace allreview::rules {

const AnalysedFile* ChangedFileOf(const ChangeContext& change, absl::string_view path) {
  for (const AnalysedFile& file : change.files()) {
    if (file.changed->path == path && file.after != nullptr) return &file;
  }
  return nullptr;
}

const python::Module* ParsedFiles::Find(absl::string_view path) {
  if (const AnalysedFile* changed = ChangedFileOf(change_, path)) {
    return side_ == Side::kRight ? changed->after : changed->before;
  }
  const auto [at, is_new] = parsed_.try_emplace(std::string(path));
  if (!is_new) return at->second.get();
  const std::string* text = change_.texts().Read(Side::kRight, path);
  if (text == nullptr) return nullptr;
  absl::StatusOr<std::unique_ptr<python::Module>> module = python::Module::Parse(path, *text);
  if (module.ok()) at->second = *std::move(module);
  return at->second.get();
}

}  // namespace allreview::rules
