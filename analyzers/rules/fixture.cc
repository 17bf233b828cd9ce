#include "analyzers/rules/fixture.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "analyzers/spelling/files.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/languages.h"
#include "base/status_macros.h"

namespace allreview::rules {
namespace {

using change::ChangedHunk;
using change::RepositoryReader;
using change::TreeFile;

constexpr absl::string_view kMark = " --- ";
constexpr absl::string_view kChange = " === ";
constexpr absl::string_view kTitle = " title: ";
constexpr absl::string_view kBody = " body: ";
constexpr absl::string_view kExpect = " expect:";
constexpr absl::string_view kSilent = " silent:";

bool ConsumeMark(absl::string_view* line, absl::string_view mark) {
  absl::string_view rest = *line;
  if (!absl::ConsumePrefix(&rest, "#") && !absl::ConsumePrefix(&rest, "//")) return false;
  if (!absl::ConsumePrefix(&rest, mark)) return false;
  *line = rest;
  return true;
}

// Where "# expect:" or "// expect:" begins in a line, or npos, and where it ends.
struct Annotation {
  size_t first = absl::string_view::npos, end = 0;
};
Annotation FindAnnotation(absl::string_view line, absl::string_view mark) {
  for (absl::string_view sign : {"#", "//"}) {
    const std::string wanted = absl::StrCat(sign, mark);
    const size_t first = line.find(wanted);
    if (first != absl::string_view::npos) return {first, first + wanted.size()};
  }
  return {};
}

struct Section {
  std::string path;
  std::string state;  // "", "before", "after", "unchanged".
  std::string text;
};

absl::StatusOr<std::vector<Section>> SplitSections(absl::string_view text, absl::string_view path) {
  std::vector<Section> sections;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    absl::string_view rest = line;
    if (!ConsumeMark(&rest, kMark)) {
      if (sections.empty()) sections.push_back({std::string(path), "", ""});
      absl::StrAppend(&sections.back().text, line, "\n");
      continue;
    }
    const std::vector<std::string> words = absl::StrSplit(rest, ' ', absl::SkipEmpty());
    const std::string state = words.size() > 1 ? words[1] : "";
    if (words.empty() || words.size() > 2 ||
        !(state.empty() || state == "before" || state == "after" || state == "unchanged")) {
      return absl::InvalidArgumentError(
          absl::StrCat("fixture line ", number, ": found '", line,
                       "', want '# --- path.py [before|after|unchanged]'"));
    }
    sections.push_back({words[0], state, ""});
  }
  // StrSplit gives one more line than there are.
  if (!sections.empty() && absl::EndsWith(sections.back().text, "\n")) {
    sections.back().text.pop_back();
  }
  return sections;
}

// Takes the leading lines that say what the author says.
void TakeDescription(absl::string_view* text, Description* description) {
  for (;;) {
    const absl::string_view line = text->substr(0, text->find('\n'));
    absl::string_view rest = line;
    if (ConsumeMark(&rest, kTitle)) {
      description->title = std::string(rest);
    } else if (ConsumeMark(&rest, kBody)) {
      absl::StrAppend(&description->body, rest, "\n");
    } else {
      return;
    }
    text->remove_prefix(std::min(line.size() + 1, text->size()));
  }
}

absl::Status AddExpectations(const Section& section, Fixture* fixture) {
  int number = 0;
  for (absl::string_view line : absl::StrSplit(section.text, '\n')) {
    ++number;
    fixture->silent_cases += FindAnnotation(line, kSilent).first != absl::string_view::npos;
    const Annotation mark = FindAnnotation(line, kExpect);
    if (mark.first == absl::string_view::npos) continue;
    const bool is_own_line = absl::StripAsciiWhitespace(line.substr(0, mark.first)).empty();
    for (absl::string_view id : absl::StrSplit(line.substr(mark.end), ',')) {
      id = absl::StripAsciiWhitespace(id);
      if (id.empty() || id.find(' ') != absl::string_view::npos) {
        return absl::InvalidArgumentError(absl::StrCat(section.path, " line ", number, ": found '",
                                                       line,
                                                       "', want '# expect: rule-id[, rule-id]'"));
      }
      fixture->expectations.push_back({section.path,
                                       section.state == "before" ? Side::kLeft : Side::kRight,
                                       is_own_line ? number + 1 : number, std::string(id)});
    }
  }
  return absl::OkStatus();
}

// The file of that path, made when it is not there.
ChangedFile& FileOf(absl::string_view path, std::vector<ChangedFile>* files) {
  for (ChangedFile& file : *files) {
    if (file.path == path) return file;
  }
  ChangedFile& file = files->emplace_back();
  file.path = file.old_path = std::string(path);
  const ProgrammingLanguage* const language = LanguageOfPath(path);
  if (language != nullptr && IsParsed(language->reader))
    file.language = std::string(language->name);
  file.role = paths::IsTestPath(path) ? FileRole::kTest : FileRole::kSource;
  return file;
}

bool EndsWithAny(absl::string_view path, const std::vector<std::string>& suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [&](absl::string_view suffix) { return absl::EndsWith(path, suffix); });
}

