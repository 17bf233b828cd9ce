#include "analyzers/reach/tests_reaching.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/name_users.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::reach {
namespace {

using python::Definition;
using repository::Confidence;
using repository::Edge;
using repository::Found;
using repository::IndexedFile;
using repository::OwnerOf;
using repository::SimpleName;

constexpr Walk::Limits kLimits = {.max_calls = 4};
constexpr size_t kMaxClasses = 30;

bool IsMethod(const Found& function) {
  return function.definition->kind == Definition::Kind::kMethod;
}

bool IsClass(const Found& symbol) { return symbol.definition->kind == Definition::Kind::kClass; }

// Whoever has an object runs it, without its name.
bool RunsWithAnInstance(absl::string_view name) {
  return name == "forward" || (absl::StartsWith(name, "__") && absl::EndsWith(name, "__"));
}

// The nearest ones, then by path.
std::vector<ReachingTest> Nearest(std::vector<ReachingTest> tests, int max) {
  std::stable_sort(tests.begin(), tests.end(), [](const ReachingTest& a, const ReachingTest& b) {
    return std::tie(a.distance, a.path, a.place.first_byte) <
           std::tie(b.distance, b.path, b.place.first_byte);
  });
  if (static_cast<int>(tests.size()) > max) tests.resize(static_cast<size_t>(std::max(max, 0)));
  return tests;
}

}  // namespace

void TestsReaching::AddHits(const Walk& walk, size_t index, std::vector<Hit>& hits) {
  const Step& step = walk.steps()[index];
  Hit hit;
  for (const Step* one = &step; one->next >= 0;) {
    const Step& callee = walk.steps()[static_cast<size_t>(one->next)];
    const bool is_sure =
        one->edge.call.confidence == Confidence::kHigh || one->edge.call.is_reference;
    if (!is_sure && IsMethod(callee.function)) {
      hit.methods.push_back(callee.name);
    }
    hit.through.emplace_back(SimpleName(callee.name));
    one = &callee;
  }
  const auto add = [&](const Found& test, absl::string_view relation, int distance) {
    if (skipped_.Has(*test.file, test.definition->name)) return;
    hit.test = {test.name, test.path, test.definition->place, std::string(relation), distance};
    hit.function = test;
    hits.push_back(hit);
  };
  if (const Found test = TestAround(step.function)) {
    const bool is_next = walk.steps()[static_cast<size_t>(step.next)].next < 0;
    add(test, is_next ? "calls" : "reaches", step.calls);
    return;
  }
  for (const Found& test : fixtures_.TestsServedBy(step.function)) {
    add(test, "sets up", step.calls + 1);
  }
}

std::vector<TestsReaching::Hit> TestsReaching::HitsOf(const std::vector<Walk::Seed>& seeds) {
  Walk walk(project_, kLimits);
  std::vector<Hit> hits;
  const auto visit = [&](size_t i, bool&) -> Walk::Onward {
    const Step& step = walk.steps()[i];
    if (step.next < 0) return {true};
    AddHits(walk, i, hits);
    return {!TestAround(step.function)};
  };
  walk.Run(seeds, visit, [](const Step& callee, const Edge& edge, const Found& caller) {
    // Of functions that are no methods, the only one of a name says nothing.
    const bool is_guess = edge.call.confidence == Confidence::kLow && !edge.call.is_reference;
    const bool is_wanted = caller && (!is_guess || IsMethod(callee.function));
    return is_wanted ? std::make_optional(Needs()) : std::nullopt;
  });
  return hits;
}

bool TestsReaching::Says(const Found& test, absl::string_view name) {
  if (!test.file->HasIdentifier(name)) return false;
  const auto [users, is_new] = users_.try_emplace({test.file, std::string(name)});
  if (is_new) {
    const ir::File* const code = codes_.FileOf(*test.file);
    if (code != nullptr) users->second = UsersOf(*test.file, *code, name, Texts::kIgnored);
  }
  return users->second.contains(test.definition->name);
}

bool TestsReaching::IsReplacedIn(const Hit& hit, absl::string_view name) {
  return stand_ins_.Of(*hit.function.file, hit.function.definition->name).contains(name);
}

// Cases in a table of the file, in `parametrize` or in the attribute of a class: import names the
// class, each test of the file may get it.
void TestsReaching::AddByTables(const std::string& class_name, Makers& makers) {
  const std::string simple(SimpleName(class_name));
  for (const IndexedFile* file : index_.FilesMentioning(simple)) {
    if (!paths::IsTestPath(file->path()) || !file->HasIdentifier(simple)) continue;
    const ir::File* const code = codes_.FileOf(*file);
    if (code == nullptr || !UsersOf(*file, *code, simple, Texts::kIgnored).contains("")) continue;
    const bool imports = std::any_of(
        file->facts().imports.begin(), file->facts().imports.end(), [&](const auto& import) {
          return repository::LastPart(import.target) == simple &&
                 project_.Canonical(file->Absolute(import.target)) == class_name;
        });
    if (!imports) continue;
    for (const repository::DefinitionFacts& definition : file->facts().definitions) {
      const Found test = TestAround(
          {repository::Join(file->module(), definition.name), file->path(), &definition, file});
      if (!test || test.definition != &definition) continue;
      if (skipped_.Has(*file, definition.name)) continue;
      makers.try_emplace(
          test.name,
          Hit{{test.name, test.path, definition.place, "sets up", 2}, test, {simple}, {}});
    }
  }
}

