// A common misspelling in new comments, docstrings, messages, or names defined here.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/style/new_code.h"
#include "analyzers/rules/style/new_words.h"
#include "analyzers/spelling/dictionary.h"

namespace allreview::rules {
namespace {

constexpr Phrase kCommentOn("comment-on", "a comment on line {line}", "第 {line} 行的注释");
constexpr Phrase kDocstringOn("docstring-on", "a docstring on line {line}",
                              "第 {line} 行的 docstring");
constexpr Phrase kMessageOn("message-on", "a message on line {line}", "第 {line} 行的消息");
constexpr Phrase kTheName("the-name", "the name `{name}`", "名称 `{name}` ");
constexpr Phrase kPhrases[] = {kCommentOn, kDocstringOn, kMessageOn, kTheName};

constexpr size_t kMinLength = 5;
constexpr int kDomainFiles = 3;  // That use a word in names make it a word of the trade.
constexpr int kMaxPerFile = 5;

bool IsLetter(char c) { return absl::ascii_isalpha(static_cast<unsigned char>(c)); }

// The word is a part of a name in the line-separated, sorted names: "inflight" of "num_inflight".
bool IsPartOfSomeName(absl::string_view names, absl::string_view word) {
  for (size_t at = names.find(word); at != absl::string_view::npos; at = names.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool starts = at == 0 || !IsLetter(names[at - 1]);
    const bool ends = end >= names.size() || !absl::ascii_islower(names[end]);
    if (starts && ends) return true;
  }
  return false;
}

// Looks words up, each once.
class Speller {
 public:
  explicit Speller(ChangeContext& change) : change_(change) {
    for (const ChangedFile& file : change.changed_files()) changed_.insert(file.path);
  }

  // Empty: nothing is wrong with the word.
  const std::string& CorrectionOf(absl::string_view word) {
    const std::string lower = absl::AsciiStrToLower(word);
    const auto [it, is_new] = known_.try_emplace(lower);
    if (is_new) it->second = LookUp(lower);
    return it->second;
  }

 private:
  std::string LookUp(const std::string& word) {
    if (word.size() < kMinLength) return "";
    const absl::string_view correction = change_.spelling()->CorrectionOf(word);
    if (correction.empty() || change_.spelling()->IsEnglish(word)) return "";
    // "parameterizes", where "parameterize" is right.
    const absl::string_view stem = absl::StripSuffix(word, "s");
    if (absl::EndsWith(stem, "e") && change_.spelling()->IsEnglish(stem)) return "";
    return IsWordOfTrade(word) ? "" : std::string(correction);
  }

  bool IsWordOfTrade(absl::string_view word) {
    int files = 0;
    for (const repository::IndexedFile* file : change_.index().AllFiles()) {
      if (changed_.count(file->path()) > 0) continue;
      const absl::string_view names = repository::IdentifiersOfFacts(file->encoded_facts());
      if (IsPartOfSomeName(names, word) && ++files >= kDomainFiles) return true;
    }
    return false;
  }

