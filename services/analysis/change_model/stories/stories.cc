#include "services/analysis/change_model/stories/stories.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/moves/moves.h"
#include "analyzers/python/values.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "base/utf8.h"
#include "services/analysis/change_model/graph/calls.h"
#include "services/analysis/change_model/stories/communication.h"
#include "services/analysis/change_model/stories/conditions.h"
#include "services/analysis/change_model/stories/data_flow.h"
#include "services/analysis/change_model/stories/docstring.h"
#include "services/analysis/change_model/stories/effects.h"
#include "services/analysis/change_model/stories/parameters.h"
#include "services/analysis/change_model/stories/statements.h"
#include "services/analysis/change_model/stories/steps.h"
#include "services/analysis/change_model/stories/tensors.h"
#include "services/analysis/change_model/stories/variables.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Module;
using python::Node;
using v1::ChangedSymbol;

constexpr size_t kMaxStories = 40;
constexpr int kMaxSteps = 400;
// What a service may answer with is bounded; the rest of the model needs room, too.
constexpr size_t kMaxBytes = 1'500'000;
// How many functions the index is asked about.
constexpr size_t kMaxHotQuestions = 60;

struct Candidate {
  const ChangedSymbol* symbol = nullptr;
  const Module* after = nullptr;
  const Module* before = nullptr;  // Null: new, or not known.
  const Definition* definition = nullptr;
  const Definition* old = nullptr;
  bool is_test = false;
  bool is_hot = false;
  bool is_same_code = false;  // Only comments, docstrings or the look of it changed.
  int new_code = 0;
};

bool IsFunction(const ChangedSymbol& symbol) {
  return symbol.kind() == v1::SYMBOL_KIND_FUNCTION || symbol.kind() == v1::SYMBOL_KIND_METHOD;
}

bool IsTold(const ChangedSymbol& symbol) {
  return IsFunction(symbol) && symbol.has_after() &&
         symbol.status() != ChangedSymbol::STATUS_REMOVED &&
         symbol.status() != ChangedSymbol::STATUS_REFORMATTED &&
         symbol.added_lines() + symbol.removed_lines() > 0;
}

const Definition* DefinitionAt(const Module* module, int first_line) {
  if (module == nullptr) return nullptr;
  for (const Definition& definition : module->definitions()) {
    if (definition.first_line == first_line && definition.kind != Definition::Kind::kClass) {
      return &definition;
    }
  }
  return nullptr;
}

// The tokens of both are the same.
bool HaveSameCode(const Candidate& candidate) {
  if (candidate.old == nullptr) return false;
  if (candidate.before->SignatureOf(*candidate.old) !=
      candidate.after->SignatureOf(*candidate.definition)) {
    return false;
  }
  const Statements before(*candidate.before, *candidate.old);
  const Statements after(*candidate.after, *candidate.definition);
  return std::equal(before.all().begin(), before.all().end(), after.all().begin(),
                    after.all().end(), [](const Statement& a, const Statement& b) {
                      return a.hash == b.hash && a.depth == b.depth;
                    });
}

std::vector<Candidate> CandidatesOf(const change::AnalysedChange& change,
                                    const std::vector<ChangedSymbol>& symbols) {
  std::map<std::string, const AnalysedFile*> after, before;
  for (const AnalysedFile& file : change.files()) {
    if (file.after) after[file.after->path()] = &file;
    if (file.before) before[file.before->path()] = &file;
  }
  std::vector<Candidate> candidates;
  for (const ChangedSymbol& symbol : symbols) {
    if (!IsTold(symbol)) continue;
    const auto file = after.find(symbol.after().path());
    if (file == after.end()) continue;
    Candidate candidate{.symbol = &symbol, .after = file->second->after};
    candidate.definition = DefinitionAt(candidate.after, symbol.after().first_line());
    if (candidate.definition == nullptr) continue;
    if (const auto old = before.find(symbol.before().path()); old != before.end()) {
      candidate.before = old->second->before;
      candidate.old = DefinitionAt(candidate.before, symbol.before().first_line());
    }
    candidate.is_test = symbol.is_test() || file->second->changed->role == change::FileRole::kTest;
    candidate.is_same_code = HaveSameCode(candidate);
    candidate.new_code = symbol.added_lines() + symbol.removed_lines();
    candidates.push_back(candidate);
  }
  return candidates;
}

