#include "analyzers/playbook/stale.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/normal_path.h"
#include "analyzers/paths/paths.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxStale = 60;
constexpr size_t kMaxText = 200;

// What happened, not what holds; and what is not this project's own.
bool IsChecked(absl::string_view path) {
  if (!IsMarkup(path)) return false;
  const std::string lower = absl::AsciiStrToLower(path);
  for (absl::string_view part : {"changelog", "changes", "history", "release", "third_party",
                                 "vendor", "node_modules", "migrat", "license", "adr/", "rfc",
                                 "proposal", "decisions/", "template", "testdata/", "fixtures/"}) {
    if (absl::StrContains(lower, part)) return false;
  }
  return true;
}

class Checker {
 public:
  explicit Checker(const View& view) : view_(view) {
    for (absl::string_view path : view.files) by_name_[BaseName(path)].push_back(path);
    if (const std::string* makefile = view.Text("Makefile")) ReadTargets(*makefile);
    for (absl::string_view path : view.files) has_makefiles_ |= BaseName(path) == "Makefile";
  }

  bool IsGone(const Mention& mention, absl::string_view document) {
    switch (mention.kind) {
      case Mention::Kind::kLink:
        return IsLinkGone(mention.what, document);
      case Mention::Kind::kPath:
        return IsPathGone(mention.what, document);
      case Mention::Kind::kModule:
        return IsModuleGone(mention.what);
      case Mention::Kind::kOption:
        return IsOptionGone(mention);
      case Mention::Kind::kTarget:
        return has_makefiles_ && !targets_.empty() && targets_.count(mention.what) == 0;
    }
    return false;
  }

 private:
  void ReadTargets(absl::string_view makefile) {
    bool has_rules_of_others = false;
    ForEachLine(makefile, [&](int, absl::string_view line) {
      if (absl::StartsWith(line, "include") || absl::StrContains(line, "%:")) {
        has_rules_of_others = true;
      }
      const size_t colon = line.find(':');
      if (colon == absl::string_view::npos || line[0] == '\t' || line[0] == '#') return;
      for (absl::string_view name : absl::StrSplit(line.substr(0, colon), ' ', absl::SkipEmpty())) {
        targets_.insert(std::string(name));
        if (absl::StrContains(name, "$")) has_rules_of_others = true;
      }
    });
    if (has_rules_of_others) targets_.clear();
  }

  bool Exists(absl::string_view path) const {
    absl::ConsumeSuffix(&path, "/");
    return view_.HasFile(path) || view_.HasFolder(path);
  }

  // Below a symbolic link or a submodule, nobody knows what there is.
  bool IsBelowFile(absl::string_view path) const {
    for (size_t slash = path.find('/'); slash != absl::string_view::npos;
         slash = path.find('/', slash + 1)) {
      if (view_.HasFile(path.substr(0, slash))) return true;
    }
    return false;
  }

  // Some file ends so: the document may stand in a folder of its own.
  bool IsEndOfAny(absl::string_view path) const {
    absl::ConsumeSuffix(&path, "/");
    const auto found = by_name_.find(BaseName(path));
    if (found != by_name_.end()) {
      const std::string end = absl::StrCat("/", path);
      for (absl::string_view candidate : found->second) {
        if (candidate == path || absl::EndsWith(candidate, end)) return true;
      }
    }
    const std::string middle = absl::StrCat("/", path, "/");
    return std::any_of(view_.folders.begin(), view_.folders.end(), [&](const std::string& folder) {
      return absl::EndsWith(absl::StrCat("/", folder, "/"), middle);
    });
  }

  bool IsPathGone(absl::string_view path, absl::string_view document) const {
    const std::optional<std::string> beside = paths::NormalPath(paths::FolderOf(document), path);
    if (!beside || Exists(path) || Exists(*beside) || IsEndOfAny(path)) return false;
    if (IsBelowFile(path) || IsBelowFile(*beside)) return false;
    // The folder that it begins with must be ours, at the root: then nothing else can be meant.
    const absl::string_view root = path.substr(0, path.find('/'));
    if (!view_.HasFolder(root) || absl::StrContains(path, "..")) return false;
    // A folder counts if its parent is there, so that a typo or a move is the likely reason.
    if (absl::EndsWith(path, "/")) {
      return view_.HasFolder(paths::FolderOf(path.substr(0, path.size() - 1)));
    }
    return !IsPlaceholder(path);
  }

  // "path/to/x.py", "tests/test_foo.py", "model_xxx.sh".
  static bool IsPlaceholder(absl::string_view path) {
    const std::string lower = absl::AsciiStrToLower(path);
    for (absl::string_view part :
         {"foo",    "bar.",  "xxx",        "path/to", "my_",       "your",    "example",
          "some_",  "new_",  "...",        "name",    "_x.",       "n.py",    "dummy",
          "sample", "/x.",   "custom",     "mymodel", "_n.",       "results", "output",
          "build/", "data/", "checkpoint", "logs/",   "generated", "local"}) {
      if (absl::StrContains(lower, part)) return true;
    }
    return false;
  }

