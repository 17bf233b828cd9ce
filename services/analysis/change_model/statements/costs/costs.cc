#include "services/analysis/change_model/statements/costs/costs.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "sentences/messages/text.h"
#include "sentences/sentence.h"
#include "sentences/statements/costs.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/costs/communication.h"
#include "services/analysis/change_model/statements/costs/configured_sizes.h"
#include "services/analysis/change_model/statements/effects/told_code.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using v1::ChangeStatement;
using v1::TensorSize;
using SizedTensors = std::vector<SizedTensor>;

constexpr size_t kMaxSizes = 30;
constexpr int kMaxStatements = 20;
constexpr int64_t kFewestElements = 1024;

// "4 MiB"
std::string BytesText(int64_t bytes) {
  static constexpr absl::string_view kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  double number = static_cast<double>(bytes);
  size_t unit = 0;
  for (; number >= 1024 && unit + 1 < std::size(kUnits); ++unit) number /= 1024;
  return absl::StrFormat("%.*f %s", number < 10 && unit > 0 ? 1 : 0, number, kUnits[unit]);
}

Words AmountOf(const SizedTensor& tensor, bool is_before) {
  const int64_t bytes = is_before ? tensor.bytes_before : tensor.size.bytes();
  if (bytes > 0) return BytesText(bytes);
  if (is_before || tensor.size.numbers().empty()) return {};
  int64_t elements = 1;
  for (const int64_t number : tensor.size.numbers()) elements *= number;
  return Sentence(phrases::kTensorElements, {{"count", absl::StrCat(elements)}});
}

Words NumbersOf(const TensorSize& size) {
  std::vector<Words> numbers;
  for (const TensorSize::Source& source : size.sources()) {
    numbers.push_back(Sentence(
        phrases::kTensorNumber,
        {{"name", source.name()},
         {"value", absl::StrCat(source.value())},
         {"place", absl::StrCat(source.range().path(), ":", source.range().first_line())}}));
  }
  return WordList{Joint::kComma, std::move(numbers)};
}

// "`scores` `[m, n]` in float32 (4 MiB at `m` = 8, the default (`a.py:3`))"
Words TensorWords(const SizedTensor& tensor, bool is_before) {
  const TensorFound& found = tensor.found;
  const std::string& shape = is_before ? found.shape_before : found.shape;
  const std::string& type = is_before ? found.dtype_before : found.dtype;
  Words words = Sentence(type.empty() ? phrases::kTensorShape : phrases::kTensorTyped,
                         {{"name", Shown(found.name)}, {"shape", Shown(shape)}, {"type", type}});
  const Words amount = AmountOf(tensor, is_before);
  if (tensor.size.sources().empty() || English(amount).empty()) return words;
  return Sentence(
      phrases::kTensorNumbers,
      {{"tensor", std::move(words)}, {"amount", amount}, {"numbers", NumbersOf(tensor.size)}});
}

std::string ShortName(absl::string_view id) { return Shown(NameOfId(id)); }

// The object keeps it, and the class is what has it.
bool IsHeld(const TensorFound& found) {
  return absl::StartsWith(found.name, "self.") && absl::EndsWith(found.symbol, ".__init__");
}

class CostTeller {
 public:
  explicit CostTeller(v1::ChangeModel* model) : model_(model) {
    for (const v1::FunctionStory& story : model->functions()) {
      stories_.emplace(story.symbol(), &story);
      if (story.is_hot()) hot_.emplace(story.symbol(), true);
    }
  }

  void Tell(const SizedTensor& tensor) {
    const TensorFound& found = tensor.found;
    if (!found.operation.empty()) return TellSent(tensor);
    const bool is_gone = found.is_gone();
    Words words = TensorWords(tensor, is_gone);
    std::string name = ShortName(found.symbol);
    if (IsHeld(found)) {
      name.resize(name.size() - absl::string_view(".__init__").size());
      return Add(found, is_gone ? "holds-no-more" : "holds",
                 Sentence(is_gone ? phrases::kCostDrops : phrases::kCostHolds,
                          {{"class", name}, {"tensor", std::move(words)}}),
                 WeightOf(tensor));
    }
    if (found.is_new()) {
      const std::optional<std::vector<std::string>> conditions = ConditionsOf(found);
      if (!conditions || IsFallback(found, *conditions)) return;
      Params params = {{"function", name}, {"tensor", std::move(words)}};
      if (!conditions->empty()) params.emplace_back("conditions", CodeList(*conditions));
      return Add(
          found, "allocates",
          Sentence(conditions->empty() ? phrases::kCostAllocates : phrases::kCostAllocatesWhen,
                   std::move(params)),
          WeightOf(tensor));
    }
    if (is_gone) {
      return Add(found, "allocates-no-more",
                 Sentence(phrases::kCostFrees, {{"function", name}, {"tensor", std::move(words)}}),
                 WeightOf(tensor));
    }
    Add(found, "resizes",
        Sentence(phrases::kCostResizes, {{"function", name},
                                         {"tensor", std::move(words)},
                                         {"before", TensorWords(tensor, /*is_before=*/true)}}),
        WeightOf(tensor));
  }