void SortByImportance(std::vector<Candidate>& candidates) {
  const auto rank = [](const Candidate& c) {
    return std::make_tuple(c.is_same_code, c.is_test, !c.is_hot, -c.new_code,
                           !c.symbol->is_public());
  };
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const Candidate& a, const Candidate& b) { return rank(a) < rank(b); });
}

// Asks the index which of the first ones run in training steps.
void FindHotOnes(const change::AnalysedChange& change, std::vector<Candidate>& candidates) {
  SortByImportance(candidates);
  size_t asked = 0;
  for (Candidate& candidate : candidates) {
    if (candidate.is_test || candidate.is_same_code) continue;
    if (++asked > kMaxHotQuestions) break;
    candidate.is_hot =
        change.reach()
            .FindStep(repository::Join(candidate.after->name(), candidate.definition->name))
            .has_value();
  }
  SortByImportance(candidates);
}

struct Told {
  v1::FunctionStory story;
  v1::DataFlow flow;  // Without steps: there is nothing to tell.
  std::vector<TensorFound> sizes = {};
};

class StoryTeller {
 public:
  StoryTeller(const change::AnalysedChange& change, const std::vector<ChangedSymbol>& symbols)
      : moves_(change.moves()), resolver_(change, symbols), state_names_(change) {}

  Told Tell(const Candidate& candidate) {
    const Statements after(*candidate.after, *candidate.definition);
    std::unique_ptr<Statements> before;
    if (candidate.old != nullptr) {
      before = std::make_unique<Statements>(*candidate.before, *candidate.old);
    }
    const FunctionVersions versions{.before = before.get(),
                                    .after = after,
                                    .aligned = before ? Align(*before, after) : AllAdded(after)};
    v1::FunctionStory story;
    story.set_symbol(absl::StrCat(candidate.symbol->path(), ":", candidate.symbol->name()));
    story.set_is_hot(candidate.is_hot);
    const python::Values& values = ValuesOf(*candidate.after);
    const Docstring docstring = DocstringOf(*candidate.after, *candidate.definition);
    const Tensors tensors(after, values, docstring);
    AddSteps(versions, tensors, story);
    for (v1::Value& value : InputsOf(after, before.get(), tensors, docstring)) {
      *story.add_inputs() = std::move(value);
    }
    for (v1::Value& value : OutputsOf(after, before.get(), tensors, docstring)) {
      *story.add_outputs() = std::move(value);
    }
    AddEffects(candidate, versions, story);
    AddConditions(candidate, versions, story);
    for (v1::Variable& variable : VariablesOf(after, before.get(), tensors, values)) {
      *story.add_variables() = std::move(variable);
    }
    Told told{.story = std::move(story),
              .flow = DataFlowOf(after, versions.aligned, {tensors, values, state_names_})};
    told.flow.set_symbol(told.story.symbol());
    AddSizes(candidate, {.versions = versions, .after = tensors, .values = values}, told);
    return told;
  }

 private:
  void AddSteps(const FunctionVersions& versions, const Tensors& tensors,
                v1::FunctionStory& story) {
    Steps steps = StepsOf(versions, resolver_, kMaxSteps);
    for (size_t i = 0; i < steps.steps.size(); ++i) {
      v1::Step& step = *story.add_steps() = std::move(steps.steps[i]);
      const int after = steps.after[i];
      if (after < 0) continue;
      const TensorFact& fact = tensors.OfStatement(after);
      step.set_shape(ToDisplayText(TextOf(fact.shape)));
      step.set_dtype(fact.dtype);
      step.set_parallelism(ParallelismOf(versions.after, versions.after[after]));
    }
    story.set_left_out(steps.left_out);
  }

  void AddSizes(const Candidate& candidate, SizeInput input, Told& told) {
    if (candidate.is_test || candidate.is_same_code) return;
    std::unique_ptr<Tensors> before;
    if (candidate.old != nullptr) {
      input.old_values = &ValuesOf(*candidate.before);
      before = std::make_unique<Tensors>(*input.versions.before, *input.old_values,
                                         DocstringOf(*candidate.before, *candidate.old));
      input.before = before.get();
    }
    input.is_moved = [this](Node node) { return moves_.WhereFrom(node).IsFromElsewhere(); };
    told.sizes = TensorSizesOf(input);
    for (TensorFound& tensor : told.sizes) tensor.symbol = told.story.symbol();
  }

