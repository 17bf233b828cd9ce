#include "analyzers/test_plan/tests_of_change.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/imports.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/facts.h"
#include "analyzers/test_plan/copyright.h"
#include "sentences/phrases/tests.h"

namespace allreview::test_plan {
namespace {

using change::AnalysedFile;
using change::ChangedFile;
using change::Side;
using change::TreeFile;
using repository::IndexedFile;

constexpr size_t kMaxEvidenceFiles = 60;
constexpr size_t kMaxHelpers = 10;
constexpr size_t kMaxSiblings = 4;
constexpr size_t kMaxProofs = 3;

// A function inside of another is reached through that.
std::string OutermostFunction(const Trigger& trigger) {
  const std::vector<python::Definition>& all = trigger.file->after->definitions();
  const python::Definition* outer = trigger.definition;
  for (const python::Definition* d = outer; d->parent >= 0; d = &all[d->parent]) {
    if (all[d->parent].kind != python::Definition::Kind::kClass) outer = &all[d->parent];
  }
  return outer->name;
}

template <typename T, typename Make>
const T& Remember(std::optional<T>& value, const Make& make) {
  if (!value) value = make();
  return *value;
}

}  // namespace

struct TestsOfChange::Evidence {
  std::vector<Proof> parallel, baseline, gradient, low_precision, full_precision;
};

TestsOfChange::TestsOfChange(const change::AnalysedChange& change)
    : change_(change), reaching_(change) {}
TestsOfChange::~TestsOfChange() = default;

const ChangeSize& TestsOfChange::size() {
  return Remember(size_, [&] { return SizeOfChange(change_.files(), change_.changed_files()); });
}

const std::vector<AnalysedFile>& TestsOfChange::files() const {
  static const std::vector<AnalysedFile>* const kNone = new std::vector<AnalysedFile>();
  return change_.is_scan() ? *kNone : change_.files();
}

const std::vector<ChangedDefinition>& TestsOfChange::changed_definitions() {
  return Remember(changed_definitions_, [&] { return ChangedDefinitions(files()); });
}

const std::vector<NewDefinition>& TestsOfChange::new_definitions() {
  return Remember(new_definitions_,
                  [&] { return CollectNewDefinitions(files(), change_.moves()); });
}

const std::vector<NewSetting>& TestsOfChange::new_settings() {
  return Remember(new_settings_, [&] { return CollectNewSettings(files(), change_.moves()); });
}

const std::vector<Trigger>& TestsOfChange::collectives() {
  return Remember(collectives_, [&] { return NewCollectives(files(), change_.moves()); });
}

const std::vector<Trigger>& TestsOfChange::numerics() {
  return Remember(numerics_, [&] { return NewNumerics(files(), change_.moves()); });
}

const std::vector<Trigger>& TestsOfChange::tensor_code() {
  return Remember(tensor_code_, [&] { return NewTensorCode(files(), change_.moves()); });
}

bool TestsOfChange::is_revert() const {
  return absl::StartsWithIgnoreCase(change_.description().title, "revert") ||
         absl::StrContains(change_.description().body, "This reverts commit");
}

const RepositoryFiles& TestsOfChange::repository() {
  return Remember(repository_, [&] { return RepositoryFiles(change_.index()); });
}

const std::vector<TestVerification::Branch>& TestsOfChange::branches() {
  return Remember(branches_, [&] {
    if (change_.is_scan() || files().empty()) return std::vector<TestVerification::Branch>();
    return ChangedBranches(change_, reaching_, [&](const std::string& path) -> const TestText* {
      const IndexedFile* file = repository().Find(path);
      if (file == nullptr) return nullptr;
      const std::vector<const TestText*> texts = TextsOf({file});
      return texts.empty() ? nullptr : texts[0];
    });
  });
}

bool TestsOfChange::can_prove_absence() {
  if (!change_.index().is_complete()) return false;
  const auto& tests = repository().tests;
  return std::any_of(tests.begin(), tests.end(),
                     [](const IndexedFile* file) { return paths::IsTestModule(file->path()); });
}

const std::vector<RankedFile>& TestsOfChange::ranking() {
  return Remember(ranking_,
                  [&] { return RankTests(change_.files(), changed_definitions(), repository()); });
}

const AnalysedFile* TestsOfChange::FindChanged(absl::string_view path) const {
  for (const AnalysedFile& file : change_.files()) {
    if (file.changed->path == path) return &file;
  }
  return nullptr;
}

bool TestsOfChange::TestsImportPackageOf(const NewDefinition& added) {
  const std::string module = added.file->after->name();
  return change_.reach().TestsImport(module.substr(0, module.rfind('.')));
}

bool TestsOfChange::MayBeReached(const NewDefinition& added) {
  reach::Reach& reach = change_.reach();
  if (added.is_registered) return reach.TestsImport(added.file->after->name());
  if (reach.MayTestsReach(added.absolute_name())) return true;
  return added.owner != nullptr && added.is_called_by_protocol &&
         reach.MayTestsReach(absl::StrCat(added.file->after->name(), ".", added.owner->name));
}

bool TestsOfChange::IsForeign(const NewDefinition& added) {
  const std::set<std::string> own = CopyrightHolders(added.file->after->source());
  if (own.empty()) return false;
  std::set<std::string> others;
  for (const TestText* sibling : TextsOf(SiblingsOf(added.path()))) {
    others.merge(CopyrightHolders(sibling->content()));
  }
  return !others.empty() && std::none_of(own.begin(), own.end(), [&](const std::string& holder) {
    return others.count(holder) > 0;
  });
}

const std::vector<NewDefinition>& TestsOfChange::unreached() {
  return Remember(unreached_, [&] {
    std::vector<NewDefinition> unreached;
    if (new_definitions().empty() || !can_prove_absence()) return unreached;
    std::map<std::string, bool> is_foreign;
    for (const NewDefinition& added : new_definitions()) {
      if (MayBeReached(added)) continue;
      const auto [foreign, is_new] = is_foreign.try_emplace(added.path(), false);
      if (is_new) foreign->second = IsForeign(added);
      if (!foreign->second) unreached.push_back(added);
    }
    return unreached;
  });
}

// ---- Texts.

std::vector<const TestText*> TestsOfChange::TextsOf(const std::vector<const IndexedFile*>& files) {
  std::vector<std::string> missing;
  for (const IndexedFile* file : files) {
    if (texts_.count(file->path()) > 0) continue;
    const AnalysedFile* changed = FindChanged(file->path());
    if (changed != nullptr && changed->after != nullptr) {
      texts_[file->path()] = std::make_unique<TestText>(file->path(), changed->after->source());
    } else {
      missing.push_back(file->path());
    }
  }
  if (!missing.empty()) {
    std::sort(missing.begin(), missing.end());
    std::vector<TreeFile> wanted;
    for (const TreeFile& file : change_.texts().List(Side::kRight, missing)) {
      if (std::binary_search(missing.begin(), missing.end(), file.path)) wanted.push_back(file);
    }
    change_.texts().Fetch(Side::kRight, wanted);
    for (const TreeFile& file : wanted) {
      const std::string* content = change_.texts().Read(Side::kRight, file);
      if (content != nullptr) texts_[file.path] = std::make_unique<TestText>(file.path, *content);
    }
  }
  std::vector<const TestText*> texts;
  for (const IndexedFile* file : files) {
    const auto text = texts_.find(file->path());
    if (text != texts_.end()) texts.push_back(text->second.get());
  }
  return texts;
}

std::vector<const IndexedFile*> TestsOfChange::SiblingsOf(const std::string& path) {
  std::vector<const IndexedFile*> siblings;
  for (const IndexedFile* file : repository().sources) {
    if (paths::FolderOf(file->path()) != paths::FolderOf(path) ||
        FindChanged(file->path()) != nullptr)
      continue;
    siblings.push_back(file);
    if (siblings.size() == kMaxSiblings) break;
  }
  return siblings;
}

const TestText* TestsOfChange::WithoutOtherTests(const IndexedFile& file, const TestText& text,
                                                 const std::set<std::string>& tests) {
  std::vector<std::string> lines = absl::StrSplit(text.content(), '\n');
  for (const repository::DefinitionFacts& definition : file.facts().definitions) {
    const absl::string_view name = definition.name;
    const bool is_test = definition.kind != python::Definition::Kind::kClass &&
                         absl::StartsWith(name.substr(name.rfind('.') + 1), "test");
    if (!is_test || tests.contains(absl::StrCat(file.module(), ".", name))) continue;
    for (int line = definition.place.line; line < definition.place.end_line; ++line) {
      if (line >= 1 && static_cast<size_t>(line) <= lines.size()) lines[line - 1].clear();
    }
  }
  cut_contents_.push_back(std::make_unique<std::string>(absl::StrJoin(lines, "\n")));
  cut_texts_.push_back(std::make_unique<TestText>(file.path(), *cut_contents_.back()));
  return cut_texts_.back().get();
}

std::vector<const TestText*> TestsOfChange::EvidenceOf(const std::vector<Trigger>& triggers) {
  std::map<std::string, std::set<std::string>> tests;  // By path.
  for (const Trigger& trigger : triggers) {
    if (trigger.definition == nullptr) continue;
    // Of an autograd function nobody makes an object: `apply` runs its forward.
    const python::Module& module = *trigger.file->after;
    const std::string name = OutermostFunction(trigger);
    const python::Definition* outer = module.FindDefinition(absl::StrCat(name, ".forward"));
    if (outer == nullptr || trigger.what != "autograd.Function")
      outer = module.FindDefinition(name);
    if (outer == nullptr) continue;
    for (const reach::ReachingTest& test : reaching_.Of(*trigger.file, *outer)) {
      if (tests.size() < kMaxEvidenceFiles || tests.contains(test.path)) {
        tests[test.path].insert(test.name);
      }
    }
  }
  std::vector<const TestText*> texts;
  std::vector<const IndexedFile*> files, helpers;
  for (const auto& [path, names] : tests) {
    const IndexedFile* file = repository().Find(path);
    if (file == nullptr) continue;
    files.push_back(file);
    for (const TestText* text : TextsOf({file})) {
      texts.push_back(WithoutOtherTests(*file, *text, names));
    }
  }
  for (const IndexedFile* helper : repository().tests) {
    if (paths::IsTestModule(helper->path()) || helpers.size() == kMaxHelpers) continue;
    const bool is_used = std::any_of(files.begin(), files.end(), [&](const IndexedFile* test) {
      return reach::Imports(*test, helper->module());
    });
    if (is_used) helpers.push_back(helper);
  }
  for (const TestText* text : TextsOf(helpers)) texts.push_back(text);
  return texts;
}

Proof TestsOfChange::ProofAt(const TestText& text, const TestText::Hit& hit,
                             const Phrase& what) const {
  Proof proof{.path = text.path(), .line = hit.line};
  proof.found = Sentence(what, {{"what", hit.what}});
  const IndexedFile* file = !repository_ ? nullptr : repository_->Find(proof.path);
  if (file == nullptr) return proof;
  for (const repository::DefinitionFacts& definition : file->facts().definitions) {
    if (definition.kind == python::Definition::Kind::kClass) continue;
    if (definition.place.line > hit.line || definition.place.end_line <= hit.line) continue;
    proof.test = definition.name;
    break;
  }
  return proof;
}

const TestsOfChange::Evidence& TestsOfChange::evidence() {
  if (evidence_ != nullptr) return *evidence_;
  evidence_ = std::make_unique<Evidence>();
  for (const ChangedFile& file : change_.changed_files()) {
    const bool is_case = file.is_added && absl::StrContains(file.path, "functional") &&
                         paths::IsTestPath(file.path) && !absl::EndsWith(file.path, ".py");
    if (is_case) evidence_->parallel.push_back({file.path, 0, "", phrases::kFunctionalTestCase});
  }
  const auto add = [&](const TestText& text, const TestText::Hit& hit, const Phrase& what,
                       std::vector<Proof>* proofs) {
    if (hit && proofs->size() < kMaxProofs) proofs->push_back(ProofAt(text, hit, what));
  };
  for (const TestText* text : EvidenceOf(collectives())) {
    add(*text, text->FindParallel(!paths::IsTestModule(text->path())), phrases::kRunsOnSeveralRanks,
        &evidence_->parallel);
  }
  for (const TestText* text : EvidenceOf(tensor_code())) {
    add(*text, text->FindBaseline(), phrases::kCompares, &evidence_->baseline);
    add(*text, text->FindGradient(), phrases::kLooksAtGradients, &evidence_->gradient);
    add(*text, text->FindLowPrecision(), phrases::kRunsIn, &evidence_->low_precision);
    add(*text, text->FindFullPrecision(), phrases::kRunsIn, &evidence_->full_precision);
  }
  return *evidence_;
}

const std::vector<Proof>& TestsOfChange::parallel_proofs() { return evidence().parallel; }
const std::vector<Proof>& TestsOfChange::baseline_proofs() { return evidence().baseline; }
const std::vector<Proof>& TestsOfChange::gradient_proofs() { return evidence().gradient; }
const std::vector<Proof>& TestsOfChange::low_precision_proofs() { return evidence().low_precision; }
const std::vector<Proof>& TestsOfChange::full_precision_proofs() {
  return evidence().full_precision;
}

bool TestsOfChange::TestsMention(const NewSetting& setting) {
  for (const IndexedFile* test : repository().tests) {
    if (test->HasWordAnywhere(setting.name)) return true;
  }
  // Under another name, or in a recipe.
  const reach::SettingUses& uses = change_.reach().UsesOf(setting.name);
  const bool is_set = std::any_of(uses.values.begin(), uses.values.end(), [](const auto& value) {
    return value.origin == reach::SettingUses::Origin::kTest ||
           value.origin == reach::SettingUses::Origin::kRecipe;
  });
  return is_set || std::any_of(uses.unclear.begin(), uses.unclear.end(), [](const auto& place) {
           return place.path.empty() || reach::MayBeTestRecipe(place.path);
         });
}

}  // namespace allreview::test_plan
