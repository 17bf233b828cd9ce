// A name that nothing binds: NameError when the line runs.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/house/file_ignores.h"
#include "analyzers/moves/moves.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/phrases.h"
#include "analyzers/rules/logic/undefined_names.h"
#include "analyzers/rules/logic/well_known_imports.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace {

using logic::SelfNameOf;
using logic::UndefinedNames;
using logic::VisibleNames;
using logic::WellKnownImport;
using python::Binding;
using python::Definition;
using python::Module;

constexpr Phrase kWriteFromClass("write-from-class", "Write `{code}`, which the class defines",
                                 "改写为 `{code}`，该类中有它");
constexpr Phrase kWriteNearest("write-nearest", "Write `{code}`, the nearest name in scope",
                               "改写为 `{code}`，这是作用域中最接近的名称");
constexpr Phrase kAddCode("add-code", "Add `{code}`", "添加 `{code}`");
constexpr Phrase kImportOrDefine("import-or-define", "Import or define `{name}`",
                                 "导入或定义 `{name}`");
constexpr Phrase kWasBound("was-bound",
                           "any more: line {line} of the old version, which defined it, is gone",
                           "因旧版本第 {line} 行的定义被删除而");
constexpr Phrase kHere("here", "here", "在此处");
constexpr Phrase kAlsoUsed("also-used", "also used here", "这里也用到");
constexpr Phrase kPhrases[] = {kWriteFromClass, kWriteNearest, kAddCode, kImportOrDefine,
                               kWasBound,       kHere,         kAlsoUsed};

constexpr size_t kMaxRelated = 10;

// `self` where the class of this file has that attribute or method. Empty: it has not.
absl::string_view OwnerInClass(const Module& module, Node use) {
  const Definition* function = module.EnclosingFunction(use);
  const Definition* a_class = module.EnclosingClass(use);
  if (function == nullptr || a_class == nullptr) return "";
  const absl::string_view self = SelfNameOf(*function);
  if (self.empty()) return "";
  const bool has = module.FindDefinition(absl::StrCat(a_class->name, ".", use.text())) != nullptr ||
                   !module.SelfAttributeValues(*a_class, use.text()).empty();
  return has ? self : "";
}

// Names that a misspelt one may stand for. Comparing all with all is the square of a file: when so
// many were compared, the others get no suggestion.
class Suggestions {
 public:
  explicit Suggestions(const Module& module) : module_(module) {}

  std::string For(Node use) {
    constexpr size_t kMaxCompared = 1'000'000;
    const absl::string_view name = use.text();
    if (name.size() < 4 || compared_ > kMaxCompared) return "";
    const uint32_t scope = module_.scopes().ScopeOf(use);
    if (scope_ != scope) {
      visible_ = VisibleNames(module_, use);
      compared_ += visible_.size();
      scope_ = scope;
    }
    compared_ += visible_.size();
    const std::string nearest = Nearest(name, visible_);
    const int allowed = name.size() < 6 ? 1 : 2;
    return !nearest.empty() && EditDistance(name, nearest) <= allowed ? nearest : "";
  }

 private:
  const Module& module_;
  std::optional<uint32_t> scope_;  // Scope of visible_.
  std::vector<std::string> visible_;
  size_t compared_ = 0;
};

// `config.name` when a configuration in sight has such a field.
std::string FieldOfConfiguration(const Module& module, repository::Project& project, Node use) {
  absl::string_view holder;
  for (absl::string_view candidate : {"config", "args"}) {
    if (module.scopes().LookUp(use, candidate) > 0) holder = candidate;
  }
  if (holder.empty() || project.FindFields(use.text()).empty()) return "";
  return absl::StrCat(holder, ".", use.text());
}

// The import of the only thing of that name in the repository.
std::string ImportOfUnique(const Module& module, repository::Project& project, Node use) {
  const repository::Found found = project.FindUnique(use.text());
  if (!found || found.definition->name != use.text()) return "";
  const std::string& home = found.file->module();
  if (home.empty() || home == module.name()) return "";
  return absl::StrCat("from ", home, " import ", use.text());
}

