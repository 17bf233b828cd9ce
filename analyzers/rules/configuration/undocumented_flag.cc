// A new flag or field that no page of the documentation names, while it names its siblings. One
// finding for each file.

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/fields.h"
#include "base/names.h"
#include "base/text_search.h"

namespace allreview::rules {
namespace configuration {
namespace {

constexpr Phrase kAnotherOption("another-option", " and another new option",
                                "（以及另外 1 个新选项）");
constexpr Phrase kOtherOptions("other-options", " and {count} other new options",
                               "（以及另外 {count} 个新选项）");
constexpr Phrase kAlsoUndocumented("also-undocumented",
                                   "the documentation does not mention `{name}` either",
                                   "文档也没有提到 `{name}`");
constexpr Phrase kPhrases[] = {kAnotherOption, kOtherOptions, kAlsoUndocumented};

constexpr size_t kFewestSiblings = 3;
constexpr size_t kMaxPages = 1000;

// First words that say nothing of the subject. Sorted.
constexpr absl::string_view kGenericWords[] = {
    "add",   "allow", "auto", "check", "custom", "default", "disable", "enable", "exit",
    "force", "is",    "load", "log",   "make",   "max",     "min",     "model",  "new",
    "no",    "num",   "save", "skip",  "test",   "train",   "use",     "with"};

// Words of the documentation that may be names of options: "--moe-top-k" as moe_top_k.
struct Words {
  std::set<std::string> options;  // Written with dashes.
  std::set<std::string> all;
};

bool IsDocumentation(absl::string_view path) {
  const absl::string_view name = path.substr(path.rfind('/') + 1);
  if (HasFolder(path, {"tests"})) return false;
  return absl::StartsWith(path, "docs/") || absl::StrContains(path, "/docs/") ||
         absl::StartsWith(name, "README");
}

void AddWords(absl::string_view text, Words* words) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsNameByte(text[i])) continue;
    const bool is_option = i >= 2 && text[i - 1] == '-' && text[i - 2] == '-';
    size_t end = i;
    while (end < text.size() && (IsNameByte(text[end]) || (is_option && text[end] == '-'))) {
      ++end;
    }
    const std::string word = absl::StrReplaceAll(text.substr(i, end - i), {{"-", "_"}});
    i = end;
    if (!absl::StrContains(word, "_")) continue;
    if (is_option) words->options.insert(word);
    words->all.insert(word);
  }
}

Words WordsOfDocumentation(ChangeContext& change) {
  std::vector<change::TreeFile> pages;
  for (const change::TreeFile& file : change.texts().List(Side::kRight, {".md", ".rst"})) {
    if (IsDocumentation(file.path)) pages.push_back(file);
  }
  if (pages.size() > kMaxPages) pages.resize(kMaxPages);
  change.texts().Fetch(Side::kRight, pages);
  Words words;
  for (const change::TreeFile& page : pages) {
    if (const std::string* text = change.texts().Read(Side::kRight, page)) AddWords(*text, &words);
  }
  return words;
}

// "moe_" of moe_router_top_k; empty: no subject that siblings could share.
std::string SubjectOf(absl::string_view name) {
  const size_t end = name.find('_');
  if (end == absl::string_view::npos || end < 2) return "";
  if (std::binary_search(std::begin(kGenericWords), std::end(kGenericWords), name.substr(0, end))) {
    return "";
  }
  return std::string(name.substr(0, end + 1));
}

// Documented options with the same first word that exist.
std::vector<std::string> DocumentedSiblings(ChangeContext& change, const Words& words,
                                            const std::string& subject) {
  std::vector<std::string> siblings;
  for (auto word = words.all.lower_bound(subject);
       word != words.all.end() && absl::StartsWith(*word, subject); ++word) {
    const bool exists = !change.project().FindFields(*word).empty() ||
                        (words.options.count(*word) && !change.project().FindFlags(*word).empty());
    if (exists) {
      siblings.push_back(*word);
    }
    if (siblings.size() == kFewestSiblings) break;
  }
  return siblings;
}

struct Candidate {
  const AnalysedFile* file = nullptr;
  std::string name, shown;
  Node at;
};

