#ifndef ANALYZERS_PLAYBOOK_VIEW_H_
#define ANALYZERS_PLAYBOOK_VIEW_H_

// What the sections of a playbook are derived from, and how they write.
//
//   void AddEnvironment(const View& view, Writer& say) {
//     if (const TomlEntry* entry = view.project.Find("project.requires-python"))
//       say.Add("python-required", "python", {{"version", entry->text}}, {At(kProject,
//       entry->line)});
//   }
//
// A View borrows its input and lives as long as one call of BuildPlaybook.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/norms.h"
#include "analyzers/house/policy.h"
#include "analyzers/house/toml_file.h"
#include "analyzers/playbook/ci_jobs.h"
#include "analyzers/playbook/playbook.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/repository/style_facts.h"

namespace allreview::playbook {

inline constexpr absl::string_view kProject = "pyproject.toml";

// Sums over the style facts of many files.
struct Style {
  int64_t counts[repository::StyleFacts::kHabits] = {};
  int files = 0;
  int files_with_prints = 0, files_with_unittest = 0, files_with_wildcards = 0;
  int64_t Of(repository::StyleFacts::Habit habit) const { return counts[habit]; }
};

struct View {
  explicit View(const PlaybookInput& input);

  // Null: no such file, or no text that was asked for.
  const std::string* Text(absl::string_view path) const;
  bool HasFile(absl::string_view path) const;
  bool HasFolder(absl::string_view path) const;  // Without '/' at its end; "" is there.
  // A file or folder of the repository's own: of no submodule, and not vendored.
  bool IsOwn(absl::string_view path) const;
  // Its head says that a program writes it. Of files that were not read, false.
  bool IsGenerated(absl::string_view path) const;
  // The line of a document is of a shell block in which some command went to another folder first.
  bool IsElsewhere(absl::string_view document, int line) const;
  // Files of the product whose code has the identifier.
  int CountFiles(absl::string_view identifier) const;

  const PlaybookInput& input;
  std::set<absl::string_view> files;
  std::set<std::string> folders;
  house::TomlFile project;  // pyproject.toml; empty when there is none.
  house::Policy policy;
  std::vector<repository::IndexedFile*> code;     // All of Python, sorted by path.
  std::vector<repository::IndexedFile*> product;  // Of these, no tests.
  std::vector<repository::IndexedFile*> tests;    // Test modules: what pytest collects from.
  std::vector<repository::IndexedFile*> helpers;  // What else lies under tests.
  Style product_style, test_style;
  std::vector<CiJob> ci;
  std::vector<std::pair<int, const house::File*>> guides;  // With their ranks; guide_files.h.
  std::vector<std::string> submodules;
  std::string package;  // Folder with most of the product ("megatron", "src/flash"); may be empty.
};

using Values = std::initializer_list<std::pair<absl::string_view, std::string>>;

// Collects the statements of one section.
class Writer {
 public:
  explicit Writer(absl::string_view section) { section_.id = std::string(section); }
  // Empty values are left out.
  void Add(absl::string_view id, absl::string_view topic, Values values,
           std::vector<Provenance> provenance = {});
  bool empty() const { return section_.statements.empty(); }
  Section Finish(absl::string_view reason_empty) &&;

 private:
  Section section_;
};

Provenance At(absl::string_view path, int line = 0);
Provenance Counted(int64_t count, int64_t of, absl::string_view path = "");

// Items on a line each; at most `max`.
std::string Lines(const std::vector<std::string>& items, size_t max = 100);
// 1-based line of a byte.
int LineAt(absl::string_view text, size_t byte);
// 1-based number of the first line that holds the part; 0: none does.
int LineOf(absl::string_view text, absl::string_view part);
// Calls with each line, its number from 1.
void ForEachLine(absl::string_view text,
                 const std::function<void(int number, absl::string_view line)>& receive);
// The text before a comment that begins with '#', trimmed.
absl::string_view WithoutComment(absl::string_view line);
absl::string_view BaseName(absl::string_view path);
bool IsWorkflow(absl::string_view path);
bool IsMarkup(absl::string_view path);  // Markdown and reStructuredText.
bool IsDockerfile(absl::string_view path);

// The sections, in files of their names.
void AddEnvironment(const View& view, Writer& say);
void AddCommands(const View& view, Writer& say);
void AddConventions(const View& view, Writer& say);
void AddDomain(const View& view, Writer& say);
void AddDocs(const View& view, Writer& say);
void AddTools(const View& view, Writer& say);
void AddWorkflow(const View& view, Writer& say);
void AddSingleTests(const View& view, Writer& say);
void AddPerformance(const View& view, Writer& say);
void AddAgents(const View& view, Writer& say);
std::vector<Contradiction> FindContradictions(const View& view);
void FindStale(const View& view, Playbook& playbook);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_VIEW_H_
