// What becomes of the edits that findings offer: all must apply, fix their finding and make no new
// one.
//
//   bazel run //tests/bench:edits -- [DIR]...
//
// Takes the fixtures of all rules, and the Python files below each DIR as a scan takes them, with
// all rules on. Every edit that is offered is applied in memory; then its file is reviewed again
// within its repository, by all rules, those that look at the whole change too. Says how many edits
// rules proposed, how many were offered, how many of these did not apply, left their finding or
// made a new one (by rule and file), and what checking them cost.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_reader.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/analyse.h"
#include "analyzers/rules/apply_edits.h"
#include "analyzers/rules/fixture.h"
#include "analyzers/spelling/files.h"
#include "base/file.h"
#include "base/hash.h"
#include "services/analysis/facts_cache.h"

namespace allreview::rules {
namespace {

namespace fs = std::filesystem;
using change::TreeFile;

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Files of one repository, one of which may be edited.
class Tree : public change::RepositoryReader {
 public:
  struct File {
    std::string id, text;
  };
  explicit Tree(std::map<std::string, File> files) : files_(std::move(files)) {}

  const std::map<std::string, File>& files() const { return files_; }
  void Edit(const std::string& path, const std::string& text) {
    files_.at(path) = {GitBlobId(text), text};
  }

  absl::StatusOr<std::vector<TreeFile>> ListFiles(
      change::Side, const std::vector<std::string>& suffixes) override {
    std::vector<TreeFile> list;
    for (const auto& [path, file] : files_) {
      const auto ends = [&path = path](const std::string& s) { return absl::EndsWith(path, s); };
      if (std::any_of(suffixes.begin(), suffixes.end(), ends)) list.push_back({path, file.id});
    }
    return list;
  }
  absl::Status Read(change::Side, const std::vector<TreeFile>& files,
                    const Receiver& receive) override {
    for (const TreeFile& file : files) {
      const auto known = files_.find(file.path);
      if (known == files_.end()) {
        receive(file, absl::NotFoundError(file.path));
      } else {
        receive(file, known->second.text);
      }
    }
    return absl::OkStatus();
  }

 private:
  std::map<std::string, File> files_;
};

struct Tally {
  int proposed = 0, offered = 0, unapplied = 0, kept = 0, with_new = 0;
  double seconds = 0, seconds_of_check = 0;
  std::map<std::string, int> withdrawn;  // By rule.

  void Add(const Tally& other) {
    proposed += other.proposed, offered += other.offered, unapplied += other.unapplied;
    kept += other.kept, with_new += other.with_new;
    seconds += other.seconds, seconds_of_check += other.seconds_of_check;
    for (const auto& [rule, count] : other.withdrawn) withdrawn[rule] += count;
  }
  void Print(const char* name) const {
    std::printf(
        "%s: %d proposed, %d offered; %d did not apply, %d left their finding, %d made a "
        "new one; %.1f s of CPU, %.1f s more with the check\n",
        name, proposed, offered, unapplied, kept, with_new, seconds, seconds_of_check);
    for (const auto& [rule, count] : withdrawn) {
      std::printf("  withdrawn: %s %d\n", rule.c_str(), count);
    }
    std::fflush(stdout);
  }
};

using Counts = std::map<std::string, int>;  // Findings by file and rule.

Counts CountsOf(const std::vector<Finding>& findings) {
  Counts counts;
  for (const Finding& finding : findings) {
    ++counts[absl::StrCat(finding.range.path, " ", finding.rule_id)];
  }
  return counts;
}

// How the edits of one finding turn out.
void Judge(const Finding& finding, const Counts& before, const Counts& after, Tally* tally) {
  const std::string own = absl::StrCat(finding.range.path, " ", finding.rule_id);
  const auto of = [](const Counts& counts, const std::string& key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  };
  const bool is_gone = of(after, own) < of(before, own);
  if (!is_gone) {
    ++tally->kept;
    std::printf("  stays: %s:%d %s\n", finding.range.path.c_str(), finding.range.first_line,
                finding.rule_id.c_str());
  }
  for (const auto& [key, count] : after) {
    if (key == own || count <= of(before, key)) continue;
    ++tally->with_new;
    std::printf("  new: %s after %s:%d %s\n", key.c_str(), finding.range.path.c_str(),
                finding.range.first_line, finding.rule_id.c_str());
    return;
  }
}

void CountProposals(const std::vector<Finding>& proposed, const std::vector<Finding>& offered,
                    Tally* tally) {
  for (const Finding& finding : proposed) {
    if (finding.edits.empty()) continue;
    ++tally->proposed;
    ++tally->withdrawn[finding.rule_id];
  }
  for (const Finding& finding : offered) {
    if (finding.edits.empty()) continue;
    ++tally->offered;
    --tally->withdrawn[finding.rule_id];
  }
  std::erase_if(tally->withdrawn, [](const auto& rule) { return rule.second == 0; });
}

RuleSettings AllOn() {
  RuleSettings settings;
  for (const RuleInfo& rule : ListRules()) settings[std::string(rule.id)].is_enabled = true;
  return settings;
}

// ---- Fixtures.

Tally TryFixture(const Fixture& fixture) {
  Tally tally;
  const std::vector<Finding> found = AnalyseFixture(fixture).findings;
  const Counts before = CountsOf(found);
  CountProposals(found, found, &tally);
  for (const Finding& finding : found) {
    if (finding.edits.empty()) continue;
    Fixture edited = fixture;
    for (ChangedFile& file : edited.files) {
      if (file.path != finding.range.path) continue;
      const std::optional<std::string> text = ApplyEdits(*file.after, finding.edits);
      tally.unapplied += !text;
      if (!text) continue;
      file.after = *text;
      file.after_blob_id = GitBlobId(*text);
      file.hunks = DiffLines(file.before.value_or(""), *text);
    }
    Judge(finding, before, CountsOf(AnalyseFixture(edited).findings), &tally);
  }
  return tally;
}

Tally TryFixtures(const std::vector<std::string>& paths) {
  Tally tally;
  for (const std::string& path : paths) {
    const absl::StatusOr<std::string> text = ReadFile(path);
    if (!text.ok()) continue;
    for (absl::string_view change : SplitChanges(*text)) {
      const absl::StatusOr<Fixture> fixture = ParseFixture(change);
      if (fixture.ok()) tally.Add(TryFixture(*fixture));
    }
  }
  return tally;
}

// ---- Folders.

std::map<std::string, Tree::File> ReadTree(const fs::path& folder) {
  std::map<std::string, Tree::File> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.is_symlink()) continue;
    const std::string path = fs::relative(entry.path(), folder).string();
    if (absl::StartsWith(path, ".git/") || entry.file_size() > (4 << 20)) continue;
    std::ifstream input(entry.path(), std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(input), {});
    files[path] = {GitBlobId(text), std::move(text)};
  }
  return files;
}

