// A check that the change adds or sharpens refuses a recipe, or a call, that the repository has.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/constraints/command_line.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/new_checks.h"
#include "analyzers/rules/configuration/refusals.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/parsed_files.h"

namespace allreview::rules {
namespace configuration {
namespace {

using constraints::CommandLine;
using constraints::Interpreter;
using constraints::Reason;
using constraints::Refusal;

constexpr Phrase kAndAnother("and-another-recipe", " and another recipe", "（以及另外 1 份配置）");
constexpr Phrase kAndOthers("and-other-recipes", " and {count} other recipes",
                            "（以及另外 {count} 份配置）");
constexpr Phrase kGivenHere("given-here", "the values are given here", "这些值在此处给出");
constexpr Phrase kPhrases[] = {kAndAnother, kAndOthers, kGivenHere};

constexpr size_t kMaxRecipes = 800;
constexpr size_t kMaxCallingFiles = 40;

// What new code refuses, and what for.
struct Refused {
  std::string recipe;
  Refusal refusal;
};

// One observation for each new piece of code.
struct Observed {
  NewPart part;
  std::vector<Refused> refused;
};

class Search {
 public:
  explicit Search(ChangeContext& change)
      : change_(change),
        files_(change, Side::kRight),
        old_files_(change, Side::kLeft),
        modules_([this](absl::string_view path) { return files_.Find(path); }),
        old_modules_([this](absl::string_view path) { return old_files_.Find(path); }) {}

  void LookAtRecipes(const std::set<std::string>& names);
  void LookAtCallsOf(absl::string_view class_name);
  const std::map<std::pair<std::string, uint32_t>, Observed>& observed() const { return observed_; }

 private:
  bool RunsChangedFile(const std::vector<change::TreeFile>& recipes,
                       constraints::RecipeChecks& checks);
  bool IsGivenByChange(absl::string_view path, const Refusal& refusal);
  void Add(std::string recipe, const Refusal& refusal);
  void LookAtCallsIn(const python::Module& module, absl::string_view simple_name);

