// Texts that code no longer knows, as keys, choices or branches, and that configuration still uses.

#include <map>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/observation.h"
#include "base/poll.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMinLetters = 8;  // Of a text that is one word.
constexpr size_t kMaxTexts = 60;
constexpr size_t kMaxSiblings = 24;
constexpr size_t kMaxPages = 400;
constexpr size_t kMaxSources = 40;
constexpr size_t kMaxPlaces = 3;  // That are named.
constexpr size_t kMaxNames = 4;
constexpr size_t kMaxBytes = 1 << 20;
constexpr size_t kNear = 6;  // Lines around, in which others of the same structure stand.

struct Removed {
  const python::Module* module = nullptr;
  Node node;
  std::set<std::string> siblings;  // What it stood beside.
  std::set<std::string> settings;  // Names of what had it as a value.
};
using RemovedTexts = std::map<std::string, Removed>;

struct Place {
  std::string path;
  int line = 0;
};

// Rare enough to mean the same wherever it stands.
bool IsDistinctive(absl::string_view text) {
  if (text.size() < 4 || !absl::ascii_isalpha(text[0])) return false;
  bool has_mark = false;
  for (char c : text) {
    if (!absl::ascii_isalnum(c) && c != '_' && c != '-') return false;
    has_mark = has_mark || !absl::ascii_isalpha(c);
  }
  return has_mark || text.size() >= kMinLetters;
}

// "mode" of `config.mode`, `args["mode"]`, `mode`.
absl::string_view SettingName(Node expression) {
  if (expression.Is(NodeKind::kAttribute)) return expression.child(Field::kAttribute).text();
  if (expression.Is(NodeKind::kSubscript)) {
    return python::Module::StringContent(expression.child(Field::kSubscript));
  }
  return expression.Is(NodeKind::kIdentifier) ? expression.text() : "";
}

void AddStrings(Node container, std::set<std::string>& siblings) {
  for (Node item : container.named_children()) {
    const Node string = item.Is(NodeKind::kPair) ? item.child(Field::kKey) : item;
    const absl::string_view text = python::Module::StringContent(string);
    if (IsDistinctive(text) && siblings.size() < kMaxSiblings) siblings.emplace(text);
  }
}

// Other branches of the function on the same expression.
void AddBranches(const python::Module& module, Node comparison, Removed& removed) {
  const Definition* function = module.EnclosingFunction(comparison);
  const std::string name(comparison.named_child(0).text());
  if (function == nullptr) return;
  for (Node other : function->body.descendants(NodeKind::kComparisonOperator)) {
    if (other.named_child(0).text() == name) AddStrings(other, removed.siblings);
  }
}

// The names by which what is chosen may be set: of the flag, of the constant, of what is compared.
void AddSettings(Node holder, Removed& removed) {
  const Node parent = holder.parent();
  absl::string_view name;
  if (parent.Is(NodeKind::kAssignment)) name = SettingName(parent.child(Field::kLeft));
  if (parent.Is(NodeKind::kComparisonOperator)) name = SettingName(parent.named_child(0));
  if (parent.Is(NodeKind::kKeywordArgument)) {
    for (Node argument : parent.parent().named_children()) {
      absl::string_view flag = python::Module::StringContent(argument);
      while (absl::StartsWith(flag, "-")) flag.remove_prefix(1);
      if (!flag.empty()) removed.settings.emplace(absl::StrReplaceAll(flag, {{"-", "_"}}));
    }
  }
  if (name.size() > 2) removed.settings.emplace(name);
}

// False: the text is no key, choice or branch.
bool CollectAround(const python::Module& module, Node string, Removed& removed) {
  const Node parent = string.parent();
  if (parent.Is(NodeKind::kPair) && string.field() == Field::kKey) {
    AddStrings(parent.parent(), removed.siblings);
    AddSettings(parent.parent(), removed);
    return true;
  }
  if (parent.Is(NodeKind::kList) || parent.Is(NodeKind::kTuple) || parent.Is(NodeKind::kSet)) {
    AddStrings(parent, removed.siblings);
    AddSettings(parent, removed);
    return true;
  }
  if (parent.Is(NodeKind::kComparisonOperator) && parent.named_child(0) != string) {
    AddBranches(module, parent, removed);
    AddSettings(string, removed);
    return true;
  }
  if (!parent.Is(NodeKind::kAssignment)) return false;
  const Definition* a_class = module.EnclosingClass(parent);
  if (a_class == nullptr || module.EnclosingFunction(parent) != nullptr) return false;
  if (!std::any_of(a_class->bases.begin(), a_class->bases.end(),
                   [](Node base) { return absl::StrContains(base.text(), "Enum"); })) {
    return false;
  }
  for (Node statement : a_class->body.named_children()) {
    AddStrings(statement.named_child(0), removed.siblings);
  }
  return true;
}