std::vector<Candidate> CandidatesIn(ChangeContext& change) {
  std::vector<Candidate> candidates;
  std::set<std::string> seen;
  const auto add = [&](Candidate candidate) {
    if (SubjectOf(candidate.name).empty() || IsOutsideLibrary(candidate.file->changed->path)) {
      return;
    }
    if (seen.insert(candidate.name).second) candidates.push_back(std::move(candidate));
  };
  for (const AnalysedFile& file : change.files()) {
    for (const Flag& flag : NewFlagsIn(file)) {
      const std::string bare = absl::StrReplaceAll(WithoutDashes(flag.option), {{"-", "_"}});
      if (!IsRetired(flag)) add({&file, bare, std::string(flag.option), flag.call});
    }
  }
  for (const NewField& field : NewFieldsIn(change)) {
    const std::string name(field.field.name);
    add({field.file, name, name, field.field.node});
  }
  return candidates;
}

struct Undocumented {
  Candidate first;
  std::string sibling;
  std::vector<Candidate> others;
};

void Report(ChangeContext& change, Undocumented undocumented) {
  const Candidate& first = undocumented.first;
  const size_t more = undocumented.others.size();
  Observation observation{.at = first.at,
                          .params = {{"name", first.shown},
                                     {"others", OthersText(more, kAnotherOption, kOtherOptions)},
                                     {"sibling", undocumented.sibling}}};
  for (const Candidate& other : undocumented.others) {
    if (observation.related.size() == 10) break;
    observation.related.push_back({Sentence(kAlsoUndocumented, {{"name", other.shown}}),
                                   RangeOf(*other.file->after, other.at)});
  }
  change.Report(*first.file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  const std::vector<Candidate> candidates = CandidatesIn(change);
  if (candidates.empty()) return;
  const Words words = WordsOfDocumentation(change);
  std::map<std::string, Undocumented> by_file;
  for (const Candidate& candidate : candidates) {
    if (words.all.count(candidate.name)) continue;
    const std::vector<std::string> siblings =
        DocumentedSiblings(change, words, SubjectOf(candidate.name));
    if (siblings.size() < kFewestSiblings) continue;
    Undocumented& entry = by_file[candidate.file->changed->path];
    if (entry.first.file == nullptr) {
      entry.first = candidate;
      entry.sibling = siblings[0];
    } else {
      entry.others.push_back(candidate);
    }
  }
  for (auto& [path, undocumented] : by_file) Report(change, std::move(undocumented));
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUndocumentedFlag = {
    .info = {.id = "undocumented-flag",
             .title = {"New option that the documentation does not mention",
                       "文档中没有提到的新选项"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kMedium,
             .message = {"The documentation describes options like `{sibling}`, but does not "
                         "mention `{name}`{others}",
                         "文档介绍了 `{sibling}` 这类选项，却没有提到 `{name}`{others}"},
             .consequence = {"Readers of the documentation do not learn about `{name}`",
                             "文档的读者不会知道有 `{name}`"},
             .advice = {"Describe `{name}` where the documentation describes `{sibling}`",
                        "在文档介绍 `{sibling}` 的地方补充 `{name}` 的说明"},
             .phrases = configuration::kPhrases,
             .why = "Checked only when documentation pages mention at least three options with the "
                    "same first word: those pages are where the new one belongs.",
             .fix = "Add the option to the page that describes the similar ones.",
             .bad = R"py(
# --- docs/moe.md unchanged
Use --moe-top-k, --moe-capacity and --moe-aux-loss.
# --- pkg/old_arguments.py unchanged
def add_old_args(parser):
    parser.add_argument("--moe-top-k", type=int)
    parser.add_argument("--moe-capacity", type=int)
    parser.add_argument("--moe-aux-loss", type=float)
# --- pkg/arguments.py
def add_args(parser):
    parser.add_argument("--moe-groups", type=int, help="Groups of experts.")
)py",
             .good = R"py(
# --- docs/moe.md unchanged
Use --moe-top-k, --moe-capacity, --moe-aux-loss and --moe-groups.
# --- pkg/arguments.py
def add_args(parser):
    parser.add_argument("--moe-groups", type=int, help="Groups of experts.")
)py",
             .tier = Tier::kHint},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