const TestsReaching::Makers& TestsReaching::MakersOf(const std::string& class_name) {
  const auto [entry, is_new] = makers_.try_emplace(class_name);
  Makers& makers = entry->second;
  if (!is_new) return makers;
  for (Hit& hit : HitsOf({{class_name}})) {
    if (!hit.methods.empty() || IsReplacedIn(hit, SimpleName(class_name))) continue;
    std::string name = hit.test.name;
    makers.try_emplace(std::move(name), std::move(hit));
  }
  AddByTables(class_name, makers);
  return makers;
}

std::vector<std::string> TestsReaching::ClassesWith(const std::string& class_name,
                                                    absl::string_view method) {
  std::vector<std::string> classes = {class_name};
  const Found own = project_.FindMethod(class_name, method);
  for (std::string& heir : project_.SubclassesOf(class_name)) {
    if (classes.size() == kMaxClasses) break;
    const bool inherits = method.empty() || project_.FindMethod(heir, method).name == own.name;
    if (inherits) classes.push_back(std::move(heir));
  }
  return classes;
}

bool TestsReaching::Makes(const Hit& hit, const std::string& method) {
  for (const std::string& one : ClassesWith(std::string(OwnerOf(method)), SimpleName(method))) {
    if (MakersOf(one).contains(hit.test.name)) return true;
  }
  return false;
}

// Tests that have an object and call the method of it.
void TestsReaching::AddMethod(const Found& method, std::map<std::string, Hit>& found) {
  const absl::string_view simple = SimpleName(method.name);
  const bool runs_alone = RunsWithAnInstance(simple);
  for (const std::string& one : ClassesWith(std::string(OwnerOf(method.name)), simple)) {
    for (const auto& [name, maker] : MakersOf(one)) {
      const auto known = found.find(name);
      if (known != found.end() && (runs_alone || known->second.test.distance <= 1)) continue;
      if (IsReplacedIn(maker, simple)) continue;
      if (!runs_alone && !Says(maker.function, simple)) continue;
      Hit hit = maker;
      hit.test.distance = runs_alone ? hit.test.distance + 1 : 1;
      if (!runs_alone) hit.test.relation = "calls";
      if (runs_alone && hit.test.relation != "sets up") hit.test.relation = "constructs";
      found.insert_or_assign(name, std::move(hit));
    }
  }
}

// Nobody calls the backward of an autograd function by its name.
void TestsReaching::AddBackward(const Found& method, std::map<std::string, Hit>& found) {
  const Found forward = project_.FindDefinition(repository::Join(OwnerOf(method.name), "forward"));
  const bool is_autograd =
      forward && project_.IsSubclass(OwnerOf(method.name), "torch.autograd.Function") ==
                     repository::Project::Answer::kYes;
  if (!is_autograd) return;
  for (const ReachingTest& test : Find(forward.name, 1000)) {
    const Found function = project_.FindDefinition(test.name);
    if (!function || found.contains(test.name)) continue;
    const bool runs =
        Says(function, "backward") || Says(function, "grad") || Says(function, "gradcheck");
    if (!runs) continue;
    Hit hit{test, function, {}, {}};
    hit.test.relation = "reaches";
    found.emplace(test.name, std::move(hit));
  }
}

std::vector<ReachingTest> TestsReaching::Find(absl::string_view absolute_name, int max) {
  const Found symbol = project_.FindDefinition(absolute_name);
  if (!symbol) return {};
  const absl::string_view simple = SimpleName(symbol.name);
  std::map<std::string, Hit> found;
  for (Hit& hit : HitsOf({{symbol.name}})) {
    const bool is_replaced =
        IsReplacedIn(hit, simple) ||
        std::any_of(hit.through.begin(), hit.through.end(),
                    [&](const std::string& name) { return IsReplacedIn(hit, name); });
    const bool has_all = std::all_of(hit.methods.begin(), hit.methods.end(),
                                     [&](const std::string& method) { return Makes(hit, method); });
    if (is_replaced || !has_all) continue;
    std::string name = hit.test.name;
    found.try_emplace(std::move(name), std::move(hit));
  }
  if (IsClass(symbol)) {
    for (const std::string& one : ClassesWith(symbol.name, "")) {
      for (const auto& [name, maker] : MakersOf(one)) found.try_emplace(name, maker);
    }
  }
  if (IsMethod(symbol)) AddMethod(symbol, found);
  if (IsMethod(symbol) && simple == "backward") AddBackward(symbol, found);
  std::vector<ReachingTest> tests;
  for (auto& [name, hit] : found) tests.push_back(std::move(hit.test));
  return Nearest(std::move(tests), max);
}

}  // namespace allreview::reach
