#include "services/report/glossary/glossary.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace allreview::report::glossary {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::Delta;
using analysis::v1::FunctionStory;
using analysis::v1::Step;
using change::v1::SourceRange;

// How much a use tells of what the change is about. What is less than a call only adds to others.
constexpr int kCommunicates = 7;
constexpr int kCalls = 6;
constexpr int kMentions = 4;
constexpr int kRemoved = 2;
constexpr int kStayed = 1;

// Statements of one function that are looked at; more only repeat its names.
constexpr int kMaxSteps = 400;

// The last part of a dotted name, with the one before it when that is a class or a library: in
// which module a function lives is not what it does.
absl::string_view Tail(absl::string_view dotted) {
  const size_t last = dotted.rfind('.');
  if (last == absl::string_view::npos || last == 0) return dotted;
  const size_t before = dotted.rfind('.', last - 1);
  const absl::string_view tail =
      before == absl::string_view::npos ? dotted : dotted.substr(before + 1);
  const absl::string_view owner = tail.substr(0, tail.find('.'));
  const bool tells = absl::ascii_isupper(owner[0]) || owner == "torch" || owner == "autograd" ||
                     owner == "triton" || owner == "tl" || owner == "dist";
  return tells ? tail : dotted.substr(last + 1);
}

bool IsNameCharacter(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; }

// Names in code, strings and comments left out.
std::vector<absl::string_view> NamesIn(absl::string_view code) {
  std::vector<absl::string_view> names;
  for (size_t i = 0; i < code.size();) {
    const char c = code[i];
    if (c == '#') {
      i = std::min(code.find('\n', i), code.size());
    } else if (c == '"' || c == '\'') {
      const size_t close = code.find(c, i + 1);
      i = close == absl::string_view::npos ? code.size() : close + 1;
    } else if (IsNameCharacter(c)) {
      const size_t begin = i;
      while (i < code.size() && IsNameCharacter(code[i])) ++i;
      names.push_back(code.substr(begin, i - begin));
    } else {
      ++i;
    }
  }
  return names;
}

struct Tally {
  UsedConcept best;
  std::set<std::string> symbols;  // With a use that is not just a stay.
  int total = 0;
};