  ChangeContext& change_;
  ParsedFiles files_, old_files_;
  const constraints::Modules modules_, old_modules_;
  std::map<std::pair<std::string, uint32_t>, Observed> observed_;  // By path and byte of the code.
};

void Search::Add(std::string recipe, const Refusal& refusal) {
  const NewPart part = NewCodeOf(change_, refusal);
  if (part.file == nullptr) return;
  Observed& observed = observed_[{part.file->changed->path, part.node.first_byte()}];
  observed.part = part;
  observed.refused.push_back({std::move(recipe), refusal});
}

// What the change itself gives is a finding at that place.
bool Search::IsGivenByChange(absl::string_view path, const Refusal& refusal) {
  for (const ChangedFile& file : change_.changed_files()) {
    if (file.path == path && NewRecipeLine(change_, file, refusal) > 0) return true;
  }
  return false;
}

// Some recipe's program runs code of a changed file: a few recipes tell for all.
bool Search::RunsChangedFile(const std::vector<change::TreeFile>& recipes,
                             constraints::RecipeChecks& checks) {
  constexpr size_t kSamples = 24;
  const size_t step = std::max<size_t>(1, recipes.size() / kSamples);
  for (size_t i = 0; i < recipes.size(); i += step) {
    const std::string* text = change_.texts().Read(Side::kRight, recipes[i]);
    if (text == nullptr) continue;
    for (const CommandLine& line : constraints::CommandLinesIn(recipes[i].path, *text)) {
      checks.RefusalOf(recipes[i].path, line);
    }
  }
  return absl::c_any_of(checks.files(), [this](const std::string& path) {
    return ChangedFileOf(change_, path) != nullptr;
  });
}

// Recipes that give the names behind the new checks the same values are refused alike. The first
// that was never refused speaks for all of its kind.
void Search::LookAtRecipes(const std::set<std::string>& names) {
  constraints::RecipeChecks checks(change_.project(), change_.index(), modules_);
  constraints::RecipeChecks old_checks(change_.project(), change_.index(), old_modules_);
  const std::vector<change::TreeFile>& recipes =
      change_.texts().List(Side::kRight, RecipeSuffixes());
  if (recipes.size() > kMaxRecipes) return;
  change_.texts().Fetch(Side::kRight, recipes);
  if (!RunsChangedFile(recipes, checks)) return;
  std::set<std::string> accepted;
  for (const change::TreeFile& recipe : recipes) {
    const std::string* text = change_.texts().Read(Side::kRight, recipe);
    if (text == nullptr) continue;
    for (const CommandLine& line : constraints::CommandLinesIn(recipe.path, *text)) {
      const std::string kind = checks.KindOf(recipe.path, line, names);
      if (kind.empty() || accepted.count(kind) > 0) continue;
      const std::optional<Refusal> refusal = checks.RefusalOf(recipe.path, line);
      if (!refusal) accepted.insert(kind);
      if (!refusal || NewCodeOf(change_, *refusal).file == nullptr) continue;
      if (IsGivenByChange(recipe.path, *refusal)) continue;
      if (!old_checks.RefusalOf(recipe.path, line)) Add(recipe.path, *refusal);
    }
  }
}

void Search::LookAtCallsIn(const python::Module& module, absl::string_view simple_name) {
  const AnalysedFile* changed = ChangedFileOf(change_, module.path());
  for (Node call : module.tree().root().descendants(NodeKind::kCall)) {
    if (changed != nullptr && changed->lines.Touches(call)) continue;  // As above.
    if (!MentionsName(call.text().substr(0, 200), simple_name)) continue;
    Interpreter interpreter(change_.project(), modules_);
    interpreter.RunConstruction(module, call);
    const Refusal* refusal = interpreter.refusal();
    if (refusal == nullptr || NewCodeOf(change_, *refusal).file == nullptr) continue;
    Interpreter old(change_.project(), old_modules_);
    old.RunConstruction(module, call);
    if (old.refusal() != nullptr) continue;
    Add(absl::StrCat(module.path(), ":", call.first_line()), *refusal);
  }
}

void Search::LookAtCallsOf(absl::string_view class_name) {
  const std::string simple(class_name.substr(class_name.rfind('.') + 1));
  size_t seen = 0;
  for (const repository::IndexedFile* file : change_.index().FilesWithIdentifier(simple)) {
    if (paths::IsTestPath(file->path()) || ++seen > kMaxCallingFiles) continue;
    if (const python::Module* module = files_.Find(file->path())) LookAtCallsIn(*module, simple);
  }
}

bool IsMethodOfConstruction(const python::Definition& definition) {
  return definition.simple_name == "__post_init__" || absl::StrContains(definition.name, "valid") ||
         absl::StrContains(definition.name, "check");
}

void Report(ChangeContext& change, const Observed& observed) {
  const Refused& first = observed.refused.front();
  std::set<std::string> others;
  for (const Refused& refused : observed.refused) {
    if (refused.recipe != first.recipe) others.insert(refused.recipe);
  }
  Words more = "";
  if (!others.empty()) {
    more = Counted(static_cast<int64_t>(others.size()), kAndAnother, kAndOthers);
  }
  Observation observation{
      .at = observed.part.node,
      .params = {
          {"recipe", first.recipe}, {"others", more}, {"values", ValuesText(first.refusal)}}};
  for (const Reason& reason : first.refusal.reasons) {
    if (reason.origin != Reason::Origin::kGiven) continue;
    observation.related.push_back(
        {kGivenHere,
         {.path = reason.path, .first_line = reason.line, .end_line = reason.line + 1}});
    break;
  }
  change.Report(*observed.part.file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  std::set<std::string> classes;
  std::set<std::string> names;
  bool has_new_check = false;
  for (const AnalysedFile& file : change.python_files()) {
    names.merge(NamesOnNewLines(file));
    for (const python::Definition& definition : file.after->definitions()) {
      if (definition.kind == python::Definition::Kind::kClass) continue;
      if (!HasNewCheck(file, definition.body)) continue;
      has_new_check = true;
      names.merge(NamesBehindNewChecks(file, definition.body));
      const python::Definition* owner = file.after->EnclosingClass(definition.node);
      if (owner != nullptr && IsMethodOfConstruction(definition)) {
        classes.insert(absl::StrCat(file.after->name(), ".", owner->name));
      }
    }
  }
  if (!has_new_check || !change.project().is_complete()) return;
  Search search(change);
  search.LookAtRecipes(names);
  for (const std::string& name : classes) {
    search.LookAtCallsOf(name);
    for (const std::string& derived : change.project().SubclassesOf(name)) {
      search.LookAtCallsOf(derived);
    }
  }
  for (const auto& [place, observed] : search.observed()) Report(change, observed);
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kCheckRefusesRecipe = {
    .info = {.id = "check-refuses-recipe",
             .title = {"New check refuses an existing recipe", "新增的检查拒绝已有的配置"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"This check refuses `{recipe}`{others}: it has {values}",
                         "这项检查会拒绝 `{recipe}`{others}，它的取值为 {values}"},
             .consequence = {"`{recipe}` fails at start-up from this change on",
                             "从这次改动起，`{recipe}` 一启动就报错"},
             .advice = {"Adapt `{recipe}` in the same change, or let the check pass these values",
                        "在同一改动中调整 `{recipe}`，或让检查放行这些值"},
             .phrases = configuration::kPhrases,
             .why = "A check that is added to validation concerns every configuration that "
                    "exists. The recipes of the repository and the calls that make the object are "
                    "run through it; those that passed before the change and certainly do not now "
                    "are named.",
             .fix = "Change the recipes together with the check.",
             .bad = R"py(
# --- pkg/config.py before
from dataclasses import dataclass


@dataclass
class ModelConfig:
    num_heads: int = 8
    tensor_parallel: int = 1

    def __post_init__(self):
        assert self.num_heads > 0
# --- pkg/config.py after
from dataclasses import dataclass


@dataclass
class ModelConfig:
    num_heads: int = 8
    tensor_parallel: int = 1

    def __post_init__(self):
        assert self.num_heads > 0
        assert self.num_heads % self.tensor_parallel == 0
# --- pkg/recipes.py unchanged
from pkg.config import ModelConfig


def small():
    return ModelConfig(num_heads=12, tensor_parallel=8)
)py",
             .good = R"py(
# --- pkg/config.py before
from dataclasses import dataclass


@dataclass
class ModelConfig:
    num_heads: int = 8
    tensor_parallel: int = 1

    def __post_init__(self):
        assert self.num_heads > 0
# --- pkg/config.py after
from dataclasses import dataclass


@dataclass
class ModelConfig:
    num_heads: int = 8
    tensor_parallel: int = 1

    def __post_init__(self):
        assert self.num_heads > 0
        assert self.num_heads % self.tensor_parallel == 0
# --- pkg/recipes.py unchanged
from pkg.config import ModelConfig


def small():
    return ModelConfig(num_heads=16, tensor_parallel=8)
)py"},
    .skips_tests = true,
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
