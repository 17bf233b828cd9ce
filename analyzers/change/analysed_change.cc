#include "analyzers/change/analysed_change.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "analyzers/change/parse_file.h"
#include "analyzers/change/repository_source.h"
#include "analyzers/change/serial_reader.h"
#include "analyzers/moves/moves.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/parallel.h"
#include "base/languages.h"
#include "base/work_budget.h"

namespace allreview::change {
namespace {

// Share of the CPU time of an analysis that phases which look at one file at a time may take: what
// comes later finds some left.
constexpr double kFilesShare = 0.8;

// Sorted by path.
std::vector<const ChangedFile*> FilesFor(Reader reader, const std::vector<ChangedFile>& changed) {
  std::vector<const ChangedFile*> files;
  for (const ChangedFile& file : changed) {
    if (ReaderOf(file.language) == reader) files.push_back(&file);
  }
  std::stable_sort(files.begin(), files.end(),
                   [](const ChangedFile* a, const ChangedFile* b) { return a->path < b->path; });
  return files;
}

// Facts of what the change leaves behind.
std::vector<std::unique_ptr<repository::IndexedFile>> FactsAfter(
    const std::vector<AnalysedFile>& files, int threads) {
  using repository::IndexedFile;
  std::vector<std::unique_ptr<IndexedFile>> facts(files.size());
  repository::ParallelFor(files.size(), threads, [&](size_t i) {
    const std::string& path = files[i].changed->path;
    const python::Module* const module = files[i].after;
    facts[i] = module == nullptr
                   ? std::make_unique<IndexedFile>(path, SharedBytes())
                   : std::make_unique<IndexedFile>(path, repository::FactsOf(*module));
  });
  return facts;
}

std::vector<moves::VersionPair> VersionsOf(const std::vector<AnalysedFile>& files) {
  std::vector<moves::VersionPair> versions;
  for (const AnalysedFile& file : files) {
    moves::VersionPair& pair = versions.emplace_back();
    pair.before = file.before;
    pair.after = file.after;
    pair.is_added = file.changed->is_added;
    pair.is_deleted = file.changed->is_deleted;
    for (const ChangedHunk& hunk : file.changed->hunks) {
      for (const std::vector<int>* lines : {&hunk.added, &hunk.moved}) {
        pair.touched.insert(pair.touched.end(), lines->begin(), lines->end());
      }
    }
    std::sort(pair.touched.begin(), pair.touched.end());
  }
  return versions;
}

// What one file may take.
using FileBudgets = std::vector<std::unique_ptr<WorkBudget>>;

FileBudgets BudgetsOf(const ChangeInput& input, size_t files, double share) {
  WorkBudget::Limits limits;
  if (input.cpu_seconds) limits.cpu_seconds = share * input.limits.file_seconds;
  FileBudgets budgets(files);
  for (auto& budget : budgets) budget = std::make_unique<WorkBudget>("the file", limits);
  return budgets;
}

std::vector<absl::Status> RunAll(const ChangeInput& input, const FileBudgets& budgets,
                                 absl::string_view phase, const std::function<void(size_t)>& work) {
  std::vector<absl::Status> statuses(budgets.size());
  std::atomic<int64_t> done = 0;
  repository::ParallelFor(budgets.size(), input.threads, [&](size_t i) {
    statuses[i] = RunWithin(*budgets[i], phase, [&] { work(i); });
    if (input.on_progress) input.on_progress(phase, ++done, std::ssize(budgets));
  });
  return statuses;
}

// The changed files of one language.
template <typename Unit, typename File>
struct FilesOfLanguage {
  FileBudgets budgets;
  std::vector<Sides<Unit>> sides;
  std::vector<File> files;
  std::vector<Coverage> coverage;
};

// `files` point to what was parsed.
template <typename Unit, typename File>
void Parse(const ChangeInput& input, const std::vector<const ChangedFile*>& changed,
           FilesOfLanguage<Unit, File>* language) {
  language->budgets = BudgetsOf(input, changed.size(), 1);
  language->sides.resize(changed.size());
  for (const ChangedFile* file : changed) {
    language->coverage.push_back({.path = file->path});
    language->files.emplace_back().changed = file;
  }
  const std::vector<absl::Status> statuses =
      RunAll(input, language->budgets, "the parser", [&](size_t i) {
        ParseFile(input, *changed[i], &language->sides[i], &language->coverage[i]);
      });
  for (size_t i = 0; i < changed.size(); ++i) {
    NoteCut(statuses[i], &language->coverage[i]);
    File& file = language->files[i];
    file.before = language->sides[i].before.get();
    file.after = language->sides[i].after.get();
    if (!changed[i]->is_deleted && changed[i]->after) file.lines = ChangedLines(changed[i]->hunks);
  }
}

}  // namespace

struct AnalysedChange::Parts {
  explicit Parts(ChangeInput from)
      : input(std::move(from)),
        budget("this phase", WorkBudget::Share(kFilesShare)),
        index(SourceOf(input, Reader()),
              [this] { return FactsAfter(python.files, input.threads); }),
        project(&index),
        texts(Reader()),
        reach(project, index, [this] { return RecipesIn(texts); }) {}

