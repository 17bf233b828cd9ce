#include "analyzers/rules/recipes/recipe_texts.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "analyzers/change/repository_texts.h"

namespace allreview::rules {
namespace {

constexpr size_t kMaxFiles = 2'000;

bool EndsWithAny(absl::string_view path, std::initializer_list<absl::string_view> suffixes) {
  return absl::c_any_of(suffixes,
                        [&](absl::string_view suffix) { return absl::EndsWith(path, suffix); });
}

// Each question may be a round trip.
void FetchAll(ChangeContext& change, const std::vector<const ChangedFile*>& files) {
  std::vector<change::TreeFile> after, before;
  for (const ChangedFile* file : files) {
    if (!file->after && !file->after_blob_id.empty()) {
      after.push_back({file->path, file->after_blob_id});
    }
    if (!file->before && !file->is_added && !file->before_blob_id.empty()) {
      before.push_back({file->old_path, file->before_blob_id});
    }
  }
  change.texts().Fetch(Side::kRight, after);
  change.texts().Fetch(Side::kLeft, before);
}

}  // namespace

const std::string* TextOf(ChangeContext& change, const ChangedFile& file, Side side) {
  const bool is_left = side == Side::kLeft;
  if (is_left ? file.is_added : file.is_deleted) return nullptr;
  const std::optional<std::string>& content = is_left ? file.before : file.after;
  if (content) return &*content;
  const std::string& blob_id = is_left ? file.before_blob_id : file.after_blob_id;
  const std::string& path = is_left ? file.old_path : file.path;
  return blob_id.empty() ? change.texts().Read(side, path)
                         : change.texts().Read(side, change::TreeFile{path, blob_id});
}

bool RecipeText::IsNew(int line) const { return absl::c_binary_search(new_lines, line); }

bool IsShellPath(absl::string_view path) {
  return EndsWithAny(path, {".sh", ".bash", ".slurm", ".sbatch", ".sub"});
}

bool IsYamlPath(absl::string_view path) { return EndsWithAny(path, {".yaml", ".yml"}); }

bool IsWorkflowPath(absl::string_view path) {
  return IsYamlPath(path) && (absl::StartsWith(path, ".github/workflows/") ||
                              absl::StrContains(path, "/.github/workflows/"));
}

std::vector<RecipeText> ChangedRecipes(ChangeContext& change) {
  return ChangedTextsOf(change, [](const ChangedFile& file) {
    return IsShellPath(file.path) || IsYamlPath(file.path);
  });
}

std::vector<RecipeText> ChangedTextsOf(ChangeContext& change,
                                       const std::function<bool(const ChangedFile&)>& is_wanted) {
  std::vector<const ChangedFile*> files;
  for (const ChangedFile& file : change.changed_files()) {
    const bool can_be_read = !file.is_deleted && files.size() < kMaxFiles;
    if (can_be_read && is_wanted(file)) files.push_back(&file);
  }
  FetchAll(change, files);
  std::vector<RecipeText> recipes;
  for (const ChangedFile* file : files) {
    RecipeText recipe = {.file = file, .after = TextOf(change, *file, Side::kRight)};
    if (recipe.after == nullptr) continue;
    recipe.before = TextOf(change, *file, Side::kLeft);
    recipe.new_lines = NewLinesOf(*file, recipe.before, *recipe.after);
    absl::c_sort(recipe.new_lines);
    recipes.push_back(std::move(recipe));
  }
  return recipes;
}

void RecipeReporter::Report(TextObservation observation) {
  const auto lines = std::count(recipe_.after->begin(), recipe_.after->end(), '\n') + 1;
  if (observation.line < 1 || observation.line > lines) return;
  if (!reported_.insert(observation.line).second) return;
  ReportInText(rule_, *recipe_.file, *recipe_.after, std::move(observation));
}

}  // namespace allreview::rules