class FixtureReader : public RepositoryReader {
 public:
  explicit FixtureReader(const Fixture& fixture) : fixture_(fixture) {}

  absl::StatusOr<std::vector<TreeFile>> ListFiles(
      Side side, const std::vector<std::string>& suffixes) override {
    std::map<std::string, std::string> files = fixture_.unchanged;
    for (const ChangedFile& file : fixture_.files) {
      const auto& content = side == Side::kLeft ? file.before : file.after;
      if (content) files[file.path] = *content;
    }
    std::vector<TreeFile> list;
    for (const auto& [path, content] : files) {
      if (EndsWithAny(path, suffixes)) list.push_back({path, GitBlobId(content)});
    }
    return list;
  }

  absl::Status Read(Side side, const std::vector<TreeFile>& files,
                    const Receiver& receive) override {
    for (const TreeFile& file : files) {
      if (const std::string* content = ContentOf(side, file.path)) {
        receive(file, *content);
      } else {
        receive(file, absl::NotFoundError(absl::StrCat("no file '", file.path, "'")));
      }
    }
    return absl::OkStatus();
  }

 private:
  const std::string* ContentOf(Side side, const std::string& path) const {
    const auto unchanged = fixture_.unchanged.find(path);
    if (unchanged != fixture_.unchanged.end()) return &unchanged->second;
    for (const ChangedFile& file : fixture_.files) {
      const auto& content = side == Side::kLeft ? file.before : file.after;
      if (file.path == path && content) return &*content;
    }
    return nullptr;
  }

  const Fixture& fixture_;
};

std::vector<absl::string_view> LinesOf(absl::string_view text) {
  std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

// table[i][j]: length of the longest common subsequence of a[i..] and b[j..].
std::vector<std::vector<int>> CommonLengths(const std::vector<absl::string_view>& a,
                                            const std::vector<absl::string_view>& b) {
  std::vector<std::vector<int>> table(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      table[i][j] =
          a[i] == b[j] ? table[i + 1][j + 1] + 1 : std::max(table[i + 1][j], table[i][j + 1]);
    }
  }
  return table;
}

absl::string_view SuffixOf(const RuleInfo& rule) {
  return rule.category == "cuda" ? ".cu" : rule.category == "cpp" ? ".cpp" : ".py";
}

}  // namespace

std::string FixturePathOf(const RuleInfo& rule) {
  return absl::StrCat("analyzers/rules/", rule.category, "/",
                      absl::StrReplaceAll(rule.id, {{"-", "_"}}), SuffixOf(rule));
}

std::string ExamplePathOf(const RuleInfo& rule) {
  return "pkg/module" + std::string(SuffixOf(rule));
}

absl::StatusOr<std::vector<Fixture>> ReadFixtures(const RuleInfo& rule) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(FixturePathOf(rule)));
  std::vector<Fixture> fixtures;
  for (absl::string_view change : SplitChanges(text)) {
    ASSIGN_OR_RETURN(fixtures.emplace_back(), ParseFixture(change, ExamplePathOf(rule)));
  }
  return fixtures;
}