  bool IsLinkGone(absl::string_view target, absl::string_view document) const {
    const std::optional<std::string> path = paths::NormalPath(paths::FolderOf(document), target);
    if (!path || Exists(*path) || Exists(target) || path->empty()) return false;
    if (IsBelowFile(*path)) return false;
    // Copied beside the document when it is installed.
    const bool has_folder = absl::StrContains(absl::StripSuffix(target, "/"), "/");
    if (has_folder && !absl::StrContains(target, "..") && IsEndOfAny(target)) return false;
    // Pages of a site have other addresses than their sources.
    const bool is_of_site = absl::StrContains(document, "/") && !absl::EndsWith(target, ".md");
    if (is_of_site && (absl::EndsWith(target, "/") || absl::EndsWith(target, ".html") ||
                       absl::EndsWith(target, ".txt"))) {
      return false;
    }
    if (absl::StrContains(*path, "apidoc") || absl::StrContains(*path, "api/") ||
        absl::StrContains(*path, "_build") || absl::StrContains(*path, "autodoc")) {
      return false;
    }
    return !IsPlaceholder(BaseName(*path));
  }

  // "pkg.sub.gone": the module before it is known completely and lacks it.
  bool IsModuleGone(absl::string_view name) {
    const std::vector<std::string> parts = absl::StrSplit(name, '.');
    const bool is_ours =
        view_.HasFolder(parts[0]) && !view_.package.empty() && BaseName(view_.package) == parts[0];
    if (!is_ours || !view_.input.index.is_complete()) return false;
    std::string folder = parts[0];
    for (size_t i = 1; i < parts.size(); ++i) {
      const std::string below = absl::StrCat(folder, "/", parts[i]);
      if (view_.HasFolder(below)) {
        folder = below;
        continue;
      }
      if (view_.HasFile(absl::StrCat(below, ".py"))) return false;  // What is in it, others judge.
      if (view_.HasFile(absl::StrCat(below, ".pyi")) || view_.HasFile(absl::StrCat(below, ".so"))) {
        return false;
      }
      return !IsNameOfPackage(folder, parts[i]) && !IsKnownWord(parts[i]);
    }
    return false;
  }

  bool IsNameOfPackage(const std::string& folder, const std::string& name) {
    const std::string path = absl::StrCat(folder, "/__init__.py");
    for (const repository::IndexedFile* file : view_.code) {
      if (file->path() != path) continue;
      const repository::FileFacts& facts = file->facts();
      if (facts.has_getattr || !facts.star_imports.empty() || facts.has_errors) return true;
      return file->HasWordAnywhere(name);
    }
    return false;
  }

  // Somewhere in the code: then it may only have another home than the document says.
  bool IsKnownWord(const std::string& word) const {
    return std::any_of(view_.code.begin(), view_.code.end(),
                       [&](const auto* file) { return file->HasWordAnywhere(word); });
  }

  bool IsOptionGone(const Mention& mention) {
    if (!absl::EndsWith(mention.script, ".py")) return false;
    // Where the document says that it is, and nowhere else.
    if (!view_.HasFile(mention.script) || !view_.input.index.is_complete()) return false;
    const repository::IndexedFile* file = nullptr;
    for (const repository::IndexedFile* candidate : view_.code) {
      if (candidate->path() == mention.script) file = candidate;
    }
    if (file == nullptr || file->HasIdentifier("parse_known_args") || IsParsedByOthers(*file)) {
      return false;
    }
    std::string word = absl::StrReplaceAll(mention.what.substr(2), {{"-", "_"}});
    if (IsKnownWord(word)) return false;
    // Switches may be made from the name of a field.
    for (absl::string_view prefix : {"no_", "disable_", "enable_", "use_"}) {
      absl::string_view rest = word;
      if (absl::ConsumePrefix(&rest, prefix) && IsKnownWord(std::string(rest))) return false;
    }
    return true;
  }

  // Command lines that a library of others reads: fire, click, hydra, absl, jsonargparse.
  static bool IsParsedByOthers(const repository::IndexedFile& file) {
    for (absl::string_view word : {"fire", "click", "hydra", "absl", "typer", "jsonargparse",
                                   "OmegaConf", "HfArgumentParser", "tyro"}) {
      if (file.HasIdentifier(word)) return true;
    }
    return false;
  }

  const View& view_;
  std::map<absl::string_view, std::vector<absl::string_view>> by_name_;
  std::set<std::string> targets_;
  bool has_makefiles_ = false;
};

std::string LineAt(absl::string_view content, int wanted) {
  std::string text;
  ForEachLine(content, [&](int number, absl::string_view line) {
    if (number == wanted) text = std::string(absl::StripAsciiWhitespace(line));
  });
  if (text.size() > kMaxText) text.resize(kMaxText);
  return text;
}

}  // namespace

void FindStale(const View& view, Playbook& playbook) {
  Checker checker(view);
  for (const house::File& file : view.input.texts) {
    if (!IsChecked(file.path)) continue;
    ++playbook.documents_checked;
    std::map<std::string, size_t> seen;  // Each thing once; how often it is named is counted.
    for (const Mention& mention : MentionsIn(file.content)) {
      const auto [found, is_new] = seen.try_emplace(mention.what, kMaxStale);
      if (!is_new && found->second < kMaxStale) ++playbook.stale[found->second].provenance.count;
      if (!is_new || !checker.IsGone(mention, file.path)) continue;
      if (playbook.stale.size() >= kMaxStale) {
        ++playbook.stale_left_out;
        continue;
      }
      found->second = playbook.stale.size();
      playbook.stale.push_back({.what = mention.what,
                                .text = LineAt(file.content, mention.line),
                                .provenance = At(file.path, mention.line)});
      playbook.stale.back().provenance.count = 1;
    }
  }
}

}  // namespace allreview::playbook
