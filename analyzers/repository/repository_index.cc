#include "analyzers/repository/repository_index.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/parallel.h"
#include "base/mutex.h"
#include "base/work_budget.h"

namespace allreview::repository {
namespace {

constexpr size_t kBatchBytes = 16 << 20;
// Building the index of parts costs about as much as so many searches of all facts.
constexpr int kSearchesWithoutIndex = 20;
// What a review may take more for each file of its repository, and for each that must be parsed:
// many times what ordinary files take.
constexpr double kSecondsOfFile = 0.002, kSecondsOfMissingFile = 0.2;
constexpr double kSecondsOfCostlyFile = 5;  // At most for one.
constexpr int64_t kBytesOfFile = 64 << 10, kBytesOfBatches = 256 << 20;

}  // namespace

bool IndexedFile::is_package() const {
  return path_ == "__init__.py" || absl::EndsWith(path_, "/__init__.py");
}

const IndexedFile::Decoded& IndexedFile::decoded() const {
  std::call_once(are_facts_ready_, [this] {
    if (decoded_ == nullptr) {
      decoded_ = std::make_unique<Decoded>();
      decoded_->facts = DecodeFacts(encoded_facts()).value_or(FileFacts());
    }
    decoded_->by_name.reserve(decoded_->facts.definitions.size());
    for (const DefinitionFacts& definition : decoded_->facts.definitions) {
      decoded_->by_name[definition.name] = &definition;
    }
  });
  return *decoded_;
}

const DefinitionFacts* IndexedFile::FindDefinition(absl::string_view name) const {
  const auto& by_name = decoded().by_name;
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

std::vector<IndexedFile*> RepositoryIndex::AllFiles() {
  Load();
  Poll(1 + static_cast<int>(files_.size()));
  std::vector<IndexedFile*> files;
  for (const std::unique_ptr<IndexedFile>& file : files_) files.push_back(file.get());
  return files;
}

const PartIndex* RepositoryIndex::Parts() {
  const MutexLock lock(mutex_);
  if (parts_ == nullptr && --free_searches_ < 0) {
    std::vector<absl::string_view> facts;
    for (const auto& file : files_) facts.push_back(file->encoded_facts());
    parts_ = std::make_unique<PartIndex>(std::move(facts));
  }
  return parts_.get();
}

RepositoryIndex::Candidates RepositoryIndex::CandidatesFor(absl::string_view name) {
  Load();
  const PartIndex* const parts = Parts();
  if (parts == nullptr) return {.files = AllFiles()};
  Poll();
  const absl::string_view part = LastPart(name);
  Candidates candidates = {.files = {}, .are_certain = part == name};
  for (uint32_t i : parts->Holding(part)) candidates.files.push_back(files_[i].get());
  return candidates;
}

std::vector<IndexedFile*> RepositoryIndex::FilesMentioning(absl::string_view name) {
  Candidates candidates = CandidatesFor(name);
  if (!candidates.are_certain) {
    std::erase_if(candidates.files, [&](IndexedFile* file) { return !file->Mentions(name); });
  }
  return std::move(candidates.files);
}

std::vector<IndexedFile*> RepositoryIndex::FilesNaming(absl::string_view absolute_name) {
  const size_t dot = absolute_name.rfind('.');
  if (dot == absl::string_view::npos) return FilesMentioning(absolute_name);
  const absl::string_view owner = absolute_name.substr(0, dot);
  const absl::string_view name = absolute_name.substr(dot + 1);
  // Every way to write it has the module's own name before it ("..ops.scale"), but for files of the
  // package that defines it (".scale") and for its own module (":scale").
  const size_t before = owner.rfind('.');
  const absl::string_view tail =
      before == absl::string_view::npos ? absolute_name : absolute_name.substr(before + 1);
  std::vector<IndexedFile*> files;
  for (IndexedFile* file : CandidatesFor(name).files) {
    const bool is_inside = absl::StartsWith(file->module(), owner);
    Poll();
    if (file->Mentions(is_inside ? name : tail)) files.push_back(file);
  }
  return files;
}

std::vector<IndexedFile*> RepositoryIndex::FilesWithIdentifier(absl::string_view identifier) {
  std::vector<IndexedFile*> files;
  for (IndexedFile* file : AllFiles()) {
    if (file->HasIdentifier(identifier)) files.push_back(file);
  }
  return files;
}

std::vector<IndexedFile*> RepositoryIndex::FilesWithWord(absl::string_view word) {
  std::vector<IndexedFile*> files;
  for (IndexedFile* file : AllFiles()) {
    if (file->HasWordAnywhere(word)) files.push_back(file);
  }
  return files;
}

IndexedFile* RepositoryIndex::FindModule(absl::string_view module) {
  Load();
  Poll();
  const auto found = by_module_.find(module);
  if (found != by_module_.end()) return found->second;
  const auto linked = by_linked_module_.find(module);
  return linked == by_linked_module_.end() ? nullptr : linked->second;
}

bool RepositoryIndex::is_complete() {
  Load();
  return is_complete_;
}

void RepositoryIndex::LoadOnce() {
  const SharedWorkScope shared;
  // A load that was ended may have left some.
  files_.clear();
  by_module_.clear();
  std::map<std::string, std::unique_ptr<IndexedFile>> changed;
  if (changed_) {
    for (std::unique_ptr<IndexedFile>& file : changed_()) changed[file->path()] = std::move(file);
  }
  std::vector<Source::File> unchanged;
  if (source_.list) {
    absl::StatusOr<std::vector<Source::File>> list = source_.list();
    is_complete_ = list.ok();
    if (list.ok()) {
      for (Source::File& file : *list) {
        const auto overlay = changed.find(file.first);
        if (overlay == changed.end()) {
          unchanged.push_back(std::move(file));
        } else if (!overlay->second->is_known()) {  // There, but nobody knows what is in it.
          files_.push_back(std::move(overlay->second));
          is_complete_ = false;
        }
      }
    }
  }
  {
    // When most files are new, there will be many questions.
    const MutexLock lock(mutex_);
    free_searches_ = changed.size() > unchanged.size() ? 0 : kSearchesWithoutIndex;
  }
  const auto count = static_cast<int64_t>(unchanged.size());
  WorkBudget::ExtendOutermost(static_cast<double>(count) * kSecondsOfFile, count * kBytesOfFile);
  std::vector<std::string> ids;
  for (const Source::File& file : unchanged) ids.push_back(file.second);
  std::vector<std::optional<SharedBytes>> cached(ids.size());
  if (source_.get) cached = source_.get(ids);
  std::vector<Source::File> missing;
  for (size_t i = 0; i < unchanged.size(); ++i) {
    if (cached[i] && AreFacts(cached[i]->view())) {
      ++files_cached_;
      files_.push_back(std::make_unique<IndexedFile>(unchanged[i].first, *std::move(cached[i])));
    } else {
      missing.push_back(unchanged[i]);
    }
  }
  if (!missing.empty()) {
    WorkBudget::ExtendOutermost(static_cast<double>(missing.size()) * kSecondsOfMissingFile,
                                kBytesOfBatches);
    ReadMissing(missing);
  }
  for (auto& [path, file] : changed) {
    if (file != nullptr && file->is_known()) files_.push_back(std::move(file));
  }
  std::sort(files_.begin(), files_.end(),
            [](const auto& a, const auto& b) { return a->path() < b->path(); });
  for (const std::unique_ptr<IndexedFile>& file : files_) {
    const auto [it, is_new] = by_module_.emplace(file->module(), file.get());
    if (!is_new) it->second = nullptr;
  }
  AddLinks();
}

void RepositoryIndex::AddLinks() {
  by_linked_module_.clear();
  if (!source_.links) return;
  for (const Link& link : source_.links()) {
    const auto file =
        std::lower_bound(files_.begin(), files_.end(), link.target,
                         [](const auto& a, const std::string& path) { return a->path() < path; });
    if (file == files_.end() || (*file)->path() != link.target) continue;
    by_linked_module_.emplace(python::ModuleNameOf(link.path), file->get());
  }
}

void RepositoryIndex::ReadMissing(const std::vector<Source::File>& missing) {
  struct Text {
    Source::File file;
    std::string content;
    SharedBytes facts;
  };
  std::vector<Text> batch;
  size_t batch_bytes = 0;
  int64_t done = 0;
  const auto finish_batch = [&] {
    ParallelFor(batch.size(), source_.threads, [&](size_t i) {
      WorkBudget budget("the file", {.cpu_seconds = kSecondsOfCostlyFile});
      // What is not read by then is not known, as what is over a limit of the parser.
      (void)RunWithin(budget, "the index", [&] {
        // Binary to git, and Python imports no such file: nothing in it has a name for others.
        // What the parser makes of it costs minutes.
        if (absl::StrContains(batch[i].content, '\0')) batch[i].content.clear();
        auto module =
            python::Module::Parse(batch[i].file.first, std::move(batch[i].content), source_.limits);
        if (module.ok()) batch[i].facts = SharedBytes(EncodeFacts(FactsOf(**module)));
      });
    });
    PollNow();  // What ended all files ends the load.
    std::vector<std::pair<std::string, SharedBytes>> to_cache;
    for (Text& text : batch) {
      if (text.facts.empty()) {
        is_complete_ = false;
        continue;
      }
      ++files_parsed_;
      if (source_.put) to_cache.emplace_back(text.file.second, text.facts);
      files_.push_back(std::make_unique<IndexedFile>(text.file.first, std::move(text.facts)));
    }
    if (source_.put && !to_cache.empty()) source_.put(to_cache);
    done += static_cast<int64_t>(batch.size());
    if (source_.on_progress) source_.on_progress(done, static_cast<int64_t>(missing.size()));
    batch.clear();
    batch_bytes = 0;
  };
  if (!source_.read) {
    is_complete_ = false;
    return;
  }
  const absl::Status status =
      source_.read(missing, [&](const Source::File& file, absl::StatusOr<std::string> content) {
        if (!content.ok()) {
          is_complete_ = false;
          return;
        }
        batch_bytes += content->size();
        batch.push_back({file, *std::move(content), {}});
        if (batch_bytes >= kBatchBytes) finish_batch();
      });
  if (!status.ok()) is_complete_ = false;
  finish_batch();
}

}  // namespace allreview::repository