// What to do, in the order of how certain it is.
Words RemedyFor(const Module& module, repository::Project& project, Suggestions& suggestions,
                Node use) {
  if (const absl::string_view self = OwnerInClass(module, use); !self.empty()) {
    return Sentence(kWriteFromClass, {{"code", absl::StrCat(self, ".", use.text())}});
  }
  if (const std::string import = WellKnownImport(use.text()); !import.empty()) {
    return Sentence(kAddCode, {{"code", import}});
  }
  if (const std::string nearest = suggestions.For(use); !nearest.empty()) {
    return Sentence(kWriteNearest, {{"code", nearest}});
  }
  if (const std::string field = FieldOfConfiguration(module, project, use); !field.empty()) {
    return Sentence(phrases::kWriteCode, {{"code", field}});
  }
  if (const std::string import = ImportOfUnique(module, project, use); !import.empty()) {
    return Sentence(kAddCode, {{"code", import}});
  }
  return Sentence(kImportOrDefine, {{"name", use.text()}});
}

int HunkOf(const ChangedFile& changed, int line, bool is_old) {
  for (size_t i = 0; i < changed.hunks.size(); ++i) {
    const change::ChangedHunk& hunk = changed.hunks[i];
    const int first = is_old ? hunk.old_start : hunk.new_start;
    const int count = is_old ? hunk.old_lines : hunk.new_lines;
    if (line >= first && line < first + count) return static_cast<int>(i);
  }
  return -1;
}

// What the removed lines of a file bound. Made at the first question.
class RemovedBindings {
 public:
  explicit RemovedBindings(const AnalysedFile& file) : file_(file) {}

  // First removed line that bound the name, else that held a star import. 0: none.
  int LineOf(absl::string_view name) {
    if (!lines_) Collect();
    const auto line = lines_->find(name);
    return line == lines_->end() ? star_line_ : line->second;
  }

 private:
  void Collect() {
    lines_.emplace();
    std::set<int> removed;
    for (const change::ChangedHunk& hunk : file_.changed->hunks) {
      removed.insert(hunk.removed.begin(), hunk.removed.end());
    }
    for (const Binding& binding : file_.before->scopes().bindings()) {
      const int line = binding.node.first_line();
      if (removed.count(line)) lines_->emplace(binding.name, line);
    }
    for (int line : removed) {
      if (star_line_ == 0 && absl::StrContains(file_.before->tree().LineText(line), "import *")) {
        star_line_ = line;
      }
    }
  }

  const AnalysedFile& file_;
  std::optional<std::map<absl::string_view, int>> lines_;  // By name.
  int star_line_ = 0;
};

// The name was fine before the change, though its own line is not new. nullopt: it was not.
std::optional<Cause> CauseElsewhere(const AnalysedFile& file, RemovedBindings& removed, Node use,
                                    const std::set<absl::string_view>& undefined_before) {
  const ChangedFile& changed = *file.changed;
  Cause cause{.kind = Cause::Kind::kBrokenElsewhere,
              .path = changed.path,
              .hunk = HunkOf(changed, use.first_line(), /*is_old=*/false),
              .first_line = use.first_line(),
              .end_line = use.first_line() + 1};
  if (file.before != nullptr) {
    if (undefined_before.count(use.text()) || file.before->tree().error_count() > 0) {
      return std::nullopt;
    }
    if (const int line = removed.LineOf(use.text()); line > 0) {
      return Cause{.kind = Cause::Kind::kRemovedLine,
                   .path = changed.path,
                   .hunk = HunkOf(changed, line, /*is_old=*/true),
                   .first_line = line,
                   .end_line = line + 1};
    }
  }
  // The line itself came from elsewhere in the change.
  if (cause.hunk < 0) return std::nullopt;
  return cause;
}

// It runs only when something has failed already.
bool IsOfAFailure(Node use) {
  for (Node node = use; node; node = node.parent()) {
    if (node.Is(python::Kind::kRaiseStatement) || node.Is(python::Kind::kExceptClause)) return true;
    if (node.Is(python::Kind::kFunctionDefinition)) return false;
  }
  return false;
}