// Any text holds one of no words.
bool HoldsWord(absl::string_view text, absl::string_view words) {
  if (words.empty()) return true;
  const std::string lower = absl::AsciiStrToLower(text);
  for (absl::string_view word : absl::StrSplit(words, ' ', absl::SkipEmpty())) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

class Collector {
 public:
  // Concepts after which a folder or file of the change is named: who works there knows them.
  explicit Collector(const ChangeModel& model) {
    std::set<absl::string_view> seen;
    for (const ChangedSymbol& symbol : model.symbols()) {
      for (absl::string_view part : absl::StrSplit(symbol.path(), '/')) {
        if (!seen.insert(part).second) continue;
        const std::string stem(part.substr(0, part.find('.')));
        for (const Entry* entry : EntriesIn(stem)) known_.insert(entry);
        for (const Entry* entry : AllEntries()) {
          if (entry->id == absl::StrReplaceAll(stem, {{"_", "-"}})) known_.insert(entry);
        }
      }
    }
  }

  void Add(absl::string_view name, const std::string& symbol, const SourceRange& range,
           int weight) {
    for (const Entry* entry : EntriesIn(name)) {
      if (known_.count(entry) > 0 || !HoldsWord(symbol, entry->near)) continue;
      Tally& tally = tallies_[entry];
      if (weight > tally.best.weight) {
        tally.best = {entry, std::string(name), symbol, range, weight, 0};
      }
      if (weight > kStayed) tally.symbols.insert(symbol);
      tally.total += weight;
    }
  }

  void AddCode(absl::string_view code, const std::string& symbol, const SourceRange& range,
               int weight) {
    for (absl::string_view name : NamesIn(code)) Add(name, symbol, range, weight);
  }

  // Relevant is what decides statements, then what comes up in many functions and often.
  std::vector<UsedConcept> Best(size_t limit) const {
    std::vector<std::pair<int, const Tally*>> ranked;
    for (const Entry* entry : AllEntries()) {
      const auto found = tallies_.find(entry);
      if (found == tallies_.end() || found->second.best.weight < kCalls) continue;
      const Tally& tally = found->second;
      const int score = tally.best.weight * 4 + 3 * std::min<int>(tally.symbols.size(), 4) +
                        std::min(tally.total, 24);
      ranked.emplace_back(-score, &tally);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<UsedConcept> used;
    for (size_t i = 0; i < std::min(limit, ranked.size()); ++i) {
      used.push_back(ranked[i].second->best);
      used.back().more_symbols = static_cast<int>(ranked[i].second->symbols.size()) - 1;
    }
    return used;
  }

 private:
  // Looked up only: the order of pointers never shows.
  std::set<const Entry*> known_;
  std::map<const Entry*, Tally> tallies_;
};

std::string Id(const ChangedSymbol& symbol) {
  return absl::StrCat(symbol.path(), ":", symbol.name());
}

int WeightOf(const Delta& delta) {
  if (delta.after().empty()) return kRemoved;
  return delta.kind() == Delta::KIND_COLLECTIVE ? kCommunicates : kMentions;
}

void AddSymbol(const ChangedSymbol& symbol, Collector& collector) {
  if (symbol.is_test() || symbol.status() == ChangedSymbol::STATUS_REFORMATTED) return;
  const bool is_gone = symbol.status() == ChangedSymbol::STATUS_REMOVED;
  const SourceRange& range = is_gone ? symbol.before() : symbol.after();
  collector.Add(symbol.name(), Id(symbol), range, is_gone ? kRemoved : kMentions);
  for (const Delta& delta : symbol.deltas()) {
    if (delta.kind() == Delta::KIND_DOCSTRING) continue;
    const absl::string_view code = delta.after().empty() ? delta.before() : delta.after();
    // The group of a collective only says over which ranks.
    const size_t arguments = std::min(code.find('('), code.size());
    collector.AddCode(code.substr(0, arguments), Id(symbol), delta.range(), WeightOf(delta));
    collector.AddCode(code.substr(arguments), Id(symbol), delta.range(),
                      std::min(WeightOf(delta), kMentions));
  }
}

int WeightOf(const Step& step) {
  if (step.status() == Step::STATUS_KEPT || step.status() == Step::STATUS_MOVED) return kStayed;
  return step.status() == Step::STATUS_REMOVED ? kRemoved : kMentions;
}

// Names that one version of a statement has and the other lacks; those of both only stayed.
void AddDifference(const Step& step, const std::string& symbol, Collector& collector) {
  const std::vector<absl::string_view> before = NamesIn(step.code_before());
  const std::vector<absl::string_view> after = NamesIn(step.code());
  const auto add = [&](const std::vector<absl::string_view>& names,
                       const std::vector<absl::string_view>& others, int weight) {
    for (absl::string_view name : names) {
      const bool is_shared = std::find(others.begin(), others.end(), name) != others.end();
      collector.Add(name, symbol, step.range(), is_shared ? kStayed : weight);
    }
  };
  add(after, before, kMentions);
  add(before, after, kRemoved);
}

// A question whether something is on does none of it.
bool Asks(absl::string_view callee) {
  const absl::string_view name = callee.substr(callee.rfind('.') + 1);
  for (absl::string_view start : {"is_", "has_", "get_", "check_", "should_", "use_"}) {
    if (absl::StartsWith(name, start)) return true;
  }
  return false;
}

// All that changes are flags of a parser.
bool OnlyAddsFlags(const FunctionStory& story) {
  return std::all_of(story.steps().begin(), story.steps().end(), [](const Step& step) {
    return WeightOf(step) == kStayed || absl::StrContains(step.code(), "add_argument");
  });
}

void AddStory(const FunctionStory& story, Collector& collector) {
  if (OnlyAddsFlags(story)) return;
  for (int i = 0; i < std::min(story.steps_size(), kMaxSteps); ++i) {
    const Step& step = story.steps(i);
    const int weight = WeightOf(step);
    const bool is_new = weight == kMentions;
    for (const analysis::v1::StepCall& call : step.calls()) {
      // What is called is not always a name.
      if (!std::all_of(call.callee().begin(), call.callee().end(), IsNameCharacter)) continue;
      const bool is_new_call = is_new && (call.is_new() || step.status() == Step::STATUS_ADDED);
      collector.Add(Tail(call.callee()), story.symbol(), step.range(),
                    is_new_call && !Asks(call.callee()) ? kCalls : kStayed);
    }
    // A collective over the ranks of an axis does not make that kind of parallelism.
    collector.Add(step.parallelism(), story.symbol(), step.range(), is_new ? kMentions : weight);
    if (step.status() == Step::STATUS_CHANGED) {
      AddDifference(step, story.symbol(), collector);
    } else {
      collector.AddCode(step.code(), story.symbol(), step.range(), weight);
    }
  }
}

}  // namespace

const std::vector<const Entry*>& AllEntries() {
  static const auto* const entries = [] {
    auto* all = new std::vector<const Entry*>();
    for (absl::Span<const Entry> area :
         {CommunicationEntries(), ParallelismEntries(), PipelineEntries(), ExpertEntries(),
          PrecisionEntries(), AttentionEntries(), MemoryEntries(), RuntimeEntries(),
          TrainingEntries(), CheckpointEntries(), InferenceEntries(), StructuredEntries()}) {
      for (const Entry& entry : area) all->push_back(&entry);
    }
    return all;
  }();
  return *entries;
}

std::vector<UsedConcept> UsedConcepts(const ChangeModel& model, size_t limit) {
  std::set<std::string> tests;
  Collector collector(model);
  for (const ChangedSymbol& symbol : model.symbols()) {
    if (symbol.is_test()) tests.insert(Id(symbol));
    AddSymbol(symbol, collector);
  }
  for (const FunctionStory& story : model.functions()) {
    if (tests.count(story.symbol()) == 0) AddStory(story, collector);
  }
  return collector.Best(limit);
}

std::string SourceText(const Source& source) {
  if (source.year == 0) return std::string(source.title);
  return absl::StrCat(source.title, ", ", source.year,
                      source.arxiv.empty() ? "" : absl::StrCat(", arXiv:", source.arxiv));
}

}  // namespace allreview::report::glossary