  ChangeContext& change_;
  std::set<absl::string_view> changed_;
  std::map<std::string, std::string> known_;
};

// With the case of the word that it replaces.
std::string InCaseOf(absl::string_view word, std::string correction) {
  if (absl::ascii_isupper(static_cast<unsigned char>(word[0])) && !correction.empty()) {
    correction[0] = absl::ascii_toupper(static_cast<unsigned char>(correction[0]));
  }
  return correction;
}

const Phrase& PlaceIn(Prose::Kind kind) {
  switch (kind) {
    case Prose::Kind::kComment:
      return kCommentOn;
    case Prose::Kind::kDocstring:
      return kDocstringOn;
    case Prose::Kind::kMessage:
      break;
  }
  return kMessageOn;
}

// Messages that stop the program are read by users.
bool IsForUsers(Node string) {
  for (Node around = string.parent(); around; around = around.parent()) {
    if (around.Is(NodeKind::kRaiseStatement)) return true;
    if (around.Is(NodeKind::kKeywordArgument)) return around.child(Field::kName).text() == "help";
    if (around.Is(NodeKind::kBlock)) return false;
  }
  return false;
}

// Each word once, where it stands first; mended wherever it stands.
void CheckProse(ChangeContext& change, const AnalysedFile& file, Speller* speller) {
  std::vector<Observation> observations;
  std::map<std::string, size_t> known;  // Words, and which observation is theirs.
  ForEachNewProse(file, {.with_messages = true}, [&](const Prose& prose) {
    ForEachWord(prose.line, [&](absl::string_view word, size_t offset) {
      if (word.size() < kMinLength) return;
      const auto at = known.find(absl::AsciiStrToLower(word));
      if (at == known.end() && known.size() >= kMaxPerFile) return;
      const std::string& correction = speller->CorrectionOf(word);
      if (correction.empty()) return;
      const std::string right = InCaseOf(word, correction);
      const int64_t first = prose.first_byte + static_cast<int64_t>(offset);
      const Edit edit = {.path = file.after->path(),
                         .first_byte = first,
                         .end_byte = first + static_cast<int64_t>(word.size()),
                         .replacement = right};
      if (at != known.end()) {
        observations[at->second].edits.push_back(edit);
        return;
      }
      known.emplace(absl::AsciiStrToLower(word), observations.size());
      Observation& observation = observations.emplace_back(Observation{.at = prose.node});
      observation.params = {
          {"word", std::string(word)},
          {"correction", right},
          {"where", Sentence(PlaceIn(prose.kind), {{"line", absl::StrCat(prose.number)}})}};
      observation.edits = {edit};
      if (prose.kind == Prose::Kind::kMessage && IsForUsers(prose.node)) {
        observation.severity = Severity::kP2;
      }
    });
  });
  for (Observation& observation : observations) change.Report(file, std::move(observation));
}

// Parts of a name: "recieve", "Buffer" of `recieve_Buffer` and `RecieveBuffer`.
std::vector<absl::string_view> PartsOf(absl::string_view name) {
  std::vector<absl::string_view> parts;
  size_t begin = 0;
  for (size_t i = 1; i <= name.size(); ++i) {
    const bool is_end = i == name.size() || !IsLetter(name[i]) || !IsLetter(name[i - 1]) ||
                        (absl::ascii_isupper(static_cast<unsigned char>(name[i])) &&
                         absl::ascii_islower(static_cast<unsigned char>(name[i - 1])));
    if (!is_end) continue;
    parts.push_back(name.substr(begin, i - begin));
    begin = i;
  }
  return parts;
}

void CheckName(ChangeContext& change, const AnalysedFile& file, Node at, absl::string_view name,
               bool is_public, Speller* speller) {
  for (absl::string_view part : PartsOf(name)) {
    const std::string& correction = speller->CorrectionOf(part);
    if (correction.empty()) continue;
    Observation observation{.at = at};
    observation.params = {{"word", std::string(part)},
                          {"correction", InCaseOf(part, correction)},
                          {"where", Sentence(kTheName, {{"name", name}})}};
    if (is_public) observation.severity = Severity::kP2;
    change.Report(file, std::move(observation));
    return;
  }
}

void CheckNames(ChangeContext& change, const AnalysedFile& file, Speller* speller) {
  for (const python::Definition& definition : file.after->definitions()) {
    const int line = definition.node.first_line();
    const bool is_new = file.lines.HasAdded(line, line) && change.IsNew(definition);
    const bool is_public = IsPublic(*file.after, definition) && IsLibraryPath(file.changed->path);
    if (is_new) {
      CheckName(change, file, definition.node.child(Field::kName), definition.simple_name,
                is_public, speller);
    }
    const python::Definition* before = change.Before(definition);
    for (const python::Parameter& parameter : definition.parameters) {
      if (!file.lines.Touches(parameter.node)) continue;
      bool was_there = false;
      if (before != nullptr) {
        for (const python::Parameter& old : before->parameters) {
          was_there = was_there || old.name == parameter.name;
        }
      }
      if (!was_there) CheckName(change, file, parameter.node, parameter.name, is_public, speller);
    }
  }
}

void Check(ChangeContext& change) {
  if (change.spelling() == nullptr) return;
  Speller speller(change);
  for (const AnalysedFile& file : change.python_files()) {
    if (file.lines.empty() || IsVendored(file.changed->path)) continue;
    CheckProse(change, file, &speller);
    CheckNames(change, file, &speller);
  }
}

}  // namespace

extern constinit const Rule kMisspelling = {
    .info = {.id = "misspelling",
             .title = {"Misspelled word", "拼写错误的单词"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .message = {"\"{word}\" in {where} is misspelled", "{where}中的“{word}”拼写错误"},
             .consequence = {"A search for the word does not find it", "搜索该单词时找不到它"},
             .advice = {"Write \"{correction}\"", "改写为“{correction}”"},
             .phrases = kPhrases,
             .why = "A misspelled name stays forever; users read a misspelled message.",
             .fix = "Correct the spelling.",
             .bad = R"py(
def send(rows):
    # Waits until the reciever is ready.
    return rows
)py",
             .good = R"py(
def send(rows):
    # Waits until the receiver is ready.
    return rows
)py",
             .references = {"codespell"}},
    .check_change = Check};

}  // namespace allreview::rules
