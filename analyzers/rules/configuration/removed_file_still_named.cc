// A change deletes or renames a file that a Dockerfile, a makefile, a list of requirements or a
// recipe still names.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/configuration/files_after.h"
#include "analyzers/rules/configuration/named_files.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/rules/text_observation.h"
#include "base/poll.h"

namespace allreview::rules {

extern const Rule kRemovedFileStillNamed;

namespace configuration {
namespace {

constexpr size_t kMaxReaders = 1'000;

constexpr Phrase kDeletes("deletes", "deletes", "删除了它");
constexpr Phrase kRenames("renames", "renames to `{path}`", "将它更名为 `{path}`");
constexpr Phrase kNoCopy("no-copy", "Building the image fails: the file is not in the context",
                         "构建镜像会失败：上下文中没有这个文件");
constexpr Phrase kNoRule("no-rule", "Make stops with \"No rule to make target\"",
                         "make 会以 \"No rule to make target\" 失败");
constexpr Phrase kNoList("no-list", "pip stops with \"Could not open requirements file\"",
                         "pip 会以 \"Could not open requirements file\" 失败");
constexpr Phrase kNoScript("no-script", "The command ends with \"No such file or directory\"",
                           "该命令会以 \"No such file or directory\" 失败");
constexpr Phrase kNameNew("name-new", "Name `{path}` there", "在那里改为 `{path}`");
constexpr Phrase kKeep("keep-it", "Take it out there, or keep the file",
                       "从那里去掉它，或保留该文件");
constexpr Phrase kPhrases[] = {kDeletes, kRenames,  kNoCopy,  kNoRule,
                               kNoList,  kNoScript, kNameNew, kKeep};

Words EffectOf(Naming naming) {
  switch (naming) {
    case Naming::kCopied:
      return Words(kNoCopy);
    case Naming::kNeeded:
      return Words(kNoRule);
    case Naming::kInstalled:
      return Words(kNoList);
    case Naming::kStarted:
      return Words(kNoScript);
  }
  return Words(kNoScript);
}

// Files and folders that are there after the change, and those that it takes away.
class Tree {
 public:
  explicit Tree(ChangeContext& change) : after_(change, {""}) {
    for (const change::TreeFile& file : change.texts().List(Side::kRight, {""})) {
      if (absl::EndsWith(file.path, "/")) return;  // A folder that could not be listed.
      AddWhole(file.path);
    }
    for (const ChangedFile& file : change.changed_files()) {
      const bool is_gone =
          file.is_deleted || (!file.old_path.empty() && file.old_path != file.path);
      if (is_gone && !Has(file.old_path)) AddGone(file);
    }
  }

  // As far as is known.
  bool is_whole() const { return gone_.empty(); }
  bool Has(const std::string& path) const { return whole_.contains(path); }
  // The file that is gone, or one of a folder of which all files are.
  const ChangedFile* Gone(const std::string& path) const {
    const auto found = gone_.find(path);
    return found == gone_.end() || Has(path) ? nullptr : found->second;
  }
  // Some file ends so: whoever says the path may stand in another folder.
  bool EndsInFile(const std::string& path) const { return after_.Has(path); }

 private:
  void AddWhole(absl::string_view path) {
    while (!path.empty() && whole_.emplace(path).second) path = paths::FolderOf(path);
  }
  void AddGone(const ChangedFile& file) {
    absl::string_view path = file.old_path;
    while (!path.empty() && gone_.emplace(path, &file).second) path = paths::FolderOf(path);
  }

