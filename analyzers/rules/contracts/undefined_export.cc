// __all__ names what the module does not have.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/module_names.h"
#include "analyzers/rules/contracts/phrases.h"
#include "analyzers/rules/rule.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Module;

constexpr Phrase kTakeOut("take-out",
                          "Remove \"{name}\" from `__all__`, or keep the name as an alias",
                          "从 `__all__` 中去掉 \"{name}\"，或者保留它作为别名");
constexpr Phrase kDefineOrRemove("define-or-remove", "Define or import `{name}`, or remove it",
                                 "定义或导入 `{name}`，或者去掉它");
constexpr Phrase kPhrases[] = {kTakeOut, kDefineOrRemove};

// Strings of `__all__ = [...]` and `__all__ += [...]`, whatever else there is.
std::vector<Node> ExportsOf(const Module& module) {
  std::vector<Node> exports;
  for (const python::Binding& binding : module.scopes().BindingsOf(0, "__all__")) {
    const Node list = binding.node.parent().child(Field::kRight);
    if (!list.Is(NodeKind::kList) && !list.Is(NodeKind::kTuple)) continue;
    for (Node child : list.named_children()) {
      if (!Module::StringContent(child).empty()) {
        exports.push_back(child);
      }
    }
  }
  return exports;
}

// A module below the package, or a folder of such.
bool IsSubmodule(ChangeContext& change, const Module& module, absl::string_view name) {
  if (!module.is_package()) return false;
  if (change.index().FindModule(repository::Join(module.name(), name)) != nullptr) return true;
  const absl::string_view path = module.path();
  const std::string folder = absl::StrCat(
      path.substr(0, path.size() - absl::string_view("__init__.py").size()), name, "/");
  for (const repository::IndexedFile* file : change.index().AllFiles()) {
    if (absl::StartsWith(file->path(), folder)) return true;
  }
  return false;
}

// The change takes the name away: its first line before the change. 0: it does not.
int LineOfRemoved(const AnalysedFile& file, absl::string_view name) {
  if (file.before == nullptr) return 0;
  const auto bindings = file.before->scopes().BindingsOf(0, name);
  return bindings.empty() ? 0 : bindings.begin()->node.first_line();
}

void CheckExport(ChangeContext& change, const AnalysedFile& file, Node entry,
                 const std::set<std::string>& names) {
  const std::string name(Module::StringContent(entry));
  if (names.count(name) || absl::StartsWith(name, "__")) return;
  const int removed = LineOfRemoved(file, name);
  if (!file.lines.Touches(entry) && removed == 0) return;
  if (IsSubmodule(change, *file.after, name)) return;
  const std::string nearest = Nearest(name, std::vector<std::string>(names.begin(), names.end()));
  Observation observation{
      .at = entry,
      .params = {
          {"name", name},
          {"module", file.after->name()},
          {"remedy", removed != 0      ? Sentence(kTakeOut, {{"name", name}})
                     : nearest.empty() ? Sentence(kDefineOrRemove, {{"name", name}})
                                       : Sentence(phrases::kDidYouMean, {{"name", nearest}})}}};
  if (!file.lines.Touches(entry)) observation.cause = CauseOfRemoved(file, removed);
  change.Report(file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    const std::vector<Node> exports = ExportsOf(*file.after);
    if (exports.empty() || IsOpen(*file.after)) continue;
    const std::set<std::string> names = NamesOf(*file.after);
    for (Node entry : exports) CheckExport(change, file, entry, names);
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kUndefinedExport = {
    .info = {.id = "undefined-export",
             .title = {"`__all__` lists a name that the module does not define",
                       "`__all__` 中列出了模块未定义的符号"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`__all__` lists \"{name}\", which `{module}` does not define",
                         "`__all__` 列出了 \"{name}\"，但 `{module}` 没有定义它"},
             .consequence = {"`from {module} import *` raises AttributeError, and tools that read "
                             "`__all__` document a name that does not exist",
                             "`from {module} import *` 会抛出 AttributeError，读取 `__all__` "
                             "的工具会为不存在的符号生成文档"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = contracts::kPhrases,
             .why = "`__all__` holds strings: nothing checks them against the module until "
                    "somebody imports `*`.",
             .fix = "Keep `__all__` in step with the definitions and imports of the module.",
             .bad = R"py(
__all__ = ["encode", "decoder"]

def encode(x):
    return x

def decode(x):
    return x
)py",
             .good = R"py(
__all__ = ["encode", "decode"]

def encode(x):
    return x

def decode(x):
    return x
)py",
             .references = {"https://docs.astral.sh/ruff/rules/undefined-export/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "undefined-all-variable.html"}},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
