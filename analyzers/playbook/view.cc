#include "analyzers/playbook/view.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/diff/generated_mark.h"
#include "analyzers/house/read_policy.h"
#include "analyzers/paths/paths.h"
#include "analyzers/playbook/guide_files.h"

namespace allreview::playbook {
namespace {

using repository::IndexedFile;
using repository::StyleFacts;

void AddStyle(const StyleFacts& style, Style* sum) {
  for (int i = 0; i < StyleFacts::kHabits; ++i) sum->counts[i] += style.counts[i];
  ++sum->files;
  sum->files_with_prints += style.counts[StyleFacts::kPrints] > 0;
  sum->files_with_unittest += style.counts[StyleFacts::kUnittestImports] > 0;
  sum->files_with_wildcards += style.counts[StyleFacts::kWildcardImports] > 0;
}

// Below ".claude" and the like: tools of whoever works here.
bool IsHidden(absl::string_view path) {
  return absl::StartsWith(path, ".") || absl::StrContains(path, "/.");
}

// The outermost folder that has most of the product, below "src".
std::string PackageOf(const std::vector<IndexedFile*>& product) {
  std::map<std::string, int> counts;
  for (const IndexedFile* file : product) {
    const std::vector<std::string> parts = absl::StrSplit(file->path(), '/');
    const size_t depth = parts[0] == "src" ? 2 : 1;
    if (parts.size() <= depth) continue;
    ++counts[absl::StrJoin(parts.begin(), parts.begin() + depth, "/")];
  }
  std::string best;
  for (const auto& [folder, count] : counts) {
    if (best.empty() || count > counts[best]) best = folder;
  }
  return best;
}

std::vector<std::string> SubmodulesOf(const std::string* modules) {
  std::vector<std::string> paths;
  if (modules == nullptr) return paths;
  ForEachLine(*modules, [&](int, absl::string_view line) {
    line = absl::StripAsciiWhitespace(line);
    if (absl::ConsumePrefix(&line, "path = ")) paths.emplace_back(line);
  });
  return paths;
}

}  // namespace

View::View(const PlaybookInput& input) : input(input) {
  for (const std::string& path : input.paths) {
    files.insert(path);
    for (size_t slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      folders.insert(path.substr(0, slash));
    }
  }
  std::vector<house::File> of_policy;
  for (const house::File& text : input.texts) {
    if (house::IsPolicyFile(text.path)) of_policy.push_back(text);
    if (text.path == kProject) project = house::ParseToml(text.content);
  }
  policy = house::ReadPolicy(of_policy);
  std::vector<house::FileHabits> habits;
  for (IndexedFile* file : input.index.AllFiles()) {
    if (!file->is_known() || !absl::EndsWith(file->path(), ".py")) continue;
    code.push_back(file);
    const StyleFacts style =
        repository::UnpackStyle(repository::PackedStyleOfFacts(file->encoded_facts()));
    if (paths::IsTestModule(file->path())) {
      tests.push_back(file);
      AddStyle(style, &test_style);
    } else if (paths::IsTestPath(file->path())) {
      helpers.push_back(file);
    } else if (paths::IsProductSource(file->path()) && !IsHidden(file->path())) {
      product.push_back(file);
      AddStyle(style, &product_style);
    }
    habits.push_back({file->path(), style});
  }
  house::ApplyNorms(habits, &policy);
  package = PackageOf(product);
  submodules = SubmodulesOf(Text(".gitmodules"));
  ci = CiJobsOf(input.texts, [this](absl::string_view path) { return IsOwn(path); });
  guides = GuidesOf(*this);
}

const std::string* View::Text(absl::string_view path) const {
  for (const std::vector<house::File>* texts : {&input.texts, &input.python}) {
    const auto found = std::lower_bound(
        texts->begin(), texts->end(), path,
        [](const house::File& file, absl::string_view wanted) { return file.path < wanted; });
    if (found != texts->end() && found->path == path) return &found->content;
  }
  return nullptr;
}

bool View::HasFile(absl::string_view path) const { return files.count(path) > 0; }

bool View::HasFolder(absl::string_view path) const {
  return path.empty() || folders.count(std::string(path)) > 0;
}

bool View::IsOwn(absl::string_view path) const {
  for (absl::string_view folder :
       {"third_party", "third-party", "3rdparty", "vendor", "external"}) {
    if (absl::StartsWith(path, absl::StrCat(folder, "/"))) return false;
  }
  for (const std::string& module : submodules) {
    if (path == module || absl::StartsWith(path, absl::StrCat(module, "/"))) return false;
  }
  return HasFile(path) || HasFolder(path);
}

bool View::IsGenerated(absl::string_view path) const {
  const std::string* text = Text(path);
  return text != nullptr && !diff::FindGeneratedMark(*text).empty();
}

bool View::IsElsewhere(absl::string_view document, int line) const {
  const std::string* text = Text(document);
  if (text == nullptr) return false;
  std::string block;
  int first = 0;
  bool is_inside = false;
  ForEachLine(*text, [&](int number, absl::string_view raw) {
    if (number > line) return;
    if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(raw), "```")) {
      is_inside = !is_inside;
      first = number + 1;
      block.clear();
    } else if (is_inside) {
      absl::StrAppend(&block, raw, "\n");
    }
  });
  if (!is_inside || block.empty()) return false;
  Shell shell([this](absl::string_view path) { return IsOwn(path); });
  shell.Run(block, At(document, first));
  // A command that goes on below the line is not complete, but its folder is known.
  const std::vector<ShellCommand> last = shell.Run("true", At(document, line));
  return last.empty() || !last[0].folder.empty();
}