  const FilesAfter after_;
  std::set<std::string> whole_;
  std::map<std::string, const ChangedFile*> gone_;
};

// Null: it is there, was not there before, or may be another.
const ChangedFile* GoneFileOf(const NamedFile& named, const Tree& tree, std::string& path) {
  if (absl::c_any_of(named.paths, [&](const std::string& one) { return tree.Has(one); })) {
    return nullptr;
  }
  for (const std::string& one : named.paths) {
    const ChangedFile* const gone = tree.Gone(one);
    if (gone == nullptr) continue;
    path = one;
    const bool is_certain = named.is_beside && &one == &named.paths[0];
    return is_certain || !tree.EndsInFile(one) ? gone : nullptr;
  }
  return nullptr;
}

struct Reader {
  change::TreeFile file;
  const RecipeText* changed = nullptr;  // Null: the change leaves it alone.
};

Params ParamsOf(const Reader& reader, const NamedFile& named, const std::string& path,
                const ChangedFile& gone) {
  const bool is_renamed = !gone.is_deleted && gone.old_path == path;
  return {{"place", absl::StrCat(reader.file.path, ":", named.line)},
          {"path", path},
          {"what", is_renamed ? Words(Sentence(kRenames, {{"path", gone.path}})) : Words(kDeletes)},
          {"effect", EffectOf(named.naming)},
          {"remedy", is_renamed ? Words(Sentence(kNameNew, {{"path", gone.path}})) : Words(kKeep)}};
}

// missing-recipe-file tells of scripts that a changed recipe starts.
bool IsToldElsewhere(const Reader& reader, const NamedFile& named) {
  return reader.changed != nullptr && named.naming == Naming::kStarted &&
         (IsShellPath(reader.file.path) || IsYamlPath(reader.file.path));
}

void CheckReader(ChangeContext& change, const Reader& reader, const std::string& text,
                 const Tree& tree, std::set<std::string>& told) {
  for (const NamedFile& named : FilesNamedBy(reader.file.path, text)) {
    if (IsToldElsewhere(reader, named)) continue;
    std::string path;
    const ChangedFile* const gone = GoneFileOf(named, tree, path);
    if (gone == nullptr || !told.insert(absl::StrCat(reader.file.path, "\n", path)).second)
      continue;
    Params params = ParamsOf(reader, named, path, *gone);
    if (reader.changed != nullptr) {
      ReportInText(kRemovedFileStillNamed.info, *reader.changed->file, text,
                   {.line = named.line, .params = std::move(params)});
      continue;
    }
    const std::string* const before = TextOf(change, *gone, Side::kLeft);
    if (before == nullptr || absl::StrContains(*before, '\0')) continue;
    ReportInText(kRemovedFileStillNamed.info, *gone, *before,
                 {.side = Side::kLeft, .line = 1, .params = std::move(params)});
  }
}

void CheckFiles(ChangeContext& change) {
  const bool takes_away = absl::c_any_of(change.changed_files(), [](const ChangedFile& file) {
    return file.is_deleted || (!file.old_path.empty() && file.old_path != file.path);
  });
  if (!takes_away) return;
  const Tree tree(change);
  if (tree.is_whole()) return;
  const std::vector<RecipeText> changed =
      ChangedTextsOf(change, [](const ChangedFile& file) { return NamesFiles(file.path); });
  std::vector<Reader> readers;
  std::vector<change::TreeFile> fetched;
  for (const change::TreeFile& file : change.texts().List(Side::kRight, {""})) {
    if (!NamesFiles(file.path) || readers.size() == kMaxReaders) continue;
    const auto found = absl::c_find_if(
        changed, [&](const RecipeText& text) { return text.file->path == file.path; });
    readers.push_back({file, found == changed.end() ? nullptr : &*found});
    fetched.push_back(file);
  }
  change.texts().Fetch(Side::kRight, fetched);
  if (!change.texts().is_complete()) return;
  std::set<std::string> told;
  for (const Reader& reader : readers) {
    Poll();
    const std::string* const text = change.texts().Read(Side::kRight, reader.file);
    if (text != nullptr) CheckReader(change, reader, *text, tree, told);
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kRemovedFileStillNamed = {
    .info = {.id = "removed-file-still-named",
             .title = {"Removed file is still named", "已删除的文件仍被引用"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"{place} still names `{path}`, which this change {what}",
                         "{place} 仍引用 `{path}`，而本次改动{what}"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = configuration::kPhrases,
             .why = "Dockerfiles, makefiles, lists of requirements and recipes name files by their "
                    "paths, and no import shows it. Only files that were there before the change "
                    "are told of. Patterns, variables, files that a rule of the makefile makes, "
                    "and names that another file of the repository may answer to are passed over.",
             .fix = "Change the name with the file.",
             .bad = R"py(
# --- Dockerfile unchanged
FROM python:3.12
COPY requirements.txt /tmp/
# --- requirements.txt before
torch==2.9.0
# --- requirements/train.txt after
torch==2.9.0
)py",
             .good = R"py(
# --- Dockerfile before
FROM python:3.12
COPY requirements.txt /tmp/
# --- Dockerfile after
FROM python:3.12
COPY requirements/train.txt /tmp/
# --- requirements.txt before
torch==2.9.0
# --- requirements/train.txt after
torch==2.9.0
)py"},
    .check_change = configuration::CheckFiles};

}  // namespace allreview::rules
