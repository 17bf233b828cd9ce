#include "services/analysis/change_model/stories/stories.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "services/analysis/change_model/stories/calls.h"
#include "services/analysis/change_model/stories/steps.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Module;
using rules::AnalysedFile;
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

bool IsHotByName(absl::string_view name) {
  const absl::string_view simple = repository::SimpleName(name);
  for (absl::string_view hot : {"forward", "backward", "step", "train_step", "forward_step",
                                "forward_backward_func", "optimizer_step"}) {
    if (simple == hot) return true;
  }
  return false;
}

std::vector<Candidate> CandidatesOf(const rules::AnalysedChange& change,
                                    const std::vector<ChangedSymbol>& symbols) {
  std::map<std::string, const AnalysedFile*> after, before;
  for (const AnalysedFile& file : change.files) {
    if (file.after) after[file.after->path()] = &file;
    if (file.before) before[file.before->path()] = &file;
  }
  std::vector<Candidate> candidates;
  for (const ChangedSymbol& symbol : symbols) {
    if (!IsTold(symbol)) continue;
    const auto file = after.find(symbol.after().path());
    if (file == after.end()) continue;
    Candidate candidate{.symbol = &symbol, .after = file->second->after.get()};
    candidate.definition = DefinitionAt(candidate.after, symbol.after().first_line());
    if (candidate.definition == nullptr) continue;
    if (const auto old = before.find(symbol.before().path()); old != before.end()) {
      candidate.before = old->second->before.get();
      candidate.old = DefinitionAt(candidate.before, symbol.before().first_line());
    }
    candidate.is_test = symbol.is_test() || file->second->changed->role == rules::FileRole::kTest;
    candidate.is_hot = !candidate.is_test && IsHotByName(symbol.name());
    candidate.new_code = symbol.added_lines() + symbol.removed_lines();
    candidates.push_back(candidate);
  }
  return candidates;
}

void SortByImportance(std::vector<Candidate>& candidates) {
  const auto rank = [](const Candidate& c) {
    return std::make_tuple(c.is_test, !c.is_hot, -c.new_code, !c.symbol->is_public());
  };
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const Candidate& a, const Candidate& b) { return rank(a) < rank(b); });
}

// Asks the index which of the first ones run in training steps.
void FindHotOnes(const rules::AnalysedChange& change, std::vector<Candidate>& candidates) {
  SortByImportance(candidates);
  size_t asked = 0;
  for (Candidate& candidate : candidates) {
    if (candidate.is_test || candidate.is_hot) continue;
    if (++asked > kMaxHotQuestions) break;
    candidate.is_hot =
        change.project
            .FindHotPath(repository::Join(candidate.after->name(), candidate.definition->name))
            .has_value();
  }
  SortByImportance(candidates);
}

class StoryTeller {
 public:
  StoryTeller(const rules::AnalysedChange& change, const std::vector<ChangedSymbol>& symbols)
      : resolver_(change, symbols) {}

  v1::FunctionStory Tell(const Candidate& candidate) {
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
    Steps steps = StepsOf(versions, resolver_, kMaxSteps);
    for (v1::Step& step : steps.steps) *story.add_steps() = std::move(step);
    story.set_left_out(steps.left_out);
    return story;
  }

 private:
  CallResolver resolver_;
};

}  // namespace

StoriesOfChange TellStories(const rules::AnalysedChange& change,
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
    told.stories.push_back(teller.Tell(candidate));
    bytes += told.stories.back().ByteSizeLong();
  }
  return told;
}

}  // namespace allreview::analysis