bool IsBelowConfigurations(absl::string_view path) {
  for (absl::string_view folder : {"configs", "config", "conf", "recipes"}) {
    if (absl::StrContains(absl::StrCat("/", path), absl::StrCat("/", folder, "/"))) return true;
  }
  return false;
}

// A Python file that sets values, and is no code that reads them.
bool IsConfiguration(const repository::IndexedFile& file) {
  return IsBelowConfigurations(file.path()) && file.facts().definitions.empty();
}

// In its code or its strings, as far as the index knows, which takes "a-b" apart.
bool HasText(const repository::IndexedFile& file, absl::string_view text) {
  if (file.HasWordAnywhere(absl::StrReplaceAll(text, {{"-", "_"}}))) return true;
  if (!absl::StrContains(text, '-')) return false;
  for (absl::string_view part : absl::StrSplit(text, '-')) {
    const bool is_kept = part.size() > 3 && !absl::ascii_isdigit(part[0]);
    if (is_kept && !file.HasWordAnywhere(part)) return false;
  }
  return true;
}

std::set<int> RemovedLinesOf(const change::ChangedFile& file) {
  std::set<int> removed;
  for (const change::ChangedHunk& hunk : file.hunks) {
    removed.insert(hunk.removed.begin(), hunk.removed.end());
  }
  return removed;
}

RemovedTexts RemovedBy(const Inquiry& inquiry) {
  RemovedTexts removed;
  for (const AnalysedFile& file : inquiry.change().files()) {
    const std::string& path = file.changed->path;
    if (file.before == nullptr || file.after == nullptr) continue;
    if (!paths::IsProductSource(path)) continue;
    if (IsBelowConfigurations(path) && file.after->definitions().empty()) continue;
    const std::set<int> gone = RemovedLinesOf(*file.changed);
    for (Node string : file.before->tree().root().descendants(NodeKind::kString)) {
      const absl::string_view text = python::Module::StringContent(string);
      if (!IsDistinctive(text) || removed.size() == kMaxTexts) continue;
      if (!gone.contains(string.first_line())) continue;
      Removed around{file.before, string, {}, {}};
      if (!CollectAround(*file.before, string, around)) continue;
      Removed& all = removed.try_emplace(std::string(text), around).first->second;
      all.siblings.merge(around.siblings);
      all.settings.merge(around.settings);
    }
  }
  return removed;
}

// Code that is no test still says it.
void DropKnown(Inquiry& inquiry, RemovedTexts& removed) {
  for (const repository::IndexedFile* file : inquiry.change().index().AllFiles()) {
    if (removed.empty() || inquiry.should_stop()) return;
    if (paths::IsTestPath(file->path()) || IsConfiguration(*file)) continue;
    std::erase_if(removed, [&](const auto& entry) { return HasText(*file, entry.first); });
  }
}

bool HasWhole(absl::string_view text, absl::string_view word) {
  const auto is_inside = [](char c) {
    return absl::ascii_isalnum(c) || c == '_' || c == '-' || c == '/' || c == '.';
  };
  for (size_t at = text.find(word); at != absl::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if (at > 0 && is_inside(text[at - 1])) continue;
    if (end == text.size() || !is_inside(text[end])) return true;
  }
  return false;
}

template <typename Names>
bool HasAny(absl::string_view text, const Names& names, absl::string_view but) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return name != but && HasWhole(text, name); });
}

class Search {
 public:
  Search(Inquiry& inquiry, RemovedTexts removed)
      : inquiry_(inquiry), removed_(std::move(removed)) {}

  void Run() {
    LookInSources();
    LookInPages();
    if (!places_.empty()) Ask();
  }

