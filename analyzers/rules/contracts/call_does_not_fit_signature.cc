// The change gives a function other parameters; calls elsewhere still use the old ones.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/call_shape.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using repository::CallFacts;
using repository::IndexedFile;
using repository::ParameterFacts;

constexpr size_t kMaxRelated = 20;
constexpr int kMaxReexports = 3;

// Decorators that hand the arguments on as they are.
bool KeepsSignature(const Module& module, const Definition& definition) {
  static const std::set<std::string> kTransparent = {
      "torch.no_grad",   "torch.inference_mode", "torch.enable_grad",
      "torch.compile",   "torch.jit.script",     "typing.override",
      "functools.wraps", "functools.cache",      "functools.lru_cache",
      "typing.final",    "typing.no_type_check", "typing_extensions.override"};
  for (Node decorator : definition.decorators) {
    const Node function =
        decorator.Is(NodeKind::kCall) ? decorator.child(Field::kFunction) : decorator;
    if (!kTransparent.count(module.Resolve(function))) return false;
  }
  return true;
}

std::vector<ParameterFacts> ParametersOf(const Definition& definition, bool is_bound) {
  std::vector<ParameterFacts> parameters;
  for (const python::Parameter& parameter : definition.parameters) {
    parameters.push_back(
        {std::string(parameter.name), parameter.kind, static_cast<bool>(parameter.default_value)});
  }
  if (is_bound && !parameters.empty()) parameters.erase(parameters.begin());
  return parameters;
}

// The only definition of that name, defined whatever happens.
const Definition* OnlyDefinition(const Module& module, absl::string_view name) {
  const Definition* only = nullptr;
  for (const Definition& definition : module.definitions()) {
    if (definition.name != name) continue;
    if (only != nullptr || definition.is_conditional) return nullptr;
    only = &definition;
  }
  return only;
}

// What a call by the name of a module's function or class must fit.
struct Callable {
  std::string name;                    // "f", "Class".
  const Definition* before = nullptr;  // The function, or __init__.
  const Definition* after = nullptr;
  bool is_class = false;
};

bool IsPlainClass(const Module& module, const Definition& a_class) {
  return a_class.decorators.empty() && a_class.class_keywords.empty() &&
         module.FindDefinition(absl::StrCat(a_class.name, ".__new__")) == nullptr;
}

// Callables of the module's top level whose parameters differ.
std::vector<Callable> ChangedCallables(const Module& before, const Module& after) {
  std::vector<Callable> changed;
  for (const Definition& definition : after.definitions()) {
    if (definition.parent >= 0) continue;
    if (after.scopes().BindingsOf(0, definition.simple_name).size() != 1) continue;
    Callable callable{.name = definition.name,
                      .is_class = definition.kind == Definition::Kind::kClass};
    std::string function = callable.name;
    if (callable.is_class) {
      if (!IsPlainClass(after, definition)) continue;
      absl::StrAppend(&function, ".__init__");
    }
    callable.before = OnlyDefinition(before, function);
    callable.after = OnlyDefinition(after, function);
    if (callable.before == nullptr || callable.after == nullptr ||
        callable.before->kind == Definition::Kind::kClass ||
        callable.after->kind == Definition::Kind::kClass ||
        !KeepsSignature(after, *callable.after)) {
      continue;
    }
    if (ParametersOf(*callable.before, false) != ParametersOf(*callable.after, false)) {
      changed.push_back(callable);
    }
  }
  return changed;
}

// Names under which other modules re-export it too: "pkg.f" when pkg/__init__.py imports pkg.mod.f.
std::set<std::string> NamesOf(repository::RepositoryIndex& index, const std::string& name) {
  std::set<std::string> names = {name};
  std::vector<std::string> unfollowed = {name};
  for (int round = 0; round < kMaxReexports && !unfollowed.empty(); ++round) {
    std::vector<std::string> found;
    for (const std::string& known : unfollowed) {
      for (IndexedFile* file : index.FilesNaming(known)) {
        for (const repository::NameFacts& bound : file->facts().names) {
          if (bound.imported.empty() || file->Absolute(bound.imported) != known) continue;
          const std::string alias = absl::StrCat(file->module(), ".", bound.name);
          if (names.insert(alias).second) found.push_back(alias);
        }
      }
    }
    unfollowed = std::move(found);
  }
  return names;
}

// Files that may name one of them, sorted by path.
std::vector<IndexedFile*> FilesUsing(repository::RepositoryIndex& index,
                                     const std::set<std::string>& names) {
  std::map<std::string, IndexedFile*> files;
  for (const std::string& name : names) {
    for (IndexedFile* file : index.FilesNaming(name)) files[file->path()] = file;
  }
  std::vector<IndexedFile*> sorted;
  for (const auto& [path, file] : files) sorted.push_back(file);
  return sorted;
}

struct Broken {
  Related related;
  std::string why;
};

