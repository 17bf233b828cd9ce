#include "analyzers/change/analysed_change.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/change/serial_reader.h"
#include "analyzers/moves/moves.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/links.h"
#include "analyzers/repository/parallel.h"
#include "base/work_budget.h"
#include "sentences/phrases/coverage.h"

namespace allreview::change {
namespace {

// Share of the CPU time of an analysis that phases which look at one file at a time may take: what
// comes later finds some left.
constexpr double kFilesShare = 0.8;

using Modules = std::vector<std::unique_ptr<python::Module>>;

python::ParseLimits LimitsOf(const Limits& limits, bool keep_for_queries = false) {
  return {.max_bytes = limits.max_file_bytes,
          .max_nodes = limits.max_nodes,
          .max_depth = limits.max_depth,
          .keep_for_queries = keep_for_queries};
}

std::vector<python::VersionedParse::Edit> EditsOf(const std::vector<ChangedHunk>& hunks) {
  std::vector<python::VersionedParse::Edit> edits;
  for (const ChangedHunk& hunk : hunks) {
    // A hunk without lines on one side names the line after which the others stand.
    edits.push_back({.old_line = hunk.old_start + (hunk.old_lines == 0),
                     .old_lines = hunk.old_lines,
                     .new_line = hunk.new_start + (hunk.new_lines == 0),
                     .new_lines = hunk.new_lines});
  }
  return edits;
}

// Parses one side; null when it is over a limit, and then `coverage` says why.
std::unique_ptr<python::Module> ParseSide(absl::string_view path, const std::string& text,
                                          const python::ParseLimits& limits,
                                          python::VersionedParse* versions, Coverage* coverage) {
  absl::StatusOr<std::unique_ptr<python::Module>> module =
      python::Module::Parse(path, text, limits, versions);
  if (module.ok()) return *std::move(module);
  coverage->state = Coverage::State::kOverBudget;
  coverage->reason = std::string(module.status().message());
  return nullptr;
}

// Around what the parser made no sense of, the rest may mean something else than was read. It
// happens on valid code, too, though on less than one file in a thousand: no finding, but a gap.
void NoteErrors(const python::SyntaxTree& tree, Coverage* coverage) {
  if (tree.error_count() == 0) return;
  int line = 0;
  for (uint32_t i = 0; i < tree.size() && line == 0; ++i) {
    const python::Node node = tree.node(i);
    if (node.Is(python::Kind::kError) || node.IsMissing()) line = node.first_line();
  }
  coverage->state = Coverage::State::kUnsupported;
  coverage->reason = Sentence(phrases::kLineNotPython, {{"line", absl::StrCat(line)}});
}

struct Sides {
  std::unique_ptr<python::Module> before, after;
};

// Fills the sides one by one: the time of a file may end after the first of them.
void ParseFile(const ChangeInput& input, const ChangedFile& changed, Sides* sides,
               Coverage* coverage) {
  python::VersionedParse versions(EditsOf(changed.hunks));
  const python::ParseLimits limits = LimitsOf(input.limits, input.keep_for_queries);
  if (changed.before) {
    Coverage ignored;  // What is reviewed is the right side.
    sides->before =
        ParseSide(changed.old_path.empty() ? changed.path : changed.old_path, *changed.before,
                  limits, &versions, changed.is_deleted ? coverage : &ignored);
  }
  const std::optional<std::string>& reviewed = changed.is_deleted ? changed.before : changed.after;
  if (!reviewed) {
    coverage->state = Coverage::State::kNotFetched;
    coverage->reason =
        changed.is_deleted ? phrases::kLeftSideNotKnown : phrases::kRightSideNotKnown;
    return;
  }
  if (changed.is_deleted) return;
  sides->after = ParseSide(changed.path, *changed.after, limits, &versions, coverage);
  if (sides->after != nullptr) NoteErrors(sides->after->tree(), coverage);
}

std::vector<const ChangedFile*> PythonFiles(const std::vector<ChangedFile>& changed) {
  std::vector<const ChangedFile*> files;
  for (const ChangedFile& file : changed) {
    if (file.language == "python") files.push_back(&file);
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

// The Python files after the change and the links among them, listed once.
class PythonTree {
 public:
  explicit PythonTree(RepositoryReader& reader) : reader_(reader) {}

  absl::StatusOr<std::vector<repository::Source::File>> Files() {
    std::call_once(is_listed_, [&] { List(); });
    if (!status_.ok()) return status_;
    return files_;
  }
  std::vector<repository::Link> Links() {
    std::call_once(is_listed_, [&] { List(); });
    return links_;
  }

 private:
  void List() {
    absl::StatusOr<std::vector<TreeFile>> list = reader_.ListFiles(Side::kRight, {".py"});
    status_ = list.status();
    if (!list.ok()) return;
    for (TreeFile& file : *list) {
      if (file.target.empty()) {
        files_.emplace_back(std::move(file.path), std::move(file.blob_id));
      } else {
        links_.push_back({std::move(file.path), std::move(file.target)});
      }
    }
  }

  RepositoryReader& reader_;
  std::once_flag is_listed_;
  absl::Status status_;
  std::vector<repository::Source::File> files_;
  std::vector<repository::Link> links_;
};

// `input` outlives the source.
repository::Source SourceOf(const ChangeInput& input, RepositoryReader* reader) {
  repository::Source source;
  source.threads = input.threads;
  source.limits = LimitsOf(input.limits);
  if (reader != nullptr) {
    const auto tree = std::make_shared<PythonTree>(*reader);
    source.list = [tree] { return tree->Files(); };
    source.links = [tree] { return tree->Links(); };
    source.read = [reader](const std::vector<repository::Source::File>& files,
                           const auto& receive) {
      std::vector<TreeFile> wanted;
      for (const auto& [path, blob_id] : files) wanted.push_back({path, blob_id});
      return reader->Read(Side::kRight, wanted,
                          [&](const TreeFile& file, absl::StatusOr<std::string> content) {
                            receive({file.path, file.blob_id}, std::move(content));
                          });
    };
  }
  if (FactsCache* cache = input.cache) {
    source.get = [cache](const std::vector<std::string>& ids) { return cache->Get(ids); };
    source.put = [cache](const auto& facts) { cache->Put(facts); };
  }
  if (input.on_progress) {
    source.on_progress = [&input](int64_t done, int64_t total) {
      input.on_progress("indexing the repository", done, total);
    };
  }
  return source;
}

// Lists of test cases, command lines and setup files.
std::vector<reach::Recipe> RecipesIn(RepositoryTexts& texts) {
  const std::vector<TreeFile> files = texts.List(Side::kRight, reach::SuffixesOfRecipes());
  texts.Fetch(Side::kRight, files);
  std::vector<reach::Recipe> recipes;
  for (const TreeFile& file : files) {
    recipes.push_back({.path = file.path, .text = texts.Read(Side::kRight, file)});
  }
  return recipes;
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
  repository::ParallelFor(budgets.size(), input.threads, [&](size_t i) {
    statuses[i] = RunWithin(*budgets[i], phase, [&] { work(i); });
  });
  return statuses;
}

}  // namespace

struct AnalysedChange::Parts {
  explicit Parts(ChangeInput from)
      : input(std::move(from)),
        budget("this phase", WorkBudget::Share(kFilesShare)),
        index(SourceOf(input, Reader()), [this] { return FactsAfter(files, input.threads); }),
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
  FileBudgets file_budgets;
  std::vector<Sides> modules;
  std::vector<AnalysedFile> files;
  std::vector<Coverage> coverage;
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

const std::vector<AnalysedFile>& AnalysedChange::files() const { return parts_->files; }
const std::vector<Coverage>& AnalysedChange::coverage() const { return parts_->coverage; }
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
  return parsed;
}

int AnalysedChange::facts_cached() const { return parts_->index.files_cached(); }

std::vector<absl::Status> AnalysedChange::ForEachFile(
    absl::string_view phase, const std::function<void(size_t)>& work) const {
  const BudgetScope scope(&parts_->budget);
  return RunAll(parts_->input, parts_->file_budgets, phase, work);
}

std::vector<absl::Status> AnalysedChange::ForEachFileAnew(
    absl::string_view phase, double share, const std::function<void(size_t)>& work) const {
  return RunAll(parts_->input, BudgetsOf(input(), files().size(), share), phase, work);
}

AnalysedChange ParseChange(ChangeInput input) {
  AnalysedChange change(std::make_unique<AnalysedChange::Parts>(std::move(input)));
  AnalysedChange::Parts& parts = *change.parts_;
  const std::vector<const ChangedFile*> python = PythonFiles(parts.input.files);
  {
    const BudgetScope scope(&parts.budget);
    parts.file_budgets = BudgetsOf(parts.input, python.size(), 1);
  }
  parts.modules.resize(python.size());
  for (const ChangedFile* file : python) {
    parts.coverage.push_back({.path = file->path});
    parts.files.push_back({.changed = file, .project = &parts.project, .reach = &parts.reach});
  }
  const std::vector<absl::Status> statuses = change.ForEachFile("the parser", [&](size_t i) {
    ParseFile(parts.input, *python[i], &parts.modules[i], &parts.coverage[i]);
  });
  for (size_t i = 0; i < python.size(); ++i) {
    NoteCut(statuses[i], &parts.coverage[i]);
    parts.files[i].before = parts.modules[i].before.get();
    parts.files[i].after = parts.modules[i].after.get();
    if (!python[i]->is_deleted && python[i]->after) {
      parts.files[i].lines = ChangedLines(python[i]->hunks);
    }
  }
  return change;
}

}  // namespace allreview::change
