#include "services/analysis/change_model/statements/costs/costs.h"

#include <algorithm>
#include <iterator>
#include <map>
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
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using v1::ChangeStatement;
using v1::TensorSize;

constexpr int kMaxSizes = 30;
constexpr int kMaxStatements = 20;

// "4 MiB"
std::string BytesText(int64_t bytes) {
  static constexpr absl::string_view kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  double number = static_cast<double>(bytes);
  size_t unit = 0;
  for (; number >= 1024 && unit + 1 < std::size(kUnits); ++unit) number /= 1024;
  return absl::StrFormat("%.*f %s", number < 10 && unit > 0 ? 1 : 0, number, kUnits[unit]);
}

Words AmountOf(const TensorSize& size, bool is_before) {
  const int64_t bytes = is_before ? size.bytes_before() : size.bytes();
  if (bytes > 0) return BytesText(bytes);
  if (is_before) return {};
  int64_t elements = size.numbers().empty() ? 0 : 1;
  for (const int64_t number : size.numbers()) elements *= number;
  if (elements == 0) return {};
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
Words TensorWords(const TensorSize& size, bool is_before) {
  const std::string& shape = is_before ? size.shape_before() : size.shape();
  const std::string& type = is_before ? size.dtype_before() : size.dtype();
  Words tensor = Sentence(type.empty() ? phrases::kTensorShape : phrases::kTensorTyped,
                          {{"name", Shown(size.name())}, {"shape", shape}, {"type", type}});
  const Words amount = AmountOf(size, is_before);
  if (size.sources().empty() || English(amount).empty()) return tensor;
  return Sentence(
      phrases::kTensorNumbers,
      {{"tensor", std::move(tensor)}, {"amount", amount}, {"numbers", NumbersOf(size)}});
}

std::string ShortName(absl::string_view id) { return Shown(NameOfId(id)); }

// The object keeps it, and the class is what has it.
bool IsHeld(const TensorSize& size) {
  return absl::StartsWith(size.name(), "self.") && absl::EndsWith(size.symbol(), ".__init__");
}

class CostTeller {
 public:
  explicit CostTeller(v1::ChangeModel* model) : model_(model) {
    for (const v1::FunctionStory& story : model->functions()) {
      if (story.is_hot()) hot_.emplace(story.symbol(), true);
    }
  }

  void Tell(const TensorSize& size) {
    if (!size.operation().empty()) return TellSent(size);
    const bool is_gone = size.shape().empty();
    Words tensor = TensorWords(size, is_gone);
    std::string name = ShortName(size.symbol());
    if (IsHeld(size)) {
      name.resize(name.size() - absl::string_view(".__init__").size());
      return Add(size.symbol(), is_gone ? "holds-no-more" : "holds", size.name(),
                 Sentence(is_gone ? phrases::kCostDrops : phrases::kCostHolds,
                          {{"class", name}, {"tensor", std::move(tensor)}}),
                 size.range(), WeightOf(size));
    }
    if (is_gone || size.is_new()) {
      return Add(size.symbol(), is_gone ? "allocates-no-more" : "allocates", size.name(),
                 Sentence(is_gone ? phrases::kCostFrees : phrases::kCostAllocates,
                          {{"function", name}, {"tensor", std::move(tensor)}}),
                 size.range(), WeightOf(size));
    }
    Add(size.symbol(), "resizes", size.name(),
        Sentence(phrases::kCostResizes, {{"function", name},
                                         {"tensor", std::move(tensor)},
                                         {"before", TensorWords(size, /*is_before=*/true)}}),
        size.range(), WeightOf(size));
  }

  void Tell(const CommunicationCost& cost, const std::vector<TensorSize>& sizes) {
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
    const auto sent = std::find_if(sizes.begin(), sizes.end(), [&](const TensorSize& size) {
      return !size.operation().empty() && !size.shape().empty() && size.symbol() == cost.symbol &&
             Covers(size.range(), cost.place);
    });
    if (sent != sizes.end()) text = WithTensor(std::move(text), *sent);
    Add(cost.symbol, "communicates", what, std::move(text), cost.place, cost.is_hot ? 500 : 350);
  }

 private:
  static bool Covers(const change::v1::SourceRange& outer, const change::v1::SourceRange& inner) {
    return outer.path() == inner.path() && outer.first_line() <= inner.first_line() &&
           inner.first_line() < std::max(outer.end_line(), outer.first_line() + 1);
  }

  // What each rank hands over, and what goes over the wire.
  static Words WithTensor(Words text, const TensorSize& size) {
    text = Sentence(phrases::kCostSendsTensor,
                    {{"statement", std::move(text)}, {"tensor", TensorWords(size, false)}});
    const std::string operation = OperationOf(size.operation());
    const Phrase* const wire = operation == "allreduce"       ? &phrases::kWireReduce
                               : operation == "allgather"     ? &phrases::kWireGather
                               : operation == "reducescatter" ? &phrases::kWireScatter
                               : operation == "alltoall"      ? &phrases::kWireScatter
                                                              : nullptr;
    const bool is_axis =
        !size.group().empty() && size.group().find_first_of(" .([") == std::string::npos;
    if (wire == nullptr || !is_axis) return text;
    return Sentence(*wire, {{"statement", std::move(text)}, {"group", size.group()}});
  }

  // A collective that was there, with another tensor.
  void TellSent(const TensorSize& size) {
    if (size.is_new() || size.shape().empty()) return;
    Add(size.symbol(), "communicates-other", size.name(),
        Sentence(phrases::kCostSendsOther, {{"what", size.operation()},
                                            {"tensor", TensorWords(size, false)},
                                            {"before", TensorWords(size, true)}}),
        size.range(), 400);
  }

  int WeightOf(const TensorSize& size) const {
    int weight = size.is_new() || size.shape().empty() ? 150 : 250;
    if (hot_.count(size.symbol()) > 0) weight += 100;
    if (size.bytes() >= (int64_t{1} << 20)) weight += 100;
    return weight;
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
  std::map<std::string, bool> hot_;
  std::set<std::tuple<std::string, std::string, std::string>> said_;
  int count_ = 0;
};

// What one place gives up and another takes is neither saved nor spent.
void Balance(std::vector<TensorSize>& sizes) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, int> gone, made;
  for (const TensorSize& size : sizes) {
    if (size.is_new()) ++made[{size.shape(), size.dtype(), size.operation()}];
    if (size.shape().empty()) {
      ++gone[{size.shape_before(), size.dtype_before(), size.operation()}];
    }
  }
  const auto take = [](std::map<Key, int>& counts, const Key& key) {
    const auto found = counts.find(key);
    return found != counts.end() && found->second-- > 0;
  };
  std::erase_if(sizes, [&](const TensorSize& size) {
    if (size.is_new()) return take(gone, {size.shape(), size.dtype(), size.operation()});
    return size.shape().empty() &&
           take(made, {size.shape_before(), size.dtype_before(), size.operation()});
  });
}

}  // namespace

void AddCosts(const change::AnalysedChange& change, std::vector<TensorSize> sizes,
              const std::function<bool()>& should_stop, v1::ChangeModel* model) {
  Balance(sizes);
  if (sizes.size() > static_cast<size_t>(kMaxSizes)) sizes.resize(kMaxSizes);
  ConfiguredSizes configured(change);
  for (TensorSize& size : sizes) {
    if (should_stop && should_stop()) break;
    configured.Fill(&size);
  }
  CostTeller teller(model);
  for (const CommunicationCost& cost : CommunicationCostsOf(*model)) teller.Tell(cost, sizes);
  for (const TensorSize& size : sizes) teller.Tell(size);
  for (TensorSize& size : sizes) *model->add_sizes() = std::move(size);
}

}  // namespace allreview::analysis
