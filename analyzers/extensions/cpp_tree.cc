#include "analyzers/extensions/cpp_tree.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/languages.h"
#include "base/poll.h"

namespace allreview::extensions {
namespace {

using change::Side;

constexpr size_t kMaxIncluded = 400;  // Files that one file includes, by whatever way.
constexpr size_t kMaxParsed = 600;

absl::string_view FileName(absl::string_view path) { return path.substr(path.rfind('/') + 1); }

bool MayBind(absl::string_view text) {
  return absl::StrContains(text, "PYBIND11_") || absl::StrContains(text, "TORCH_LIBRARY") ||
         absl::StrContains(text, "py::module") || absl::StrContains(text, "pybind11::module") ||
         absl::StrContains(text, "torch::Library");
}

// Some identifier of the text is one of the names.
bool MentionsOneOf(absl::string_view text, const std::set<std::string, std::less<>>& names) {
  for (size_t i = 0; i < text.size();) {
    if (!absl::ascii_isalpha(text[i]) && text[i] != '_') {
      ++i;
      continue;
    }
    size_t end = i + 1;
    while (end < text.size() && (absl::ascii_isalnum(text[end]) || text[end] == '_')) ++end;
    Poll();
    if (names.find(text.substr(i, end - i)) != names.end()) return true;
    i = end;
  }
  return false;
}

// `a/b.h` of `#include "a/b.h"`, without leading "../".
std::vector<absl::string_view> QuotedIncludes(absl::string_view text) {
  std::vector<absl::string_view> result;
  PollBytes(text.size());
  for (size_t at = text.find("#include"); at != absl::string_view::npos;
       at = text.find("#include", at + 8)) {
    absl::string_view rest = text.substr(at + 8, 300);
    rest = absl::StripLeadingAsciiWhitespace(rest.substr(0, rest.find('\n')));
    if (rest.empty() || (rest[0] != '"' && rest[0] != '<')) continue;
    absl::string_view path = rest.substr(1, rest.find_first_of("\">", 1) - 1);
    while (absl::ConsumePrefix(&path, "../") || absl::ConsumePrefix(&path, "./")) {
    }
    if (!path.empty()) result.push_back(path);
  }
  return result;
}

size_t CommonPrefix(absl::string_view a, absl::string_view b) {
  return std::mismatch(a.begin(), a.begin() + std::min(a.size(), b.size()), b.begin()).first -
         a.begin();
}

}  // namespace

absl::string_view SimpleName(absl::string_view qualified) {
  qualified = absl::StripAsciiWhitespace(qualified);
  if (absl::EndsWith(qualified, ">")) {
    int depth = 0;
    size_t at = qualified.size();
    do {
      --at;
      if (qualified[at] == '>') ++depth;
      if (qualified[at] == '<') --depth;
    } while (at > 0 && depth > 0);
    qualified = qualified.substr(0, at);
  }
  const size_t colon = qualified.rfind("::");
  return absl::StripAsciiWhitespace(colon == absl::string_view::npos ? qualified
                                                                     : qualified.substr(colon + 2));
}

std::string WithoutTemplates(absl::string_view qualified) {
  std::string result;
  int depth = 0;
  for (char c : qualified) {
    if (c == '<') ++depth;
    if (depth == 0 && !absl::ascii_isspace(c)) result += c;
    if (c == '>') --depth;
  }
  return result;
}

bool EndsInName(absl::string_view qualified, absl::string_view name) {
  return absl::EndsWith(qualified, name) &&
         (qualified.size() == name.size() ||
          absl::EndsWith(qualified.substr(0, qualified.size() - name.size()), "::"));
}

const CppFacts* FactsStore::Of(const std::string& path, const std::string& text) {
  const auto [at, is_new] = facts_.try_emplace(&text);
  if (is_new) {
    if (std::optional<CppFacts> facts = ReadFacts(path, text)) {
      at->second = std::make_unique<CppFacts>(*std::move(facts));
    }
  }
  return at->second.get();
}

const CppFacts* FactsStore::Of(const cpp::Unit& unit) {
  const auto [at, is_new] = facts_.try_emplace(&unit);
  if (is_new) at->second = std::make_unique<CppFacts>(FactsOf(unit));
  return at->second.get();
}

CppTree::CppTree(change::RepositoryTexts& texts,
                 const std::vector<change::AnalysedCppFile>& changed, Side side, FactsStore& store)
    : store_(store) {
  ReadTexts(texts, changed, side);
  for (const auto& [path, file] : files_) by_name_[std::string(FileName(path))].push_back(path);
  ParseBindingFiles();
}

void CppTree::ReadTexts(change::RepositoryTexts& texts,
                        const std::vector<change::AnalysedCppFile>& changed, Side side) {
  std::set<std::string, std::less<>> changed_paths;
  for (const change::AnalysedCppFile& file : changed) {
    const bool is_right = side == Side::kRight;
    const cpp::Unit* const unit = is_right ? file.after : file.before;
    const std::optional<std::string>& text = is_right ? file.changed->after : file.changed->before;
    // The tree after the change is what is listed.
    changed_paths.insert(file.changed->path);
    if (unit == nullptr || !text) continue;
    files_[is_right ? file.changed->path : file.changed->old_path] = {.text = &*text, .unit = unit};
  }
  std::vector<change::TreeFile> listed;
  for (const change::TreeFile& file : texts.List(Side::kRight, SuffixesOf(Reader::kCpp))) {
    if (changed_paths.find(file.path) == changed_paths.end()) listed.push_back(file);
  }
  if (listed.size() > kMaxFiles) {
    listed.clear();
    is_complete_ = false;
  }
  texts.Fetch(Side::kRight, listed);
  size_t bytes = 0;
  for (const change::TreeFile& file : listed) {
    const std::string* const text = texts.Read(Side::kRight, file);
    bytes += text == nullptr ? 0 : text->size();
    if (text == nullptr || bytes > kMaxBytes) {
      is_complete_ = false;
      continue;
    }
    PollBytes(text->size());
    files_.try_emplace(file.path, File{.text = text});
  }
}

const CppFacts* CppTree::Parse(const std::string& path) {
  File& file = files_[path];
  if (file.is_parsed) return file.facts;
  file.is_parsed = true;
  file.facts = file.unit != nullptr ? store_.Of(*file.unit) : store_.Of(path, *file.text);
  if (file.facts == nullptr) {
    is_complete_ = false;
    return nullptr;
  }
  for (const CppFunction& function : file.facts->functions) {
    functions_[function.simple_name].push_back({file.facts, &function});
  }
  for (const CppClass& a_class : file.facts->classes) classes_.push_back(&a_class);
  return file.facts;
}

void CppTree::ParseBindingFiles() {
  std::vector<std::string> paths;
  for (const auto& [path, file] : files_) {
    if (MayBind(*file.text)) paths.push_back(path);
  }
  size_t bindings = 0;
  for (const std::string& path : paths) {
    const CppFacts* const facts = Parse(path);
    if (facts == nullptr || facts->bindings.empty()) continue;
    bindings += facts->bindings.size();
    if (bindings > kMaxBindings) {
      binding_files_.clear();
      is_complete_ = false;
      return;
    }
    binding_files_.push_back(facts);
  }
  std::set<std::string, std::less<>> wanted = MissingTargets();
  std::set<std::string> included;
  for (const CppFacts* facts : binding_files_) {
    const std::set<std::string>& of_file = IncludedBy(facts->path);
    included.insert(of_file.begin(), of_file.end());
  }
  for (const std::string& path : included) {
    if (!wanted.empty() && MentionsOneOf(*files_[path].text, wanted)) Parse(path);
  }
  ParseFilesWith(MissingTargets());
}

std::set<std::string, std::less<>> CppTree::MissingTargets() const {
  std::set<std::string, std::less<>> missing;
  for (const CppFacts* facts : binding_files_) {
    for (const BoundName& bound : facts->bindings) {
      Poll();
      if (bound.target.empty() || bound.kind == cpp::Binding::Kind::kClass) continue;
      const absl::string_view name = SimpleName(bound.target);
      if (functions_.find(name) == functions_.end()) missing.emplace(name);
    }
  }
  return missing;
}

void CppTree::ParseFilesWith(const std::set<std::string, std::less<>>& names) {
  if (names.empty()) return;
  size_t parsed = 0;
  std::vector<std::string> paths;
  for (const auto& [path, file] : files_) {
    if (!file.is_parsed && MentionsOneOf(*file.text, names)) paths.push_back(path);
  }
  for (const std::string& path : paths) {
    if (++parsed > kMaxParsed) {
      is_complete_ = false;
      return;
    }
    Parse(path);
  }
}

const std::vector<FoundFunction>& CppTree::FunctionsNamed(absl::string_view simple_name) const {
  static const auto* const kNone = new std::vector<FoundFunction>();
  const auto found = functions_.find(simple_name);
  return found == functions_.end() ? *kNone : found->second;
}

std::vector<FoundFunction> CppTree::AllFunctions() const {
  std::vector<FoundFunction> all;
  for (const auto& [name, functions] : functions_) {
    Poll(static_cast<int>(functions.size()));
    all.insert(all.end(), functions.begin(), functions.end());
  }
  return all;
}

// Where several files end so, the nearest to the one that includes it.
std::vector<std::string> CppTree::DirectIncludes(const std::string& path) const {
  std::vector<std::string> result;
  const auto file = files_.find(path);
  if (file == files_.end()) return result;
  for (absl::string_view include : QuotedIncludes(*file->second.text)) {
    const auto named = by_name_.find(FileName(include));
    if (named == by_name_.end()) continue;
    const std::string* best = nullptr;
    Poll(static_cast<int>(named->second.size()));
    for (const std::string& candidate : named->second) {
      if (candidate != include && !absl::EndsWith(candidate, absl::StrCat("/", include))) continue;
      if (best == nullptr || CommonPrefix(candidate, path) > CommonPrefix(*best, path)) {
        best = &candidate;
      }
    }
    if (best != nullptr) result.push_back(*best);
  }
  return result;
}

const std::set<std::string>& CppTree::IncludedBy(const std::string& path) {
  const auto [at, is_new] = included_.try_emplace(path);
  if (!is_new) return at->second;
  std::vector<std::string> open = {path};
  while (!open.empty() && at->second.size() < kMaxIncluded) {
    const std::string next = std::move(open.back());
    open.pop_back();
    for (std::string& include : DirectIncludes(next)) {
      if (at->second.insert(include).second) open.push_back(std::move(include));
    }
  }
  return at->second;
}

std::vector<std::string> CppTree::BasesOf(absl::string_view class_name) const {
  for (const CppClass* a_class : classes_) {
    Poll();
    if (!a_class->bases.empty() && EndsInName(a_class->name, class_name)) return a_class->bases;
  }
  return {};
}

}  // namespace allreview::extensions
