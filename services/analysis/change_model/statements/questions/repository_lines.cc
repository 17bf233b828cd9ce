#include "services/analysis/change_model/statements/questions/repository_lines.h"

#include <utility>

#include "analyzers/change/repository_texts.h"

namespace allreview::analysis {

Node FirstNodeOf(const python::Module& module, int line) {
  const size_t column = module.tree().LineText(line).find_first_not_of(" \t");
  if (column == absl::string_view::npos) return Node();
  return module.tree().NodeAt(module.tree().LineStart(line) + static_cast<uint32_t>(column));
}

const Lines& LinesOf(KnownLines& known, const python::Module& module) {
  return known.try_emplace(&module, module.tree()).first->second;
}

const python::Module* RepositoryLines::Read(const std::string& path) {
  for (const AnalysedFile& file : inquiry_.change().files()) {
    if (file.changed->path == path) return file.after;
  }
  const auto known = modules_.find(path);
  if (known != modules_.end()) return known->second.get();
  if (read_ == kMaxRead) return nullptr;
  ++read_;
  std::unique_ptr<python::Module>& module = modules_[path];
  const std::string* text = inquiry_.change().texts().Read(change::Side::kRight, path);
  if (text == nullptr) return nullptr;
  if (auto parsed = python::Module::Parse(path, *text); parsed.ok()) module = *std::move(parsed);
  return module.get();
}

bool RepositoryLines::IsAdded(absl::string_view path, int first, int last) const {
  for (const AnalysedFile& file : inquiry_.change().files()) {
    if (file.changed->path == path && file.lines.HasAdded(first, last)) return true;
  }
  return false;
}

}  // namespace allreview::analysis