void ReportName(ChangeContext& change, const AnalysedFile& file, Suggestions& suggestions,
                const std::vector<Node>& uses, std::optional<Cause> cause) {
  const Module& module = *file.after;
  Node at = uses[0];
  for (Node use : uses) {
    if (file.lines.Touches(use) && !file.lines.Touches(at)) at = use;
  }
  Observation observation{
      .at = at,
      .params = {{"name", std::string(at.text())},
                 {"remedy", RemedyFor(module, change.project(), suggestions, at)},
                 {"why", cause && cause->kind == Cause::Kind::kRemovedLine
                             ? Sentence(kWasBound, {{"line", absl::StrCat(cause->first_line)}})
                             : kHere}},
      .cause = std::move(cause)};
  if (std::all_of(uses.begin(), uses.end(), IsOfAFailure)) observation.severity = Severity::kP1;
  for (Node use : uses) {
    if (use == at || observation.related.size() == kMaxRelated) continue;
    observation.related.push_back({kAlsoUsed, RangeOf(module, use)});
  }
  change.Report(file, std::move(observation));
}

// The repository's linter is told that names of the file come from elsewhere.
bool IsLeftToOthers(ChangeContext& change, const AnalysedFile& file) {
  const std::string* const pyproject = change.texts().Read(Side::kRight, "pyproject.toml");
  return pyproject != nullptr && house::IsIgnoredIn(*pyproject, file.after->path(), "F821");
}

void CheckFile(ChangeContext& change, const AnalysedFile& file) {
  const Module& module = *file.after;
  std::vector<Node> names = UndefinedNames(module);
  std::erase_if(names, [&](Node use) {
    return IsWaived(use, {"F821", "undefined-variable", "E0602"});
  });
  if (names.empty() || IsLeftToOthers(change, file)) return;
  std::set<absl::string_view> before;
  if (file.before != nullptr) {
    for (Node name : UndefinedNames(*file.before)) before.insert(name.text());
  }
  // One finding for each name and function.
  std::map<std::pair<int, absl::string_view>, std::vector<Node>> groups;
  for (Node use : names) {
    const Definition* function = module.EnclosingFunction(use);
    const int line = function == nullptr ? 0 : function->first_line;
    groups[{line, use.text()}].push_back(use);
  }
  Suggestions suggestions(module);
  RemovedBindings removed(file);
  // The same code without the name stood there before, with other white space perhaps.
  const auto stayed = [&](Node use) {
    return before.count(use.text()) > 0 &&
           change.moves().WhereFrom(use).how == moves::Trace::How::kStayed;
  };
  for (const auto& [key, uses] : groups) {
    const bool is_new = std::any_of(uses.begin(), uses.end(), [&](Node use) {
      return file.lines.Touches(use) && !stayed(use);
    });
    std::optional<Cause> cause;
    if (!is_new) {
      cause = CauseElsewhere(file, removed, uses[0], before);
      if (!cause) continue;
    }
    ReportName(change, file, suggestions, uses, std::move(cause));
  }
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) CheckFile(change, file);
}

}  // namespace

extern constinit const Rule kUndefinedName = {
    .info =
        {.id = "undefined-name",
         .title = {"Name that nothing defines", "未定义的变量"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{name}` is not defined {why}", "`{name}` {why}未定义"},
         .consequence = {"The line raises NameError when it runs",
                         "该行一旦执行就会抛出 NameError"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = kPhrases,
         .why =
             "Python looks names up when a line runs, so a forgotten import, a misspelled variable "
             "or a missing `self.` stays hidden in a branch that no test runs. Files with star "
             "imports, exec or globals() are not checked, nor is code that catches NameError.",
         .fix = "Import or define the name, or correct it.",
         .bad = R"py(
import torch

def scale(x):
    return F.normalize(x, dim=-1)
)py",
         .good = R"py(
import torch.nn.functional as F

def scale(x):
    return F.normalize(x, dim=-1)
)py",
         .references = {"https://docs.astral.sh/ruff/rules/undefined-name/",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                        "undefined-variable.html"},
         .version = 2},
    .check_change = CheckChange};

}  // namespace allreview::rules