 private:
  void LookInSources() {
    size_t read = 0;
    for (const repository::IndexedFile* file : inquiry_.change().index().AllFiles()) {
      if (inquiry_.should_stop()) return;
      if (paths::IsTestPath(file->path()) || !IsConfiguration(*file)) continue;
      const bool has_some = std::any_of(removed_.begin(), removed_.end(), [&](const auto& entry) {
        return HasText(*file, entry.first);
      });
      if (!has_some || ++read > kMaxSources) continue;
      const std::string* text = inquiry_.change().texts().Read(change::Side::kRight, file->path());
      if (text != nullptr) LookIn(file->path(), *text);
    }
  }

  void LookInPages() {
    change::RepositoryTexts& texts = inquiry_.change().texts();
    const std::vector<change::TreeFile> pages =
        texts.List(change::Side::kRight, {".yaml", ".yml", ".json"});
    if (pages.size() > kMaxPages) return;
    texts.Fetch(change::Side::kRight, pages);
    for (const change::TreeFile& page : pages) {
      if (inquiry_.should_stop()) return;
      if (paths::IsTestPath(page.path) || absl::StartsWith(page.path, ".")) continue;
      const std::string* text = texts.Read(change::Side::kRight, page);
      if (text != nullptr) LookIn(page.path, *text);
    }
  }

  void LookIn(const std::string& path, absl::string_view text) {
    if (text.size() > kMaxBytes) return;
    PollBytes(text.size() * removed_.size());
    std::optional<int> first;
    std::vector<absl::string_view> lines;
    for (const auto& [name, removed] : removed_) {
      if (!absl::StrContains(text, name)) continue;
      if (lines.empty()) lines = absl::StrSplit(text, '\n');
      for (size_t i = 0; i < lines.size(); ++i) {
        if (!IsUse(lines, i, name, removed)) continue;
        const int line = static_cast<int>(i) + 1;
        first = std::min(first.value_or(line), line);
        names_.insert(name);
        break;
      }
    }
    if (first) places_.push_back({path, *first});
  }

  // The line has the text, as the same setting or beside what it stood beside in the code.
  static bool IsUse(const std::vector<absl::string_view>& lines, size_t at, absl::string_view name,
                    const Removed& removed) {
    const auto is_comment = [](absl::string_view line) {
      return absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "#");
    };
    if (!absl::StrContains(lines[at], name) || is_comment(lines[at])) return false;
    if (!HasWhole(lines[at], name)) return false;
    if (HasAny(lines[at].substr(0, lines[at].find(name)), removed.settings, name)) return true;
    const size_t first = at < kNear ? 0 : at - kNear;
    for (size_t i = first; i < std::min(lines.size(), at + kNear + 1); ++i) {
      if (!is_comment(lines[i]) && HasAny(lines[i], removed.siblings, name)) return true;
    }
    return false;
  }

  void Ask() {
    std::vector<std::string> names(names_.begin(), names_.end()), places;
    const size_t more = places_.size() > kMaxPlaces ? places_.size() - kMaxPlaces : 0;
    std::vector<rules::Range> also;
    for (const Place& place : places_) {
      if (places.size() == kMaxPlaces) break;
      places.push_back(absl::StrCat(place.path, ":", place.line));
      also.push_back({.path = place.path, .first_line = place.line, .end_line = place.line + 1});
    }
    const Removed& removed = removed_.find(names[0])->second;
    if (names.size() > kMaxNames) names.resize(kMaxNames);
    inquiry_.AskBefore(*removed.module, removed.node,
                       {.kind = "removed-text-still-configured",
                        .about = names[0],
                        .weight = 87,
                        .text = Sentence(more == 0 ? phrases::kAskStillConfigured
                                                   : phrases::kAskStillConfiguredByMany,
                                         {{"names", CodeList(names)},
                                          {"places", CodeList(places)},
                                          {"more", absl::StrCat(more)}}),
                        .also = std::move(also)});
  }

  Inquiry& inquiry_;
  const RemovedTexts removed_;
  std::set<std::string> names_;
  std::vector<Place> places_;
};

}  // namespace

void AskAboutRemovedChoices(Inquiry& inquiry) {
  RemovedTexts removed = RemovedBy(inquiry);
  if (removed.empty() || !inquiry.change().index().is_complete()) return;
  DropKnown(inquiry, removed);
  if (!removed.empty()) Search(inquiry, std::move(removed)).Run();
}

}  // namespace allreview::analysis