std::vector<ChangedHunk> DiffLines(absl::string_view before, absl::string_view after) {
  const std::vector<absl::string_view> a = LinesOf(before), b = LinesOf(after);
  const std::vector<std::vector<int>> common = CommonLengths(a, b);
  std::vector<ChangedHunk> hunks;
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      ++i, ++j;
      continue;
    }
    ChangedHunk hunk;
    const size_t old_first = i, new_first = j;
    while ((i < a.size() || j < b.size()) && !(i < a.size() && j < b.size() && a[i] == b[j])) {
      if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
        hunk.removed.push_back(static_cast<int>(++i));
      } else {
        hunk.added.push_back(static_cast<int>(++j));
      }
    }
    hunk.old_lines = static_cast<int>(i - old_first);
    hunk.new_lines = static_cast<int>(j - new_first);
    // As git writes it: an empty side names the line before.
    hunk.old_start = static_cast<int>(old_first) + (hunk.old_lines > 0);
    hunk.new_start = static_cast<int>(new_first) + (hunk.new_lines > 0);
    hunks.push_back(std::move(hunk));
  }
  return hunks;
}

std::vector<absl::string_view> SplitChanges(absl::string_view text) {
  absl::string_view first = text;
  if (!ConsumeMark(&first, kChange)) return {text};
  const std::string mark(text.substr(0, text.size() - first.size()));
  std::vector<absl::string_view> changes;
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find('\n') + 1, text.size()));  // npos + 1 is 0.
    const size_t end = text.find(absl::StrCat("\n", mark));
    changes.push_back(text.substr(0, end == absl::string_view::npos ? end : end + 1));
    text.remove_prefix(changes.back().size());
  }
  return changes;
}

absl::StatusOr<Fixture> ParseFixture(absl::string_view text, absl::string_view path) {
  Fixture fixture;
  TakeDescription(&text, &fixture.description);
  ASSIGN_OR_RETURN(const std::vector<Section> sections, SplitSections(text, path));
  for (const Section& section : sections) {
    RETURN_IF_ERROR(AddExpectations(section, &fixture));
    if (section.state == "unchanged") {
      fixture.unchanged[section.path] = section.text;
    } else {
      ChangedFile& file = FileOf(section.path, &fixture.files);
      (section.state == "before" ? file.before : file.after) = section.text;
    }
  }
  for (ChangedFile& file : fixture.files) {
    file.is_added = !file.before;
    file.is_deleted = !file.after;
    if (file.before) file.before_blob_id = GitBlobId(*file.before);
    if (file.after) file.after_blob_id = GitBlobId(*file.after);
    file.hunks = DiffLines(file.before.value_or(""), file.after.value_or(""));
  }
  return fixture;
}

ParsedFixture::ParsedFixture(const Fixture& fixture)
    : reader_(std::make_unique<FixtureReader>(fixture)),
      change_(change::ParseChange({.files = fixture.files,
                                   .description = fixture.description,
                                   .repository = reader_.get()})) {}

AnalysisResult AnalyseFixture(const Fixture& fixture, int threads) {
  std::set<std::string> all;
  for (const RuleInfo& rule : ListRules()) all.emplace(rule.id);
  return AnalyseFixture(fixture, threads, all);
}

AnalysisResult AnalyseFixture(const Fixture& fixture, int threads,
                              const std::set<std::string>& also) {
  FixtureReader reader(fixture);
  const spelling::Dictionary dictionary(spelling::InstalledLists());
  AnalysisInput input{.files = fixture.files,
                      .description = fixture.description,
                      .repository = &reader,
                      .spelling = &dictionary,
                      .threads = threads};
  for (const std::string& rule : also) input.settings[rule].is_enabled = true;
  return Analyze(input);
}

std::vector<std::string> CompareWithExpectations(const Fixture& fixture,
                                                 const std::vector<Finding>& findings) {
  std::vector<std::string> problems;
  std::multiset<std::tuple<std::string, Side, int, std::string>> expected;
  for (const Fixture::Expectation& e : fixture.expectations) expected.insert(e.Key());
  for (const Finding& finding : findings) {
    const auto found = expected.find(std::make_tuple(finding.range.path, finding.range.side,
                                                     finding.range.first_line, finding.rule_id));
    if (found != expected.end()) {
      expected.erase(found);
      continue;
    }
    problems.push_back(absl::StrCat(finding.range.path, ":", finding.range.first_line,
                                    ": found without annotation: ", finding.rule_id, ": ",
                                    finding.problem));
  }
  for (const auto& [path, side, line, id] : expected) {
    problems.push_back(absl::StrCat(path, side == Side::kLeft ? " (before)" : "", ":", line,
                                    ": annotated, but not found: ", id));
  }
  return problems;
}

}  // namespace allreview::rules