int View::CountFiles(absl::string_view identifier) const {
  return static_cast<int>(
      std::count_if(product.begin(), product.end(),
                    [&](const IndexedFile* file) { return file->HasIdentifier(identifier); }));
}

void Writer::Add(absl::string_view id, absl::string_view topic, Values values,
                 std::vector<Provenance> provenance) {
  Statement& statement = section_.statements.emplace_back();
  statement.id = std::string(id);
  statement.topic = std::string(topic);
  for (const auto& [name, value] : values) {
    if (!value.empty()) statement.values.emplace(std::string(name), value);
  }
  statement.provenance = std::move(provenance);
}

Section Writer::Finish(absl::string_view reason_empty) && {
  if (empty()) section_.reason_empty = std::string(reason_empty);
  return std::move(section_);
}

Provenance At(absl::string_view path, int line) {
  return {.path = std::string(path), .line = line};
}

Provenance Counted(int64_t count, int64_t of, absl::string_view path) {
  return {.path = std::string(path),
          .line = 0,
          .count = static_cast<int>(count),
          .of = static_cast<int>(of)};
}

std::string Lines(const std::vector<std::string>& items, size_t max) {
  return absl::StrJoin(items.begin(), items.begin() + std::min(max, items.size()), "\n");
}

int LineAt(absl::string_view text, size_t byte) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + byte, '\n'));
}

int LineOf(absl::string_view text, absl::string_view part) {
  const void* found = memmem(text.data(), text.size(), part.data(), part.size());
  if (found == nullptr) return 0;
  return LineAt(text, static_cast<size_t>(static_cast<const char*>(found) - text.data()));
}

void ForEachLine(absl::string_view text,
                 const std::function<void(int number, absl::string_view line)>& receive) {
  int number = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    absl::string_view line = text.substr(0, end);
    if (absl::EndsWith(line, "\r")) line.remove_suffix(1);
    receive(++number, line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

absl::string_view WithoutComment(absl::string_view line) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
      line = line.substr(0, i);
      break;
    }
  }
  return absl::StripAsciiWhitespace(line);
}

absl::string_view BaseName(absl::string_view path) { return paths::BaseName(path); }

bool IsWorkflow(absl::string_view path) {
  const bool is_yaml = absl::EndsWith(path, ".yml") || absl::EndsWith(path, ".yaml");
  return is_yaml && (absl::StartsWith(path, ".github/workflows/") || path == ".gitlab-ci.yml" ||
                     absl::StartsWith(path, ".circleci/") || path == "azure-pipelines.yml");
}

bool IsMarkup(absl::string_view path) {
  return absl::EndsWith(path, ".md") || absl::EndsWith(path, ".rst") ||
         absl::EndsWith(path, ".mdx") || path == ".cursorrules";
}

bool IsDockerfile(absl::string_view path) {
  const absl::string_view name = BaseName(path);
  return absl::StartsWith(name, "Dockerfile") || absl::EndsWith(name, ".dockerfile");
}

}  // namespace allreview::playbook