  // The same collective over another group is no further one.
  static std::string EffectKey(const v1::Effect& effect) {
    if (effect.kind() != v1::Effect::KIND_COMMUNICATES) return effect.what();
    return effect.what().substr(0, effect.what().find(" over "));
  }

  void AddEffects(const Candidate& candidate, const FunctionVersions& versions,
                  v1::FunctionStory& story) {
    std::set<std::pair<int, std::string>> old;
    int waits = 0;  // Of the old version, that the new one has not used up.
    if (versions.before != nullptr) {
      for (const v1::Effect& effect : EffectsOf(*versions.before, ValuesOf(*candidate.before))) {
        old.emplace(effect.kind(), EffectKey(effect));
        waits += effect.kind() == v1::Effect::KIND_SYNCHRONIZES;
      }
    }
    for (v1::Effect& effect : EffectsOf(versions.after, ValuesOf(*candidate.after))) {
      // A wait for another value is no further one.
      const bool is_wait = effect.kind() == v1::Effect::KIND_SYNCHRONIZES && waits-- > 0;
      effect.set_is_new(!is_wait && old.count({effect.kind(), EffectKey(effect)}) == 0 &&
                        !CameFromElsewhere(*candidate.after, effect.range()));
      *story.add_effects() = std::move(effect);
    }
  }

  // Another function of the old side did the same: the code only moved.
  bool CameFromElsewhere(const Module& module, const change::v1::SourceRange& range) const {
    Node node = module.tree().NodeAt(static_cast<uint32_t>(range.first_byte()));
    while (node.parent() && static_cast<int64_t>(node.end_byte()) < range.end_byte()) {
      node = node.parent();
    }
    return moves_.WhereFrom(node).IsFromElsewhere();
  }

  // What tells one condition from another. A raise says by its message what is wrong: where only
  // its test is written another way, nothing new is refused.
  static std::tuple<int, std::string, std::string> KeyOf(const v1::Condition& condition) {
    const bool has_message =
        condition.kind() == v1::Condition::KIND_RAISE && !condition.message().empty();
    return {condition.kind(), has_message ? std::string() : condition.test(), condition.outcome()};
  }

  void AddConditions(const Candidate& candidate, const FunctionVersions& versions,
                     v1::FunctionStory& story) const {
    std::set<std::tuple<int, std::string, std::string>> old;
    if (versions.before != nullptr) {
      for (const v1::Condition& condition : ConditionsOf(*versions.before)) {
        old.insert(KeyOf(condition));
      }
    }
    for (v1::Condition& condition : ConditionsOf(versions.after)) {
      condition.set_is_new(old.count(KeyOf(condition)) == 0 &&
                           !CameFromElsewhere(*candidate.after, condition.range()));
      *story.add_conditions() = std::move(condition);
    }
  }

  // Answers are remembered for a whole file.
  const python::Values& ValuesOf(const Module& module) {
    std::unique_ptr<python::Values>& values = values_[&module];
    if (!values) values = std::make_unique<python::Values>(module);
    return *values;
  }

  const moves::Moves& moves_;
  CallResolver resolver_;
  const StateNames state_names_;
  std::map<const Module*, std::unique_ptr<python::Values>> values_;
};

}  // namespace

StoriesOfChange TellStories(const change::AnalysedChange& change,
                            const std::vector<ChangedSymbol>& symbols,
                            const std::function<bool()>& should_stop) {
  std::vector<Candidate> candidates = CandidatesOf(change, symbols);
  if (candidates.empty()) return {};
  FindHotOnes(change, candidates);
  StoryTeller teller(change, symbols);
  StoriesOfChange told;
  size_t bytes = 0;
  for (const Candidate& candidate : candidates) {
    if (told.stories.size() >= kMaxStories || bytes > kMaxBytes) break;
    if (should_stop && should_stop()) break;
    Told one = teller.Tell(candidate);
    bytes += one.story.ByteSizeLong() + one.flow.ByteSizeLong();
    told.stories.push_back(std::move(one.story));
    std::move(one.sizes.begin(), one.sizes.end(), std::back_inserter(told.sizes));
    if (one.flow.steps_size() > 0) told.flows.push_back(std::move(one.flow));
  }
  return told;
}

}  // namespace allreview::analysis