std::vector<Broken> FindBroken(ChangeContext& change, const Module& module,
                               const Callable& callable) {
  const std::vector<ParameterFacts> before = ParametersOf(*callable.before, callable.is_class);
  const std::vector<ParameterFacts> after = ParametersOf(*callable.after, callable.is_class);
  const std::set<std::string> names =
      NamesOf(change.index(), absl::StrCat(module.name(), ".", callable.name));
  std::vector<Broken> broken;
  for (IndexedFile* file : FilesUsing(change.index(), names)) {
    for (const CallFacts& call : file->facts().calls) {
      if (call.is_guarded || !names.count(file->Absolute(call.callee))) continue;
      // What never fitted is not this change's doing.
      if (!WhyCallDoesNotFit(call, before).empty()) continue;
      const std::string why = WhyCallDoesNotFit(call, after);
      if (why.empty()) continue;
      const std::string where = call.symbol.empty() ? "the module" : "`" + call.symbol + "`";
      broken.push_back({{absl::StrCat("called in ", where, ": `", callable.name, "` ", why),
                         RangeOf(file->path(), call.place)},
                        why});
    }
  }
  return broken;
}

// A parameter on a new line, else the name.
Node PlaceOf(const AnalysedFile& file, const Definition& definition) {
  for (const python::Parameter& parameter : definition.parameters) {
    if (file.lines.Touches(parameter.node)) return parameter.node;
  }
  return definition.node.child(Field::kName);
}

Cause CauseOf(const AnalysedFile& file, const Definition& definition) {
  const int last = python::HeaderLastLine(definition.outer);
  Cause cause = file.lines.CauseIn(*file.changed, definition.first_line, last);
  cause.kind = Cause::Kind::kBrokenElsewhere;
  if (cause.first_line != 0) return cause;
  for (size_t i = 0; i < file.changed->hunks.size(); ++i) {  // Parameters only went away.
    const ChangedHunk& hunk = file.changed->hunks[i];
    if (hunk.new_start <= last + 1 && hunk.new_start + hunk.new_lines >= definition.first_line) {
      cause.hunk = static_cast<int>(i);
      break;
    }
  }
  cause.first_line = definition.first_line;
  cause.end_line = last + 1;
  return cause;
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr || file.after == nullptr) continue;
    for (const Callable& callable : ChangedCallables(*file.before, *file.after)) {
      const std::vector<Broken> broken = FindBroken(change, *file.after, callable);
      if (broken.empty()) continue;
      Observation observation{.at = PlaceOf(file, *callable.after),
                              .params = {{"function", callable.name},
                                         {"count", absl::StrCat(broken.size())},
                                         {"calls", broken.size() == 1 ? "call" : "calls"},
                                         {"example", broken[0].related.range.path},
                                         {"line", absl::StrCat(broken[0].related.range.first_line)},
                                         {"why", broken[0].why}},
                              .cause = CauseOf(file, *callable.after)};
      for (size_t i = 0; i < std::min(broken.size(), kMaxRelated); ++i) {
        observation.related.push_back(broken[i].related);
      }
      observation.evidence.push_back(DeltaEvidence{
          .what = "parameter",
          .before = file.before->SignatureOf(*callable.before),
          .after = file.after->SignatureOf(*callable.after),
          .before_range = rules::RangeOf(
              *file.before, callable.before->node.child(Field::kParameters), Side::kLeft),
          .after_range =
              rules::RangeOf(*file.after, callable.after->node.child(Field::kParameters))});
      change.Report(file, std::move(observation));
    }
  }
}

}  // namespace

extern constinit const Rule kCallDoesNotFitSignature = {
    .info = {.id = "call-does-not-fit-signature",
             .title = "Changed signature breaks calls elsewhere",
             .category = "contracts",
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "The new signature of `{function}` breaks {count} {calls} in the "
                        "repository, for example {example}:{line}: it {why}",
             .consequence = "Each of these calls raises TypeError when it runs",
             .advice =
                 "Adapt the {count} {calls}, or keep the old parameters working with defaults",
             .why = "Python checks arguments when a call runs, so a forgotten caller shows up in "
                    "production, often in a branch that no test reaches. A call counts when it "
                    "fitted the signature before the change and no longer does.",
             .fix = "Change the callers in the same change. Where other repositories call the "
                    "function, add new parameters at the end, with defaults.",
             .bad = "# --- pkg/ops.py before\n"
                    "def scale(x, factor):\n"
                    "    return x * factor\n"
                    "# --- pkg/ops.py after\n"
                    "def scale(x, factor, dim):\n"
                    "    return x * factor\n"
                    "# --- pkg/use.py unchanged\n"
                    "from pkg.ops import scale\n"
                    "\n"
                    "def use(x):\n"
                    "    return scale(x, 2)\n",
             .good = "# --- pkg/ops.py before\n"
                     "def scale(x, factor):\n"
                     "    return x * factor\n"
                     "# --- pkg/ops.py after\n"
                     "def scale(x, factor, dim=None):\n"
                     "    return x * factor\n"
                     "# --- pkg/use.py unchanged\n"
                     "from pkg.ops import scale\n"
                     "\n"
                     "def use(x):\n"
                     "    return scale(x, 2)\n",
             .references = {"pylint E1120, E1121, E1123"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
