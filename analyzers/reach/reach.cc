#include "analyzers/reach/reach.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/code_view.h"
#include "analyzers/reach/dead_code.h"
#include "analyzers/reach/guards.h"
#include "analyzers/reach/name_users.h"
#include "analyzers/reach/search.h"
#include "analyzers/reach/settings.h"
#include "analyzers/reach/test_names.h"
#include "analyzers/reach/tests_reaching.h"
#include "analyzers/repository/dotted_names.h"
#include "base/work_budget.h"

namespace allreview::reach {
namespace {

using repository::Call;
using repository::Found;
using repository::SimpleName;
using Origin = SettingUses::Origin;

constexpr size_t kGuardedCalls = 3;  // Those next to the function.
constexpr size_t kMaxPlaces = 6;
constexpr int kHandedOn = 2;  // Callers that hand on what they are given.

template <typename Answer>
using Answers = std::map<std::string, Answer, std::less<>>;

// The answer that is known, else the one that `find` makes.
template <typename Answer, typename Find>
const Answer& Remember(Answers<Answer>& answers, const std::string& name, const Find& find) {
  const auto known = answers.find(name);
  if (known != answers.end()) return known->second;
  return answers.emplace(name, find()).first->second;
}

Verdict::Place PlaceOf(const SettingUses::Value& value) {
  const absl::string_view by = value.origin == Origin::kTest      ? " in a test"
                               : value.origin == Origin::kRecipe  ? " in a recipe of tests"
                               : value.origin == Origin::kDefault ? " by default"
                                                                  : "";
  return {value.path, value.line, absl::StrCat(value.value.ToText(), by)};
}

Verdict Unknown(std::string why) { return {.why = std::move(why)}; }

// What uses say of a condition. Values that the product gives may be tested or not.
Verdict Judge(const Condition& condition, const SettingUses& uses) {
  Verdict made{.state = Verdict::State::kMade}, never{.state = Verdict::State::kNever};
  for (const SettingUses::Value& value : uses.values) {
    const std::optional<bool> holds = condition.HoldsFor(value.value);
    const Verdict::Place place = PlaceOf(value);
    const std::string where = absl::StrCat(place.path, ":", place.line);
    if (!holds) return Unknown(absl::StrCat("whether it holds for ", place.what, " at ", where));
    if (*holds && value.origin == Origin::kProduct) {
      if (!made.places.empty()) continue;
      return Unknown(absl::StrCat("code of the product gives it ", place.what, " at ", where));
    }
    std::vector<Verdict::Place>& places = *holds ? made.places : never.places;
    if (places.size() < kMaxPlaces) places.push_back(place);
  }
  if (!made.places.empty()) return made;
  if (!uses.unclear.empty()) {
    const SettingUses::Unclear& first = uses.unclear[0];
    return Unknown(first.path.empty()
                       ? first.why
                       : absl::StrCat(first.why, " at ", first.path, ":", first.line));
  }
  if (uses.values.empty()) return Unknown("nothing is known to give it a value");
  return never;
}

// The node or, when nothing runs for it alone, the least around it in the same statement.
python::Node WithInstructions(const CodeView& code, python::Node node) {
  while (!code.FirstOf(node.index(), node.subtree_end())) {
    if (!node.parent() || node.parent().Is(python::Kind::kBlock)) break;
    node = node.parent();
  }
  return node;
}

}  // namespace

const Way* FunctionReach::Find(Kind kind) const {
  for (const Way& way : ways) {
    if (way.entry.kind == kind) return &way;
  }
  return nullptr;
}

struct Reach::Parts {
  Parts(repository::Project& project, repository::RepositoryIndex& from,
        std::function<std::vector<Recipe>()> make_recipes)
      : index(from),
        recipes(std::move(make_recipes)),
        search(project, from, codes, recipes),
        dead(from, search.callers(), recipes),
        settings(project, from, codes, search.callers(), recipes, search.skipped()),
        tests(project, from, codes, search.skipped()),
        test_names(project, from, codes, tests.stand_ins()) {}