  void Tell(const CommunicationCost& cost, const SizedTensors& tensors) {
    using Kind = CommunicationCost::Kind;
    const std::string function = ShortName(cost.symbol), what = Shown(cost.what);
    switch (cost.kind) {
      case Kind::kWaits:
        return Add(cost.symbol, "waits", what,
                   Sentence(cost.is_hot ? phrases::kCostWaitsInSteps : phrases::kCostWaits,
                            {{"function", function}, {"what", what}}),
                   cost.place, cost.is_hot ? 450 : 250);
      case Kind::kSendsNoMore:
        return Add(cost.symbol, "communicates-no-more", what,
                   Sentence(phrases::kCostSendsNoMore, {{"function", function}, {"what", what}}),
                   cost.place, 300);
      case Kind::kSends:
        break;
    }
    Words text = Sentence(cost.is_hot ? phrases::kCostSendsInSteps : phrases::kCostSends,
                          {{"function", function}, {"what", what}});
    const auto sent = std::find_if(tensors.begin(), tensors.end(), [&](const SizedTensor& tensor) {
      const TensorFound& found = tensor.found;
      return !found.operation.empty() && !found.is_gone() && found.symbol == cost.symbol &&
             Covers(found.range, cost.place);
    });
    if (sent != tensors.end()) text = WithTensor(std::move(text), *sent);
    Add(cost.symbol, "communicates", what, std::move(text), cost.place, cost.is_hot ? 500 : 350);
  }

 private:
  // Callers who pass the argument do without; of one number for each entry nobody asks.
  static bool IsFallback(const TensorFound& found, const std::vector<std::string>& conditions) {
    const std::string missing = absl::StrCat(found.name, " is None");
    return std::find(conditions.begin(), conditions.end(), missing) != conditions.end() ||
           !absl::StrContains(found.shape, ",");
  }

  // What must hold for its line to run; nullopt: nobody can say it in a few words.
  std::optional<std::vector<std::string>> ConditionsOf(const TensorFound& found) const {
    constexpr size_t kMaxConditions = 2, kMaxBytes = 120;
    const auto story = stories_.find(found.symbol);
    if (story == stories_.end()) return std::vector<std::string>();
    const Outline outline(*story->second, Outline::Side::kAfter);
    int at = -1;
    for (int i = 0; i < story->second->steps_size(); ++i) {
      if (outline.IsThere(i) && Covers(story->second->steps(i).range(), found.range)) at = i;
    }
    if (at < 0) return std::vector<std::string>();
    std::optional<std::vector<std::string>> conditions = outline.ConditionsOf(at);
    size_t bytes = 0;
    if (conditions) {
      for (const std::string& condition : *conditions) bytes += condition.size();
    }
    if (!conditions || conditions->size() > kMaxConditions || bytes > kMaxBytes)
      return std::nullopt;
    return conditions;
  }

  static bool Covers(const change::v1::SourceRange& outer, const change::v1::SourceRange& inner) {
    return outer.path() == inner.path() && outer.first_line() <= inner.first_line() &&
           inner.first_line() < std::max(outer.end_line(), outer.first_line() + 1);
  }

  // What each rank hands over, and what goes over the wire.
  static Words WithTensor(Words text, const SizedTensor& tensor) {
    const TensorFound& found = tensor.found;
    text = Sentence(phrases::kCostSendsTensor,
                    {{"statement", std::move(text)}, {"tensor", TensorWords(tensor, false)}});
    const std::string operation = OperationOf(found.operation);
    const Phrase* const wire = operation == "allreduce"       ? &phrases::kWireReduce
                               : operation == "allgather"     ? &phrases::kWireGather
                               : operation == "reducescatter" ? &phrases::kWireScatter
                               : operation == "alltoall"      ? &phrases::kWireScatter
                                                              : nullptr;
    const bool is_axis =
        !found.group.empty() && found.group.find_first_of(" .([") == std::string::npos;
    if (wire == nullptr || !is_axis) return text;
    return Sentence(*wire, {{"statement", std::move(text)}, {"group", found.group}});
  }