ChangedFile AsNew(const std::string& path, const Tree::File& file) {
  ChangedFile changed;
  changed.path = changed.old_path = path;
  changed.is_added = true;
  changed.language = "python";
  changed.role = paths::IsTestPath(path) ? FileRole::kTest : FileRole::kSource;
  changed.after = file.text;
  changed.after_blob_id = file.id;
  change::ChangedHunk& hunk = changed.hunks.emplace_back();
  hunk.new_start = 1;
  hunk.new_lines = static_cast<int>(std::count(file.text.begin(), file.text.end(), '\n'));
  for (int line = 1; line <= hunk.new_lines; ++line) hunk.added.push_back(line);
  return changed;
}

class Repository {
 public:
  explicit Repository(const fs::path& folder) : tree_(ReadTree(folder)) {}

  Tally Try() {
    Tally tally;
    std::vector<ChangedFile> all;
    for (const auto& [path, file] : tree_.files()) {
      if (absl::EndsWith(path, ".py")) all.push_back(AsNew(path, file));
    }
    Find(all, false);  // Fills the cache of facts.
    const double start = CpuSeconds();
    const std::vector<Finding> proposed = Find(all, false);
    const double middle = CpuSeconds();
    const std::vector<Finding> found = Find(all, true);
    tally.seconds = middle - start;
    tally.seconds_of_check = CpuSeconds() - middle - tally.seconds;
    CountProposals(proposed, found, &tally);
    for (const Finding& finding : found) {
      if (!finding.edits.empty()) TryFinding(finding, &tally);
    }
    return tally;
  }

 private:
  std::vector<Finding> Find(const std::vector<ChangedFile>& files, bool checks_edits) {
    return Analyze({.files = files,
                    .is_scan = true,
                    .repository = &tree_,
                    .cache = &cache_,
                    .spelling = &dictionary_,
                    .settings = AllOn(),
                    .threads = 2,
                    .checks_edits = checks_edits})
        .findings;
  }

  Counts CountsIn(const std::string& path) {
    return CountsOf(Find({AsNew(path, tree_.files().at(path))}, false));
  }

  void TryFinding(const Finding& finding, Tally* tally) {
    const std::string path = finding.range.path;
    const std::string text = tree_.files().at(path).text;
    const auto [before, is_new] = before_.try_emplace(path);
    if (is_new) before->second = CountsIn(path);
    const std::optional<std::string> edited = ApplyEdits(text, finding.edits);
    tally->unapplied += !edited;
    if (!edited) return;
    tree_.Edit(path, *edited);
    Judge(finding, before->second, CountsIn(path), tally);
    tree_.Edit(path, text);
  }

  Tree tree_;
  analysis::MemoryFactsCache cache_{512 << 20, nullptr};
  const spelling::Dictionary dictionary_{spelling::InstalledLists()};
  std::map<std::string, Counts> before_;  // By path.
};

int Main(int argc, char** argv) {
  std::vector<std::string> fixtures, folders;
  for (int i = 1; i < argc; ++i) {
    (absl::EndsWith(argv[i], ".py") ? fixtures : folders).emplace_back(argv[i]);
  }
  Tally all = TryFixtures(fixtures);
  all.Print("fixtures");
  for (const std::string& folder : folders) {
    const Tally tally = Repository(folder).Try();
    tally.Print(fs::path(folder).filename().c_str());
    all.Add(tally);
  }
  all.withdrawn.clear();
  all.Print("together");
  return all.unapplied + all.kept + all.with_new > 0 ? 1 : 0;
}

}  // namespace
}  // namespace allreview::rules

int main(int argc, char** argv) { return allreview::rules::Main(argc, argv); }