  repository::RepositoryIndex& index;
  Codes codes;
  Recipes recipes;
  Search search;
  DeadCode dead;
  Settings settings;
  reach::TestsReaching tests;
  TestNames test_names;
  Answers<FunctionReach> reach;
  Answers<std::optional<Way>> steps, captures;
  Answers<bool> unused, unloaded;  // Classes by their names, modules by their paths.
};

Reach::Reach(repository::Project& project, repository::RepositoryIndex& index,
             std::function<std::vector<Recipe>()> recipes)
    : project_(project), parts_(std::make_unique<Parts>(project, index, std::move(recipes))) {}
Reach::~Reach() = default;

const FunctionReach& Reach::ReachOf(absl::string_view absolute_function) {
  const std::string name = project_.Canonical(absolute_function);
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  Parts& parts = *parts_;
  return Remember(parts.reach, name, [&] { return parts.search.Find(name); });
}

bool Reach::IsDead(const repository::IndexedFile& file, absl::string_view function) {
  if (IsUnloaded(file)) return true;
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  Parts& parts = *parts_;
  if (parts.search.skipped().Has(file, function)) return true;
  for (absl::string_view owner = repository::OwnerOf(function); !owner.empty();
       owner = repository::OwnerOf(owner)) {
    const std::string a_class = absl::StrCat(file.module(), ".", owner);
    const bool is_unused = Remember(parts.unused, a_class, [&] {
      return parts.dead.IsUnused(project_.FindDefinition(a_class));
    });
    if (is_unused) return true;
  }
  return false;
}

bool Reach::IsUnloaded(const repository::IndexedFile& file) {
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  Parts& parts = *parts_;
  return Remember(parts.unloaded, file.path(), [&] { return parts.dead.IsUnloaded(file); });
}

std::optional<Way> Reach::FindStep(absl::string_view absolute_function) {
  const std::string name = project_.Canonical(absolute_function);
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  Parts& parts = *parts_;
  return Remember(parts.steps, name, [&] { return parts.search.FindStep(name); });
}

bool Reach::IsCaptured(absl::string_view absolute_function) {
  const std::string name = project_.Canonical(absolute_function);
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  Parts& parts = *parts_;
  const std::optional<Way>& way =
      Remember(parts.captures, name, [&] { return parts.search.FindCapture(name); });
  return way && way->entry.what == "cuda-graph";
}

std::vector<ReachingTest> Reach::TestsReaching(absl::string_view absolute_name, int max) {
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  return parts_->tests.Find(absolute_name, max);
}

bool Reach::MayTestsReach(absl::string_view absolute_name) {
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  return parts_->test_names.MayReach(absolute_name);
}

bool Reach::TestsImport(const std::string& module) {
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  return parts_->test_names.TestsImport(module);
}

std::set<std::string> Reach::TestsNaming(const repository::IndexedFile& file,
                                         absl::string_view name) {
  if (!file.HasIdentifier(name)) return {};
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  const ir::File* const code = parts_->codes.FileOf(file);
  if (code == nullptr) return {};
  std::set<std::string> users = UsersOf(file, *code, name, Texts::kIgnored);
  std::erase_if(users, [&](const std::string& user) {
    return parts_->tests.stand_ins().Of(file, user).contains(name);
  });
  return users;
}

bool Reach::IsExample(const std::string& path) {
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  return parts_->search.IsExample(path);
}

const SettingUses& Reach::UsesOf(absl::string_view setting) {
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  return parts_->settings.UsesOf(setting);
}

std::vector<Guard> Reach::GuardsOf(const Way& way) {
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  std::vector<Guard> guards;
  const size_t calls = way.hops.empty() ? 0 : way.hops.size() - 1;
  for (size_t i = calls - std::min(calls, kGuardedCalls); i < calls; ++i) {
    const Call& call = way.hops[i];
    const auto body = BodyOf(project_, parts_->index, parts_->codes, call.caller);
    if (!body) continue;
    std::vector<Guard> more = GuardsAtCall(*body, call, SimpleName(way.hops[i + 1].caller));
    std::move(more.begin(), more.end(), std::back_inserter(guards));
  }
  return guards;
}

Verdict Reach::ByTests(const Guard& guard) {
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  switch (guard.condition.subject) {
    case Condition::Subject::kSetting:
    case Condition::Subject::kSelf:
      return Judge(guard.condition, parts_->settings.UsesOf(guard.condition.name));
    case Condition::Subject::kParameter: {
      const Found found = project_.FindDefinition(guard.function);
      if (!found) break;
      return Judge(guard.condition,
                   parts_->settings.UsesOfParameter(found, guard.condition.parameter, kHandedOn));
    }
    case Condition::Subject::kOther:
      break;
  }
  return Unknown("the condition is not about one setting or parameter");
}

std::vector<Guard> Reach::GuardsOf(const python::Module& module, python::Node node) {
  const python::Definition* const function = module.EnclosingFunction(node);
  if (function == nullptr) return {};
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  const auto body = BodyOf(project_, parts_->index, parts_->codes,
                           repository::Join(module.name(), function->name));
  if (!body) return {};
  const python::Node at = WithInstructions(body->code, node);
  return GuardsBefore(*body, at.index(), at.subtree_end());
}

std::vector<Guard> Reach::BranchesOf(const repository::IndexedFile& file) {
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  std::vector<Guard> branches;
  const ir::File* const known = parts_->codes.FileOf(file);
  if (known == nullptr) return branches;
  for (const ir::Code& code : known->codes) {
    const absl::string_view name =
        code.name == ir::kNone ? absl::string_view() : absl::string_view(known->names[code.name]);
    const Body body = {repository::Join(file.module(), name), file.path(), CodeView(*known, code)};
    std::vector<Guard> more = BranchesIn(body);
    std::move(more.begin(), more.end(), std::back_inserter(branches));
  }
  return branches;
}

bool Reach::IsOnlyForTests(const python::Module& module, python::Node node) {
  const std::vector<Guard> guards = GuardsOf(module, node);
  return std::any_of(guards.begin(), guards.end(),
                     [&](const Guard& guard) { return !OthersThanTests(guard).empty(); });
}

BranchReach Reach::ReachOf(const python::Module& module, python::Node node) {
  BranchReach reach;
  reach.guards = GuardsOf(module, node);
  for (const Guard& guard : reach.guards) {
    reach.by_tests.push_back(ByTests(guard));
    if (!reach.never && reach.by_tests.back().state == Verdict::State::kNever) {
      reach.never = reach.by_tests.size() - 1;
    }
  }
  for (size_t i = 0; i < reach.guards.size() && !reach.only_tests; ++i) {
    reach.callers = OthersThanTests(reach.guards[i]);
    if (!reach.callers.empty()) reach.only_tests = i;
  }
  return reach;
}

// Of a condition on a parameter: what callers outside of tests hand over, when none of it makes it
// true. Empty: something may.
std::vector<Verdict::Place> Reach::OthersThanTests(const Guard& guard) {
  if (guard.condition.subject != Condition::Subject::kParameter) return {};
  const MutexLock lock(mutex_);
  const SharedWorkScope shared;
  const Found found = project_.FindDefinition(guard.function);
  if (!found) return {};
  const SettingUses uses =
      parts_->settings.UsesOfParameter(found, guard.condition.parameter, kHandedOn);
  std::vector<Verdict::Place> places;
  for (const SettingUses::Unclear& unclear : uses.unclear) {
    if (!paths::IsTestPath(unclear.path)) return {};
  }
  for (const SettingUses::Value& value : uses.values) {
    if (value.origin == Origin::kTest) continue;
    if (guard.condition.HoldsFor(value.value).value_or(true)) return {};
    if (places.size() < kMaxPlaces) places.push_back(PlaceOf(value));
  }
  return places;
}

}  // namespace allreview::reach