  // A collective that was there, with another tensor.
  void TellSent(const SizedTensor& tensor) {
    const TensorFound& found = tensor.found;
    if (found.is_new() || found.is_gone()) return;
    Add(found, "communicates-other",
        Sentence(phrases::kCostSendsOther, {{"what", found.operation},
                                            {"tensor", TensorWords(tensor, false)},
                                            {"before", TensorWords(tensor, true)}}),
        400);
  }

  int WeightOf(const SizedTensor& tensor) const {
    const TensorFound& found = tensor.found;
    int weight = found.is_new() || found.is_gone() ? 150 : 250;
    if (hot_.count(found.symbol) > 0) weight += 100;
    if (tensor.size.bytes() >= (int64_t{1} << 20)) weight += 100;
    return weight;
  }

  void Add(const TensorFound& found, absl::string_view predicate, const Words& text, int weight) {
    Add(found.symbol, predicate, found.name, text, found.range, weight);
  }

  void Add(const std::string& symbol, absl::string_view predicate, const std::string& object,
           const Words& text, const change::v1::SourceRange& place, int weight) {
    if (count_ == kMaxStatements || !said_.emplace(symbol, predicate, object).second) return;
    ++count_;
    ChangeStatement& statement = *model_->add_statements();
    statement.set_kind(ChangeStatement::KIND_COST);
    statement.set_subject(symbol);
    statement.set_predicate(std::string(predicate));
    statement.set_object(object);
    statement.set_weight(weight);
    *statement.mutable_text() = ToText(text);
    *statement.add_places() = place;
  }

  v1::ChangeModel* const model_;
  std::map<std::string, const v1::FunctionStory*> stories_;
  std::map<std::string, bool> hot_;
  std::set<std::tuple<std::string, std::string, std::string>> said_;
  int count_ = 0;
};

// What one place gives up and another takes is neither saved nor spent.
void Balance(std::vector<TensorFound>& tensors) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, int> gone, made;
  for (const TensorFound& tensor : tensors) {
    if (tensor.is_new()) ++made[{tensor.shape, tensor.dtype, tensor.operation}];
    if (tensor.is_gone()) ++gone[{tensor.shape_before, tensor.dtype_before, tensor.operation}];
  }
  const auto take = [](std::map<Key, int>& counts, const Key& key) {
    const auto found = counts.find(key);
    return found != counts.end() && found->second-- > 0;
  };
  std::erase_if(tensors, [&](const TensorFound& tensor) {
    if (tensor.is_new()) return take(gone, {tensor.shape, tensor.dtype, tensor.operation});
    return tensor.is_gone() &&
           take(made, {tensor.shape_before, tensor.dtype_before, tensor.operation});
  });
  std::erase_if(tensors, [](const TensorFound& tensor) { return tensor.is_open; });
}

}  // namespace

void AddCosts(const change::AnalysedChange& change, std::vector<TensorFound> tensors,
              const std::function<bool()>& should_stop, v1::ChangeModel* model) {
  Balance(tensors);
  if (tensors.size() > kMaxSizes) tensors.resize(kMaxSizes);
  ConfiguredSizes configured(change);
  SizedTensors sized;
  for (TensorFound& tensor : tensors) {
    if (should_stop && should_stop()) break;
    sized.push_back(configured.Of(std::move(tensor)));
  }
  // Of a few elements nobody needs to know.
  std::erase_if(sized, [](const SizedTensor& tensor) {
    int64_t elements = tensor.size.numbers().empty() ? kFewestElements : 1;
    for (const int64_t number : tensor.size.numbers()) elements *= number;
    return elements < kFewestElements;
  });
  CostTeller teller(model);
  for (const CommunicationCost& cost : CommunicationCostsOf(*model)) teller.Tell(cost, sized);
  for (const SizedTensor& tensor : sized) teller.Tell(tensor);
  for (SizedTensor& tensor : sized) {
    if (!tensor.found.is_gone()) *model->add_sizes() = std::move(tensor.size);
  }
}

}  // namespace allreview::analysis