  // Those who work side by side take turns.
  RepositoryReader* Reader() {
    if (input.repository == nullptr) return nullptr;
    if (!reader) reader.emplace(*input.repository);
    return &*reader;
  }

  const ChangeInput input;
  WorkBudget budget;  // Of all phases that look at one file at a time.
  FilesOfLanguage<python::Module, AnalysedFile> python;
  FilesOfLanguage<cpp::Unit, AnalysedCppFile> cpp;
  std::optional<SerialReader> reader;
  repository::RepositoryIndex index;
  repository::Project project;
  RepositoryTexts texts;
  reach::Reach reach;
  Mutex moves_mutex;
  std::unique_ptr<const moves::Moves> moves ABSL_GUARDED_BY(moves_mutex);
};

AnalysedChange::AnalysedChange(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
AnalysedChange::AnalysedChange(AnalysedChange&&) noexcept = default;
AnalysedChange& AnalysedChange::operator=(AnalysedChange&&) noexcept = default;
AnalysedChange::~AnalysedChange() = default;

const std::vector<AnalysedFile>& AnalysedChange::files() const { return parts_->python.files; }
const std::vector<Coverage>& AnalysedChange::coverage() const { return parts_->python.coverage; }
const std::vector<AnalysedCppFile>& AnalysedChange::cpp_files() const { return parts_->cpp.files; }
const std::vector<Coverage>& AnalysedChange::cpp_coverage() const { return parts_->cpp.coverage; }
const ChangeInput& AnalysedChange::input() const { return parts_->input; }
repository::RepositoryIndex& AnalysedChange::index() const { return parts_->index; }
repository::Project& AnalysedChange::project() const { return parts_->project; }
reach::Reach& AnalysedChange::reach() const { return parts_->reach; }
RepositoryTexts& AnalysedChange::texts() const { return parts_->texts; }

const moves::Moves& AnalysedChange::moves() const {
  const MutexLock lock(parts_->moves_mutex);
  if (parts_->moves == nullptr) {
    parts_->moves = std::make_unique<const moves::Moves>(VersionsOf(files()));
  }
  return *parts_->moves;
}

int AnalysedChange::files_parsed() const {
  int parsed = parts_->index.files_parsed();
  for (const AnalysedFile& file : files()) {
    parsed += (file.after != nullptr) + (file.before != nullptr);
  }
  for (const AnalysedCppFile& file : cpp_files()) {
    parsed += (file.after != nullptr) + (file.before != nullptr);
  }
  return parsed;
}

int AnalysedChange::facts_cached() const { return parts_->index.files_cached(); }

std::vector<absl::Status> AnalysedChange::ForEachFile(
    absl::string_view phase, const std::function<void(size_t)>& work) const {
  const BudgetScope scope(&parts_->budget);
  return RunAll(parts_->input, parts_->python.budgets, phase, work);
}

std::vector<absl::Status> AnalysedChange::ForEachCppFile(
    absl::string_view phase, const std::function<void(size_t)>& work) const {
  const BudgetScope scope(&parts_->budget);
  return RunAll(parts_->input, parts_->cpp.budgets, phase, work);
}

std::vector<absl::Status> AnalysedChange::ForEachFileAnew(
    absl::string_view phase, double share, const std::function<void(size_t)>& work) const {
  return RunAll(parts_->input, BudgetsOf(input(), files().size(), share), phase, work);
}

std::vector<absl::Status> AnalysedChange::ForEachCppFileAnew(
    absl::string_view phase, double share, const std::function<void(size_t)>& work) const {
  return RunAll(parts_->input, BudgetsOf(input(), cpp_files().size(), share), phase, work);
}

AnalysedChange ParseChange(ChangeInput input) {
  AnalysedChange change(std::make_unique<AnalysedChange::Parts>(std::move(input)));
  AnalysedChange::Parts& parts = *change.parts_;
  const BudgetScope scope(&parts.budget);
  Parse(parts.input, FilesFor(Reader::kPython, parts.input.files), &parts.python);
  Parse(parts.input, FilesFor(Reader::kCpp, parts.input.files), &parts.cpp);
  for (AnalysedFile& file : parts.python.files) {
    file.project = &parts.project;
    file.reach = &parts.reach;
  }
  return change;
}

}  // namespace allreview::change
